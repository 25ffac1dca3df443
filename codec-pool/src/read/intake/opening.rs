//! The part of an intake for sealed bytes: frames in it are opened, and given out without the
//! overhead of sealing.
#![forbid(unsafe_code)]

#[cfg(all(test, not(loom)))]
mod tests;

use codec_core::Header;

use crate::frame::SealError;
use crate::read::layer::sealed::Layer;
use crate::read::read_chunk::RawCount;

use super::{Intake, NEVER};

impl<R: RawCount> Intake<R> {
    /// Returns whether the frame at the front has been opened.
    #[inline]
    pub(crate) fn is_front_open(&self) -> bool {
        self.chunk.as_ref().is_some_and(|chunk| chunk.start() < chunk.opened())
    }

    /// Number of bytes missing of a frame that is longer than a chunk, and of the `head` after it;
    /// `usize::MAX` where the next frame is not longer.
    #[inline]
    pub(crate) fn missing(&self, head: usize) -> usize {
        if self.need == NEVER || self.need <= self.pool.chunk_size() {
            return usize::MAX;
        }
        (self.need + head).saturating_sub(self.pending_len())
    }

    /// Opens the frames that are present. Where the first is not whole, returns how many bytes it
    /// needs, if that is known.
    ///
    /// # Errors
    /// The errors of the layer for the first frame; one in a later frame is returned when that is
    /// the first.
    #[inline]
    pub(crate) fn open_frames<H: Header, L: Layer<Raw = R>>(
        &mut self,
        layer: &mut L,
        accepts: impl Fn(&H) -> bool,
    ) -> Result<Option<usize>, SealError> {
        match &mut self.chunk {
            Some(chunk) => {
                let opened = layer.open_frames(chunk.sealed_mut(), accepts);
                chunk.open(opened.len);
                if opened.len > 0 { Ok(None) } else { opened.need }
            }
            None => Ok(Some(self.need)),
        }
    }

    /// Opens what there is of the frame at the front, which is not whole.
    ///
    /// # Errors
    /// The errors of the layer.
    #[cold]
    pub(crate) fn open_part<L: Layer<Raw = R>>(&mut self, layer: &mut L) -> Result<(), SealError> {
        self.chunk.as_mut().map_or(Ok(()), |chunk| layer.open_part(chunk.sealed_mut()))
    }
}
