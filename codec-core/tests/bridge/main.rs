//! Types of serde in every format, compared with the native path and with the crates
//! that have a serde path of their own.
#![cfg(feature = "serde")]

mod hostile;
mod lacks;
mod maps;
mod native;
mod reference;
mod shapes;
