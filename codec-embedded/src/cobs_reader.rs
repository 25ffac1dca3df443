//! Frames that end with a zero byte.

use core::ops::Range;

use codec_core::{Decodable, DecodableRef, DecodeError, DecodeErrorKind, Format};
use embedded_io::Read;

use crate::buffer::Buffer;
use crate::check::{FrameCheck, NoCheck};
use crate::error::{FixedFrameError, FixedReadError};

/// Finds frames of [COBS] in a buffer of `N` bytes: the longest frame that it takes, as sent, with
/// the zero. Frames are decoded in place. Damage loses only the frame it is in: the next call
/// continues after the next zero. Consecutive zeros are not frames.
///
/// ```
/// use codec_core::Postcard;
/// use codec_embedded::{CobsReader, FixedFrameError, FixedReadError};
/// let mut reader = CobsReader::<16>::new();
/// // The end of a frame whose start was lost, and one that is whole.
/// let mut uart: &[u8] = &[9, 3, 0, 2, 7, 2, 9, 0];
/// assert_eq!(
///     reader.read::<Postcard, [u8; 3], _>(&mut uart),
///     Err(FixedReadError::Frame(FixedFrameError::Stuffing)),
/// );
/// assert_eq!(reader.read::<Postcard, [u8; 3], _>(&mut uart), Ok(Some([7, 0, 9])));
/// assert_eq!(reader.read::<Postcard, [u8; 3], _>(&mut uart), Ok(None)); // the source ended
/// ```
///
/// [COBS]: http://www.stuartcheshire.org/papers/COBSforToN.pdf
#[derive(Debug)]
pub struct CobsReader<const N: usize, C = NoCheck> {
    buffer: Buffer<N>,
    check: C,
    /// Number of bytes of the frame that was returned last.
    lent: usize,
    /// Bytes that are known to hold no zero.
    scanned: usize,
    /// `true` if what comes up to the next zero belongs to a frame that was too long.
    skipping: bool,
}

impl<const N: usize> CobsReader<N> {
    /// A reader of frames without a checksum. Const, so that it may be a `static`'s value.
    pub const fn new() -> Self {
        Self::with_check(NoCheck)
    }
}

impl<const N: usize, C> CobsReader<N, C> {
    /// A reader of frames that end with a checksum.
    pub const fn with_check(check: C) -> Self {
        const { assert!(N > 0, "the buffer holds no byte") };
        Self { buffer: Buffer::new(), check, lent: 0, scanned: 0, skipping: false }
    }
}

impl<const N: usize, C: FrameCheck> CobsReader<N, C> {
    /// Room for bytes to come. Never empty after [`next_frame`](Self::next_frame) has returned
    /// `None`.
    pub fn room(&mut self) -> &mut [u8] {
        self.settle();
        self.buffer.room()
    }

    /// Takes in bytes that were written to the front of the [`room`](Self::room).
    ///
    /// # Panics
    /// When there was no such room.
    pub fn fill(&mut self, len: usize) {
        self.buffer.fill(len);
    }

    /// Bytes that are held for frames to come.
    pub fn pending_len(&self) -> usize {
        self.buffer.held().len() - self.lent
    }

