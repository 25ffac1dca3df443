//! Decoding from pieces, compared with decoding from a slice.

mod addresses;
mod formats;
mod hostile;
mod kept;
mod law;
mod leftover;
mod linear;
mod types;
#[cfg(feature = "tokio")]
mod waiting;
