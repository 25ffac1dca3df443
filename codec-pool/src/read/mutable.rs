//! Frames borrowed to be changed.
#![forbid(unsafe_code)]

use std::io::Read;

use codec_core::{Header as _, Protocol};

use crate::frame::FrameMut;
use crate::read::error::{FrameError, FrameErrorKind, FrameReadError};
use crate::read::layer::ReadLayer;
use crate::read::reader::FrameReader;

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Lends the next frame to be changed in place; `None` when it is not complete.
    ///
    /// Frames that were [detached](crate::FrameRef::detach) before hold their own bytes alone. But
    /// `Bytes`, and messages that were decoded shared, hold all that had arrived by then: a frame
    /// of which they hold some is refused, until they are dropped.
    ///
    /// ```
    /// use codec_pool::{FrameErrorKind, FrameReader, LengthHeader, Pool};
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    /// reader.feed(&[1, 7, 1, 8])?;
    /// let bytes = reader.next_frame()?.expect("both are there").to_bytes();
    /// let error = reader.next_frame_mut().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (FrameErrorKind::Shared, 2));
    /// drop(bytes); // or: reader.next_frame()
    /// reader.next_frame_mut()?.expect("it is still there").payload_mut()[0] = 9;
    /// # Ok::<(), codec_pool::FrameError>(())
    /// ```
    ///
    /// # Errors
    /// [`Shared`](FrameErrorKind::Shared) while others hold bytes of it: nothing is lost, and
    /// [`next_frame`](Self::next_frame) has the frame. Else those of
    /// [`next_frame`](Self::next_frame).
    pub fn next_frame_mut(&mut self) -> Result<Option<FrameMut<'_, P>>, FrameError> {
        if let Some((header, total)) = self.find()? {
            return self.lend_mut(header, total).map(Some);
        }
        self.park();
        Ok(None)
    }

    /// Like [`next_frame_mut`](Self::next_frame_mut), but reads if it has not arrived yet, as
    /// [`read_frame`](Self::read_frame) does. `None` at the end of the stream.
    ///
    /// # Errors
    /// [`Shared`](FrameErrorKind::Shared), and those of [`read_frame`](Self::read_frame).
    pub fn read_frame_mut<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<FrameMut<'_, P>>, FrameReadError> {
        loop {
            if let Some((header, total)) = self.find()? {
                return Ok(Some(self.lend_mut(header, total)?));
            }
            if !self.fill(stream)? {
                return Ok(None);
            }
        }
    }

    /// Like [`lend`](Self::lend), for a frame to be changed.
    pub(crate) fn lend_mut(
        &mut self,
        header: P::Header,
        total: usize,
    ) -> Result<FrameMut<'_, P>, FrameError> {
        let size = header.size();
        let on_wire = L::OVERHEAD + size + L::sealed_len(total - size);
        let offset = self.consumed;
        if !self.intake.is_front_free(L::OVERHEAD) {
            return Err(FrameError::new(FrameErrorKind::Shared, offset));
        }
        self.consumed += on_wire as u64;
        self.intake.need = Self::HEAD;
        let (start, slice, batch) = self.intake.lend_mut(L::OVERHEAD, total, on_wire);
        Ok(FrameMut::new(header, offset, start, slice, batch))
    }
}
