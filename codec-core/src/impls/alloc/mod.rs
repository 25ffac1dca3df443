//! Types of `alloc`.

pub(crate) mod binary_heap;
mod boxed;
mod boxed_slice;
mod c_string;
mod cow;
mod cow_content;
mod linked_list;
pub(in crate::impls) mod map;
mod shared_pointer;
mod string;
mod vec;
mod vec_deque;
