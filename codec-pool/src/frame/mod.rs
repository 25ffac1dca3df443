//! Frames, borrowed from a reader or reference-counted, and headers that are a length.
#![forbid(unsafe_code)]

mod batch;
mod detached;
mod frame_mut;
mod frame_ref;
mod frame_view;
mod length_header;
mod seal;
mod varint_header;

pub(crate) use batch::Batch;
pub use detached::Frame;
pub use frame_mut::FrameMut;
pub use frame_ref::FrameRef;
pub use frame_view::FrameView;
pub use length_header::{LengthHeader, LengthHeaderBe};
pub use seal::{Opener, Opening, Plain, SealError, Sealed, Sealer};
pub use varint_header::VarintHeader;
