//! Frames out of bytes: fed, or read from a `std::io::Read`.
#![forbid(unsafe_code)]

mod blocking;
mod budget;
mod error;
mod find;
mod foreign;
mod intake;
mod layer;
mod messages;
mod mutable;
mod on_unknown;
mod partial;
mod probe;
mod read_chunk;
mod reader;
mod sealed;
mod unknown;

pub use error::{FrameError, FrameErrorKind, FrameReadError, MessageError};
pub use foreign::Foreign;
pub use layer::ReadLayer;
#[cfg(feature = "tokio")]
pub(crate) use layer::sealed::Layer;
#[cfg(feature = "tokio")]
pub(crate) use messages::undecoded;
pub use on_unknown::OnUnknown;
pub use reader::FrameReader;
#[cfg(feature = "tokio")]
pub(crate) use unknown::Miss;
pub use unknown::UnknownFrame;
pub(crate) use unknown::{Id, Unknown, is_unknown};
