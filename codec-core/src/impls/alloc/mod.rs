//! Types of `alloc`.

mod boxed;
mod string;
mod vec;
