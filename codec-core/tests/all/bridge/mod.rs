//! Types of serde in every format, compared with the native path and with the crates that have
//! their own serde path.

mod hostile;
mod lacks;
mod maps;
mod native;
mod reference;
mod shapes;
