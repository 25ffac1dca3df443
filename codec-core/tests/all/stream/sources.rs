//! Sources that return their bytes in various ways.

use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Read};

/// The next step of a source.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Give(Vec<u8>),
    Fail(ErrorKind),
    /// An end, possibly followed by more bytes.
    End,
    /// A call at this point is a failure of the test.
    Never,
}

/// A source that follows a script, and ends with it.
#[derive(Debug, Default)]
pub(crate) struct Script {
    steps: VecDeque<Step>,
    /// Number of bytes of the first step that were taken.
    given: usize,
    pub(crate) calls: usize,
}

impl Script {
    pub(crate) fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self { steps: steps.into_iter().collect(), ..Self::default() }
    }

    /// All of `bytes`, this many at a time.
    pub(crate) fn pieces(bytes: &[u8], len: usize) -> Self {
        Self::new(bytes.chunks(len).map(|piece| Step::Give(piece.into())))
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        self.steps.extend(other.steps);
        self
    }

    pub(crate) fn then(mut self, step: Step) -> Self {
        self.steps.push_back(step);
        self
    }
}

impl Read for Script {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let len = bytes.len().min(room.len());
        room[..len].copy_from_slice(&bytes[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Script {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.calls += 1;
        if let Some(Step::Fail(kind)) = self.steps.front() {
            let kind = *kind;
            self.steps.pop_front();
            return Err(kind.into());
        }
        if let Some(Step::End) = self.steps.front() {
            self.steps.pop_front();
            return Ok(&[]);
        }
        match self.steps.front() {
            None | Some(Step::Fail(_) | Step::End) => Ok(&[]),
            Some(Step::Never) => panic!("read on when all was there"),
            Some(Step::Give(bytes)) => Ok(&bytes[self.given..]),
        }
    }

    fn consume(&mut self, len: usize) {
        if let Some(Step::Give(bytes)) = self.steps.front() {
            self.given += len;
            assert!(self.given <= bytes.len(), "consumed more than there was");
            if self.given == bytes.len() {
                self.given = 0;
                self.steps.pop_front();
            }
        } else {
            assert_eq!(len, 0, "consumed what was not there");
        }
    }
}

/// A source that reports more than it read.
pub(crate) struct Liar(pub(crate) usize);

impl Read for Liar {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        Ok(room.len().saturating_add(self.0))
    }
}

/// A buffer that is shorter on the third read, whatever was consumed.
pub(crate) struct Shrinking<'b> {
    bytes: &'b [u8],
    len: usize,
    looks: usize,
}

impl<'b> Shrinking<'b> {
    pub(crate) const fn new(bytes: &'b [u8], len: usize) -> Self {
        Self { bytes, len, looks: 0 }
    }
}

impl Read for Shrinking<'_> {
    fn read(&mut self, _room: &mut [u8]) -> io::Result<usize> {
        unreachable!("the buffer is read from")
    }
}

impl BufRead for Shrinking<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.looks += 1;
        Ok(if self.looks < 3 { self.bytes } else { &self.bytes[..self.len] })
    }

    fn consume(&mut self, _len: usize) {}
}
