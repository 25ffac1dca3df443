//! The work of a writer on a frame before it is sent.
#![forbid(unsafe_code)]

use crate::frame::{Plain, SealError, Sealed, Sealer};

/// The layer between the frames that a [`FrameWriter`](crate::FrameWriter) makes and the bytes that
/// it sends: [`Plain`], or [`Sealed`] by a [`Sealer`]. No other type can implement it.
pub trait WriteLayer: sealed::Layer {}

impl<T: sealed::Layer> WriteLayer for T {}

pub(crate) mod sealed {
    use super::SealError;

    /// The work of a layer; not to be called or implemented by others.
    pub trait Layer {
        /// `true` if anything is sealed.
        const IS_SEALED: bool;
        /// Bytes by which a header is longer when it is sealed.
        const OVERHEAD: usize;

        /// Bytes of a sealed payload of `len` bytes.
        fn sealed_len(len: usize) -> usize;

        /// Like [`Sealer::seal_frame`](super::Sealer::seal_frame).
        ///
        /// # Errors
        /// The errors of the sealer.
        fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError>;
    }
}

impl sealed::Layer for Plain {
    const IS_SEALED: bool = false;
    const OVERHEAD: usize = 0;

    #[inline(always)]
    fn sealed_len(len: usize) -> usize {
        len
    }

    #[inline(always)]
    fn seal_frame(&mut self, _: &mut [u8], _: usize) -> Result<(), SealError> {
        Ok(())
    }
}

impl<S: Sealer> sealed::Layer for Sealed<S> {
    const IS_SEALED: bool = true;
    const OVERHEAD: usize = S::OVERHEAD;

    #[inline]
    fn sealed_len(len: usize) -> usize {
        S::sealed_len(len)
    }

    #[inline]
    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError> {
        self.by.seal_frame(room, len)
    }
}
