//! The layer between the bytes of a connection and its frames: nothing, or encryption in place.
#![forbid(unsafe_code)]

use core::fmt;

pub use codec_core::message::{Opener, Opening, SealError, Sealer};

/// Frames are sent as they are: the default of readers and writers. It takes no space and does
/// nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Plain;

/// Frames on the wire are sealed: `FrameReader<H, Sealed<O>>` opens them with an
/// [`Opener`], `FrameWriter<H, Sealed<S>>` seals them with a [`Sealer`].
pub struct Sealed<T> {
    pub(crate) by: T,
    /// `true` if, of a reader's next frame, the header is opened and the payload is not.
    pub(crate) header_is_open: bool,
    /// Number of bytes of that payload that are opened.
    pub(crate) opened: usize,
}

impl<T> Sealed<T> {
    pub(crate) const fn new(by: T) -> Self {
        Self { by, header_is_open: false, opened: 0 }
    }
}

/// Shows nothing of the sealer or opener.
impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealed").finish_non_exhaustive()
    }
}