    /// The content of the next frame, without its checksum; `None` when it is not complete.
    ///
    /// # Errors
    /// [`TooLong`](FixedFrameError::TooLong), [`Stuffing`](FixedFrameError::Stuffing), and
    /// [`Payload`](FixedFrameError::Payload) with an
    /// [`InvalidChecksum`](DecodeErrorKind::InvalidChecksum): the next call goes on.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, FixedFrameError> {
        let found = self.find()?;
        Ok(found.map(|range| &self.buffer.held()[range]))
    }

    /// The content of the next frame, and reads when it is not there yet; `None` at the end of
    /// the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read_frame<R: Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<&[u8]>, FixedReadError<R::Error>> {
        loop {
            if let Some(range) = self.find()? {
                return Ok(Some(&self.buffer.held()[range]));
            }
            let read = source.read(self.room()).map_err(FixedReadError::Read)?;
            if !self.filled(read)? {
                return Ok(None);
            }
        }
    }

    /// The value in the next frame, which owns what is in it; `None` at the end of the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read<F: Format, T: Decodable, R: Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<T>, FixedReadError<R::Error>> {
        let frame = self.read_frame(source)?;
        decoded(frame.map(F::from_slice))
    }

    /// The value in the next frame, borrowing from the buffer; `None` at the end of the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read_ref<'de, F: Format, T: DecodableRef<'de>, R: Read>(
        &'de mut self,
        source: &mut R,
    ) -> Result<Option<T>, FixedReadError<R::Error>> {
        let frame = self.read_frame(source)?;
        decoded(frame.map(F::from_slice_ref))
    }

    /// Takes in what was read; false at the end of the source.
    fn filled<E>(&mut self, len: usize) -> Result<bool, FixedReadError<E>> {
        self.fill(len);
        if len == 0 && (self.pending_len() > 0 || self.skipping) {
            return Err(FixedReadError::UnexpectedEnd);
        }
        Ok(len > 0)
    }

    /// Drops the frame that was returned last.
    fn settle(&mut self) {
        self.buffer.take(core::mem::take(&mut self.lent));
    }

    /// Finds and unstuffs the next frame.
    fn find(&mut self) -> Result<Option<Range<usize>>, FixedFrameError> {
        loop {
            self.settle();
            let held = self.buffer.held();
            let zero = held[self.scanned..].iter().position(|byte| *byte == 0);
            let Some(len) = zero.map(|at| self.scanned + at) else {
                return self.incomplete();
            };
            self.scanned = 0;
            self.lent = len + 1;
            let skipped = core::mem::take(&mut self.skipping);
            if len > 0 && !skipped {
                return self.unstuff(len).map(Some);
            }
        }
    }

    /// All that is held is a part of a frame.
    fn incomplete(&mut self) -> Result<Option<Range<usize>>, FixedFrameError> {
        self.scanned = self.buffer.held().len();
        let full = self.buffer.is_full();
        if full || self.skipping {
            self.buffer.take(core::mem::take(&mut self.scanned));
        }
        if full && !core::mem::replace(&mut self.skipping, true) {
            return Err(FixedFrameError::TooLong { needed: N + 1, capacity: N });
        }
        Ok(None)
    }

    /// The content of the frame of `len` bytes before a zero.
    fn unstuff(&mut self, len: usize) -> Result<Range<usize>, FixedFrameError> {
        let frame = &mut self.buffer.held_mut()[..len];
        let len = cobs::decode_in_place(frame).map_err(|_| FixedFrameError::Stuffing)?;
        let wrong =
            || FixedFrameError::Payload(DecodeError::new(DecodeErrorKind::InvalidChecksum, len));
        let end = len.checked_sub(C::LEN).ok_or_else(wrong)?;
        let checksum = self.check.checksum(&frame[..end]);
        if frame[end..len] != checksum[..C::LEN] {
            return Err(wrong());
        }
        Ok(0..end)
    }
}

impl<const N: usize, C: FrameCheck + Default> Default for CobsReader<N, C> {
    fn default() -> Self {
        Self::with_check(C::default())
    }
}

/// Converts the outcome of decoding a frame.
fn decoded<T, E>(outcome: Option<Result<T, DecodeError>>) -> Result<Option<T>, FixedReadError<E>> {
    outcome.transpose().map_err(|error| FixedFrameError::Payload(error).into())
}

#[cfg(feature = "async")]
impl<const N: usize, C: FrameCheck> CobsReader<N, C> {
    /// Like [`read_frame`](Self::read_frame), over an asynchronous source. A future that is
    /// dropped loses no byte, where a dropped read of the source loses none.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub async fn read_frame_async<R: embedded_io_async::Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<&[u8]>, FixedReadError<R::Error>> {
        loop {
            if let Some(range) = self.find()? {
                return Ok(Some(&self.buffer.held()[range]));
            }
            let read = source.read(self.room()).await.map_err(FixedReadError::Read)?;
            if !self.filled(read)? {
                return Ok(None);
            }
        }
    }

    /// Like [`read`](Self::read), over an asynchronous source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub async fn read_async<F: Format, T: Decodable, R: embedded_io_async::Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<T>, FixedReadError<R::Error>> {
        let frame = self.read_frame_async(source).await?;
        decoded(frame.map(F::from_slice))
    }
}
