//! Sources of the bytes of a value, a segment at a time.
#![forbid(unsafe_code)]

use std::io::{self, BufRead, ErrorKind, Read};

/// A source of bytes.
pub(super) trait Segments {
    /// Passes bytes to `take`, and waits for more, until it has taken `want`; or fewer than it was
    /// shown, since it has no room for them. Returns whether there may be more: `false` at the end
    /// of the stream.
    ///
    /// # Errors
    /// The errors of the source; an interrupted read is repeated.
    fn pull(&mut self, want: usize, take: impl FnMut(&[u8]) -> usize) -> io::Result<bool>;

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

/// Segments of up to this many bytes are joined before they are passed on.
const SHORT: usize = 16;

/// The most that is joined, in bytes.
const JOINED: usize = 128;

/// A source with a buffer. Bytes that were taken are consumed when the next segment is requested,
/// or once it is known how many of them belong to the value.
pub(super) struct Buffered<'s, S: ?Sized> {
    source: &'s mut S,
    /// Number of bytes of the segment that were taken.
    taken: usize,
    /// Number of bytes that the segment has.
    len: usize,
}

impl<'s, S: BufRead + ?Sized> Buffered<'s, S> {
    pub(super) const fn new(source: &'s mut S) -> Self {
        Self { source, taken: 0, len: 0 }
    }
}

impl<S: BufRead + ?Sized> Buffered<'_, S> {
    /// Joins short segments, and consumes them, as long as they have fewer than `want` bytes in
    /// total. Returns how many bytes they have, and whether there may be more.
    #[inline]
    fn join(&mut self, joined: &mut [u8; JOINED], want: usize) -> (usize, io::Result<bool>) {
        let most = want.saturating_sub(1).min(JOINED);
        let mut len = 0;
        loop {
            let bytes = match self.source.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return (len, Err(error)),
            };
            match (bytes, joined.get_mut(len..most)) {
                ([], _) => return (len, Ok(false)),
                // A call for a byte would cost more than the byte.
                ([byte], Some([first, ..])) => *first = *byte,
                (bytes, Some(room)) if bytes.len() <= room.len().min(SHORT) => {
                    room[..bytes.len()].copy_from_slice(bytes);
                }
                _ => {
                    self.len = bytes.len();
                    return (len, Ok(true));
                }
            }
            let consumed = bytes.len();
            self.source.consume(consumed);
            len += consumed;
        }
    }
}

impl<S: BufRead + ?Sized> Segments for Buffered<'_, S> {
    #[inline]
    fn pull(&mut self, want: usize, mut take: impl FnMut(&[u8]) -> usize) -> io::Result<bool> {
        let mut missing = want;
        loop {
            if self.taken == self.len {
                self.source.consume(self.taken);
                (self.taken, self.len) = (0, 0);
                let mut joined = [0; JOINED];
                let (len, more) = self.join(&mut joined, missing);
                let mut joined = &joined[..len];
                while !joined.is_empty() {
                    match take(joined) {
                        0 => return Ok(true),
                        taken => joined = &joined[taken..],
                    }
                }
                if !more? {
                    return Ok(false);
                }
                missing -= len;
            }
            let taken = self.taken;
            let (len, fresh) = with_buffer(self.source, |bytes| {
                (bytes.len(), bytes.get(taken..).map_or(0, &mut take))
            })?;
            if len < self.len || len == taken {
                return Err(lie("the source's buffer has shrunk"));
            }
            (self.taken, self.len) = (taken + fresh, len);
            if fresh >= missing || self.taken < len {
                return Ok(true);
            }
            missing -= fresh;
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
/// The errors of the source.
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
/// The errors of the source, and [`InvalidData`](ErrorKind::InvalidData) when it reports more
/// bytes than `room` has.
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
