//! Frames out of a `std::io::Read`.
#![forbid(unsafe_code)]

mod probe;

use std::io::{ErrorKind, Read};

use codec_core::Header;

use crate::frame_error::ReadError;
use crate::frame_ref::FrameRef;
use crate::reader::{FrameReader, State};

impl<H: Header> FrameReader<H> {
    /// Lends the next frame, and reads when it is not there yet: as much as
    /// there is and a chunk has room for, so that one call of `read` brings
    /// hundreds of small frames. `None` at the end of the stream.
    ///
    /// An interrupted `read` is repeated. After `WouldBlock`, a time-out or any
    /// other error of the stream, what has come is kept; call again.
    ///
    /// ```
    /// use codec_pool::{FrameReader, LengthPrefix, Pool};
    /// let mut stream = &[2, 7, 8, 1, 9, 5][..];
    /// let mut reader = FrameReader::<LengthPrefix<1>>::new(Pool::default());
    /// let mut payloads = Vec::new();
    /// let error = loop {
    ///     match reader.read_frame(&mut stream) {
    ///         Ok(Some(frame)) => payloads.push(frame.payload().to_vec()),
    ///         Ok(None) => unreachable!("the last frame is cut"),
    ///         Err(error) => break error,
    ///     }
    /// };
    /// assert_eq!(payloads, [&[7, 8][..], &[9]]);
    /// assert_eq!(error.to_string(), "stream ends after 1 of 6 bytes in the frame at byte 5");
    /// assert!(reader.is_poisoned());
    /// ```
    ///
    /// # Errors
    /// [`ReadError::Io`] when the stream fails, else those of
    /// [`next_frame`](Self::next_frame), [`feed`](Self::feed) and
    /// [`end`](Self::end).
    #[inline]
    pub fn read_frame<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<FrameRef<'_, H>>, ReadError> {
        loop {
            if let Some((header, total)) = self.find()? {
                return Ok(Some(self.lend(header, total)));
            }
            if !self.fill(stream)? {
                return Ok(None);
            }
        }
    }

    /// Reads once; false at the end of the stream. No frame waits.
    fn fill<R: Read + ?Sized>(&mut self, stream: &mut R) -> Result<bool, ReadError> {
        if self.intake.is_full() {
            self.spare_capacity()?;
            return Ok(true);
        }
        if self.is_brisk() {
            return self.fill_chunk(stream);
        }
        let Some(_lease) = self.intake.lease() else { return self.probe(stream) };
        self.fill_chunk(stream)
    }

    const fn is_brisk(&self) -> bool {
        matches!(self.state, State::Open { brisk: true })
    }

    const fn note_brisk(&mut self, now: bool) {
        if let State::Open { brisk } = &mut self.state {
            *brisk = now;
        }
    }

    /// Reads into a chunk.
    fn fill_chunk<R: Read + ?Sized>(&mut self, stream: &mut R) -> Result<bool, ReadError> {
        loop {
            let spare = self.spare_capacity()?;
            let room = spare.len();
            debug_assert!(room > 0, "there is room when no frame waits");
            match stream.read(spare) {
                Ok(0) => {
                    self.end()?;
                    return Ok(false);
                }
                Ok(len) => {
                    self.commit(len)?;
                    self.note_brisk(len == room);
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.note_brisk(false);
                    self.rest();
                    return Err(error.into());
                }
            }
        }
    }
}
