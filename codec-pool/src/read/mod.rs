//! Frames out of bytes: fed, or read from a `std::io::Read`.
#![forbid(unsafe_code)]

mod blocking;
mod error;
mod intake;
mod layer;
mod partial;
mod probe;
mod read_chunk;
mod reader;
mod sealed;

pub use error::{FrameError, FrameErrorKind, FrameReadError};
pub use layer::ReadLayer;
pub use reader::FrameReader;
