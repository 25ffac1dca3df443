//! Messages into frames: queued, written to a `std::io::Write`, or on their own.
#![forbid(unsafe_code)]

mod allowance;
mod amend;
mod error;
mod flush;
mod layer;
mod outbox;
#[cfg(all(test, not(loom)))]
mod refusal_tests;
mod scratch;
mod sealed;
mod writer;

#[cfg(feature = "tokio")]
pub(crate) use amend::AsDescribed;
pub use error::FrameWriteError;
pub use flush::FlushPolicy;
#[cfg(feature = "tokio")]
pub(crate) use flush::{PIECES, is_worth_joining};
pub use layer::WriteLayer;
pub use scratch::Scratch;
pub use writer::FrameWriter;
#[cfg(feature = "tokio")]
pub(crate) use writer::{frame_into, frame_len};
