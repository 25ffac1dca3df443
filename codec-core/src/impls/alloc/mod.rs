//! Types of `alloc`.

pub(crate) mod binary_heap;
mod boxed;
mod boxed_slice;
mod c_string;
mod cow;
mod cow_content;
#[cfg(any(feature = "std", feature = "hashbrown", feature = "hashbrown-0-15"))]
pub(in crate::impls) mod hash;
mod linked_list;
pub(in crate::impls) mod map;
mod shared_pointer;
mod string;
mod vec;
mod vec_deque;
