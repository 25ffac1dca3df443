//! A source and the buffer that it is read ahead into.
#![forbid(unsafe_code)]

use std::io::{self, Read};

use super::segments::{Segments, read_some};

/// The least that is read at once, in bytes.
const AHEAD: usize = 8 * 1024;

/// The most that is read at once, in bytes.
pub(super) const AHEAD_MOST: usize = 64 * 1024;

/// The most that is read at once where records are longer than that.
pub(super) const AHEAD_LONG: usize = 4 * 1024 * 1024;

/// A source, and what was read from it.
pub(super) struct Stage<R> {
    pub(super) source: R,
    /// The bytes that were read ahead are between `start` and `end`; the others are stale.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Number of bytes of a value that were pulled.
    pulled: usize,
    /// `true` if the last read reached the end.
    pub(super) ended: bool,
    /// `true` if bytes were lost because there was no memory to take them back: what follows them
    /// is not the next value.
    lost: bool,
}

impl<R> Stage<R> {
    pub(super) const fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), start: 0, end: 0, pulled: 0, ended: false, lost: false }
    }

    /// The bytes that were read ahead and not passed.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The last `len` bytes that were passed, if nothing else was read since.
    pub(super) fn passed(&self, len: usize) -> &[u8] {
        &self.buffer[self.start - len..self.start]
    }

    pub(super) const fn pass(&mut self, len: usize) {
        self.start += len;
    }

    pub(super) fn into_parts(mut self) -> (R, Vec<u8>) {
        self.buffer.truncate(self.end);
        self.buffer.drain(..self.start);
        (self.source, self.buffer)
    }

    /// Moves the unread bytes to the front.
    fn compact(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
    }
}

impl<R: Read> Stage<R> {
    /// Reads until `len` bytes are present, or the stream ends. The buffer grows as bytes arrive.
    pub(super) fn fill(&mut self, len: usize) -> io::Result<()> {
        if self.lost {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.pulled = 0;
        while self.end - self.start < len && !self.ended {
            if self.end == self.buffer.len() {
                self.compact();
                let room = self.end.clamp(AHEAD, AHEAD_MOST.max(self.end));
                if self.buffer.len() - self.end < room.min(len) {
                    grow(&mut self.buffer, self.end + room)?;
                }
            }
            self.read()?;
        }
        Ok(())
    }

    /// Grows the buffer to `len` bytes, if it holds no unread ones. Without memory for that, it
    /// stays as it is.
    pub(super) fn widen(&mut self, len: usize) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            if self.buffer.len() < len {
                let _ = grow(&mut self.buffer, len);
            }
        }
    }

    /// Reads once into the free space at the end of the buffer.
    fn read(&mut self) -> io::Result<()> {
        self.gather(self.end + 1)
    }

    /// Reads into the free space at the end of the buffer until it has `to` bytes, those before
    /// the unread ones included, or the stream ends.
    #[inline]
    fn gather(&mut self, to: usize) -> io::Result<()> {
        if self.lost {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        while self.end < to {
            match read_some(&mut self.source, &mut self.buffer[self.end..])? {
                0 => {
                    self.ended = true;
                    break;
                }
                read => self.end += read,
            }
        }
        Ok(())
    }
}

/// Grows a buffer to `len` bytes.
fn grow(buffer: &mut Vec<u8>, len: usize) -> io::Result<()> {
    buffer.try_reserve(len.saturating_sub(buffer.len()))?;
    buffer.resize(len, 0);
    Ok(())
}

impl<R: Read> Segments for Stage<R> {
    #[inline]
    fn pull(&mut self, want: usize, mut take: impl FnMut(&[u8]) -> usize) -> io::Result<bool> {
        if self.start == self.end && !self.ended {
            let len = self.buffer.len();
            if len < AHEAD_MOST && self.pulled >= 2 * len {
                grow(&mut self.buffer, (2 * len).clamp(AHEAD, AHEAD_MOST))?;
            }
            (self.start, self.end) = (0, 0);
            // Bytes that come one at a time are not passed on one at a time; and each read has
            // room for at least half the buffer.
            self.gather(want.min(self.buffer.len() / 2))?;
        }
        if self.start == self.end {
            return Ok(false);
        }
        let taken = take(&self.buffer[self.start..self.end]);
        self.start += taken;
        self.pulled += taken;
        // The end is reported once, also by a source that has more bytes after it.
        Ok(!self.ended || self.start < self.end)
    }

    fn take_back(
        &mut self,
        len: usize,
        parts: impl FnOnce(&mut dyn FnMut(&[u8])),
    ) -> io::Result<bool> {
        if len <= self.start {
            self.start -= len;
            return Ok(true);
        }
        let left = self.end - self.start;
        let end = len + left;
        if end > self.buffer.len()
            && let Err(error) = grow(&mut self.buffer, end)
        {
            self.lost = true;
            return Err(error);
        }
        self.buffer.copy_within(self.start..self.end, len);
        let mut room = &mut self.buffer[..len];
        parts(&mut |part| {
            if let Some(place) = room.split_off_mut(..part.len()) {
                place.copy_from_slice(part);
            }
        });
        (self.start, self.end) = (0, end);
        Ok(true)
    }
}
