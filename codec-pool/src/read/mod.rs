//! Frames out of bytes: fed, or read from a `std::io::Read`.
#![forbid(unsafe_code)]

mod blocking;
mod error;
mod intake;
mod partial;
mod probe;
mod reader;

pub use error::{FrameError, FrameErrorKind, FrameReadError};
pub use reader::FrameReader;
