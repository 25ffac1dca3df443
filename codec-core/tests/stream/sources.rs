//! Sources that give what they have in their own ways.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};

/// What a source does next.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Give(Vec<u8>),
    Fail(ErrorKind),
    /// A call at this point is a failure of the test.
    Never,
}

/// A source that follows a script, and ends when it does.
#[derive(Debug, Default)]
pub(crate) struct Script {
    steps: VecDeque<Step>,
    pub(crate) calls: usize,
}

impl Script {
    pub(crate) fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        Self { steps: steps.into_iter().collect(), calls: 0 }
    }

    /// All of `bytes`, so many at once.
    pub(crate) fn pieces(bytes: &[u8], len: usize) -> Self {
        Self::new(bytes.chunks(len).map(|piece| Step::Give(piece.into())))
    }

    pub(crate) fn then(mut self, step: Step) -> Self {
        self.steps.push_back(step);
        self
    }
}

impl Read for Script {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.steps.pop_front() {
            None => Ok(0),
            Some(Step::Fail(kind)) => Err(kind.into()),
            Some(Step::Never) => panic!("read on when all was there"),
            Some(Step::Give(mut bytes)) => {
                let len = bytes.len().min(room.len());
                room[..len].copy_from_slice(&bytes[..len]);
                if len < bytes.len() {
                    self.steps.push_front(Step::Give(bytes.split_off(len)));
                }
                Ok(len)
            }
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
