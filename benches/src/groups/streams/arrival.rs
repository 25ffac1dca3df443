//! Arrival of a stream's bytes.

use std::io::{self, BufRead, Read};

/// A source in memory that returns this many bytes at a time.
pub(super) struct Arrival<'b> {
    bytes: &'b [u8],
    most: usize,
    shown: usize,
}

impl<'b> Arrival<'b> {
    pub(super) const fn new(bytes: &'b [u8], most: usize) -> Self {
        Self { bytes, most, shown: 0 }
    }
}

impl Read for Arrival<'_> {
    #[inline]
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let len = bytes.len().min(room.len());
        room[..len].copy_from_slice(&bytes[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Arrival<'_> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.shown == 0 {
            self.shown = self.most.min(self.bytes.len());
        }
        Ok(&self.bytes[..self.shown])
    }

    #[inline]
    fn consume(&mut self, len: usize) {
        self.shown -= len;
        self.bytes = &self.bytes[len..];
    }
}
