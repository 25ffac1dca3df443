//! Types of serde in every format, beside the native path and beside the crates
//! that have a serde path of their own.
#![cfg(feature = "serde")]

mod hostile;
mod lacks;
mod maps;
mod native;
mod reference;
mod shapes;
