//! Types of `core`.

mod address;
mod array;
#[cfg(target_has_atomic = "8")]
mod atomic;
pub(crate) mod bound;
mod byte;
mod cell;
pub(in crate::impls) mod duration;
mod float;
mod integer;
mod non_zero;
mod option;
pub(crate) mod result;
mod scalar;
mod slice;
mod tuple;
mod unit;
mod wrapper;
