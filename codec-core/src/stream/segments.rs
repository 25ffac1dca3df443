//! Where the bytes of a value come from, a segment at a time.
#![forbid(unsafe_code)]

use std::io::{self, BufRead, ErrorKind, Read};

/// Where bytes come from.
pub(super) trait Segments {
    /// Passes the bytes that are present to `take`, or waits for some. Returns how many `take`
    /// took; 0 at the end of the stream.
    ///
    /// # Errors
    /// Those of the source; an interrupted read is repeated.
    fn pull(&mut self, take: impl FnMut(&[u8]) -> usize) -> io::Result<usize>;

    /// Takes back the last `len` bytes that were taken, which `parts` passes on. Returns whether it
    /// could: a source without its own memory can't take back more than the last segment.
    ///
    /// # Errors
    /// [`OutOfMemory`](ErrorKind::OutOfMemory); the bytes are then lost, and no more are returned.
    fn take_back(
        &mut self,
        len: usize,
        parts: impl FnOnce(&mut dyn FnMut(&[u8])),
    ) -> io::Result<bool>;
}

/// A source with a buffer. Bytes that were taken are consumed when the next segment is requested,
/// or once it is known how many of them belong to the value.
pub(super) struct Buffered<'s, S: ?Sized> {
    source: &'s mut S,
    /// How many bytes of the segment were taken.
    taken: usize,
    /// How many bytes the segment has.
    len: usize,
}

impl<'s, S: BufRead + ?Sized> Buffered<'s, S> {
    pub(super) const fn new(source: &'s mut S) -> Self {
        Self { source, taken: 0, len: 0 }
    }
}

impl<S: BufRead + ?Sized> Segments for Buffered<'_, S> {
    #[inline]
    fn pull(&mut self, mut take: impl FnMut(&[u8]) -> usize) -> io::Result<usize> {
        if self.taken == self.len {
            self.source.consume(self.taken);
            (self.taken, self.len) = (0, 0);
        }
        let taken = self.taken;
        let (len, fresh) = with_buffer(self.source, |bytes| {
            let fresh =
                bytes.get(taken..).map(|fresh| if fresh.is_empty() { 0 } else { take(fresh) });
            (bytes.len(), fresh)
        })?;
        match fresh {
            Some(fresh) if fresh > 0 || taken == 0 => {
                (self.taken, self.len) = (taken + fresh, len);
                Ok(fresh)
            }
            _ => Err(lie("the source's buffer has shrunk")),
        }
    }

    fn take_back(
        &mut self,
        len: usize,
        _parts: impl FnOnce(&mut dyn FnMut(&[u8])),
    ) -> io::Result<bool> {
        let rest = self.taken.checked_sub(len);
        self.source.consume(rest.unwrap_or(self.taken));
        (self.taken, self.len) = (0, 0);
        Ok(rest.is_some())
    }
}

/// Passes the buffer of a source to `look`; an interrupted call is repeated.
///
/// # Errors
/// Those of the source.
pub(super) fn with_buffer<T>(
    source: &mut (impl BufRead + ?Sized),
    look: impl FnOnce(&[u8]) -> T,
) -> io::Result<T> {
    loop {
        match source.fill_buf() {
            Ok(bytes) => return Ok(look(bytes)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads once; an interrupted read is repeated.
///
/// # Errors
/// Those of the source, and [`InvalidData`](ErrorKind::InvalidData) when it reports more bytes than
/// `room` has.
#[inline]
pub(super) fn read_some<R: Read + ?Sized>(source: &mut R, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(room) {
            Ok(len) if len > room.len() => {
                return Err(lie("the source reports more bytes than it was asked for"));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}

fn lie(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
