//! Frames out of a `std::io::Read`.
#![forbid(unsafe_code)]

use std::io::{ErrorKind, Read};

use codec_core::Protocol;

use crate::frame::FrameRef;
use crate::read::error::{FrameError, FrameErrorKind, FrameReadError};
use crate::read::layer::ReadLayer;
use crate::read::partial::LAST;
use crate::read::reader::{FrameReader, State};

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Lends the next frame, and reads if it has not arrived yet: as much as is available and a
    /// chunk has room for, so that one call of `read` brings hundreds of small frames. `None` at
    /// the end of the stream.
    ///
    /// An interrupted `read` is repeated. After `WouldBlock`, a time-out or any
    /// other error of the stream, what was received is kept; call again.
    ///
    /// ```
    /// use codec_pool::{FrameReader, LengthHeader, Pool};
    /// let mut stream = &[2, 7, 8, 1, 9, 5][..];
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
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
    /// [`FrameReadError::Io`] when the stream fails, else those of
    /// [`next_frame`](Self::next_frame), [`feed`](Self::feed) and
    /// [`end`](Self::end).
    #[inline(always)]
    pub fn read_frame<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<FrameRef<'_, P>>, FrameReadError> {
        if let Some((header, total)) = self.find_at_once() {
            return Ok(Some(self.lend(header, total)));
        }
        let found = self.read_until_found(stream)?;
        Ok(found.map(|(header, total)| self.lend(header, total)))
    }

    /// Reads until there is a frame, which it does not lend, as in [`next_frame`](Self::next_frame);
    /// `None` at the end of the stream. [`find_at_once`](Self::find_at_once) has found none.
    #[inline(never)]
    fn read_until_found<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<(P::Header, usize)>, FrameReadError> {
        loop {
            if let Some(found) = self.find_after_all()? {
                return Ok(Some(found));
            }
            if !self.fill(stream)? {
                return Ok(None);
            }
            if let Some(found) = self.find_at_once() {
                return Ok(Some(found));
            }
        }
    }

    /// Reads once; false at the end of the stream. No frame waits.
    #[inline]
    pub(crate) fn fill<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<bool, FrameReadError> {
        let is_brisk = self.is_brisk();
        if !is_brisk {
            if self.intake.is_oversized() {
                self.park();
            }
            if !self.intake.lease() {
                return self.probe(stream);
            }
        }
        self.fill_chunk(stream, !is_brisk)
    }

    const fn is_brisk(&self) -> bool {
        matches!(self.state, State::Open { brisk: true })
    }

    /// Records whether a read filled all the room there was, unless that was the end of a frame
    /// that has memory of its own length.
    pub(super) const fn note_read(&mut self, len: usize, room: usize) {
        if let State::Open { brisk } = &mut self.state {
            *brisk = len == room && room > LAST;
        }
    }

    /// Reads into a chunk.
    #[inline(always)]
    pub(super) fn fill_chunk<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
        leased: bool,
    ) -> Result<bool, FrameReadError> {
        if !self.intake.has_room(self.intake.need) {
            let go_on = self.prepare();
            if leased && !matches!(go_on, Ok(true)) {
                self.intake.unlease();
            }
            if !go_on? {
                return Ok(true);
            }
        }
        let most = self.most_at_once();
        let (result, room) = self.intake.read_with(leased, |spare| {
            let len = spare.len().min(most);
            stream.read(&mut spare[..len])
        });
        let room = room.min(most);
        match result {
            Ok(0) => {
                self.end()?;
                Ok(false)
            }
            Ok(len) if self.intake.advance(len) => {
                self.note_read(len, room);
                Ok(true)
            }
            Ok(_) => Err(self.poison(FrameErrorKind::ReadOverrun).into()),
            // Treated like an empty read: no frame is found, and the read is repeated.
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(error) => {
                self.note_read(0, room);
                self.park();
                Err(error.into())
            }
        }
    }

    /// Makes room to read into; false when there is a frame, or a header, now.
    #[inline(never)]
    fn prepare(&mut self) -> Result<bool, FrameError> {
        let is_full = self.intake.is_full();
        self.spare_capacity()?;
        Ok(!is_full)
    }
}
