//! Types of `core`.

mod array;
mod byte;
mod float;
mod integer;
mod option;
mod scalar;
mod slice;
mod tuple;
mod unit;
