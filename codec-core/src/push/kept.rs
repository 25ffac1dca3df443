//! A value that is made of its bytes and not of its fields alone, as one with a `span` is: the
//! steps find out where it ends, and its bytes are kept until then.
//!
//! Collected, it would be read again whenever a piece ends in one of its lengths, and byte by byte
//! that is quadratic. So each byte is decoded twice: by the steps, whose value is dropped, and
//! once more when all have arrived.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::{Feed, Fuel, Machine, Resume, Steps};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::limits::Budget;
use crate::read::reader::Reader;

/// The state of a value whose bytes are kept.
pub struct Kept<F: Format, T: Steps> {
    steps: Machine<F, T>,
    bytes: Vec<u8>,
    /// The offset where the value begins, and the budget that it has.
    begin: Option<(usize, Budget)>,
}

super::resume::state! {
    {F: Format, T: Steps} Kept<F, T> = Self { steps: Machine::default(), bytes: Vec::new(), begin: None }
}

impl<F: Format, T: Steps> Resume for Kept<F, T> {
    type Value = T;

    #[inline]
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<T>, DecodeError> {
        self.begin.get_or_insert((feed.offset(), feed.budget));
        let piece = feed.rest;
        let found = self.steps.resume(feed)?.is_some();
        self.keep(piece, feed)?;
        if found { self.decode(feed).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn is_open(fuel: &mut Fuel) -> bool {
        Machine::<F, T>::is_open(fuel)
    }
}

/// Separate functions, whose stack frames are gone when values nest.
impl<F: Format, T: Steps> Kept<F, T> {
    /// Keeps what the steps took of a piece.
    #[inline(never)]
    fn keep(&mut self, piece: &[u8], feed: &Feed<'_>) -> Result<(), DecodeError> {
        let taken = piece.len().saturating_sub(feed.remaining());
        let taken = piece.get(..taken).unwrap_or_default();
        crate::raw::append_bytes(&mut self.bytes, taken).ok_or_else(|| feed.out_of_memory())
    }

    /// Decodes the value, all of whose bytes have arrived.
    #[inline(never)]
    fn decode(&mut self, feed: &mut Feed<'_>) -> Result<T, DecodeError> {
        let (offset, budget) = self.begin.unwrap_or((feed.offset(), feed.budget));
        let cursor = Cursor::at(&self.bytes, offset).with_budget(budget);
        let mut r = Reader::<F>::from_cursor(cursor);
        let value = T::decode(&mut r)?;
        if r.remaining() > 0 {
            // The steps found the value longer: only a foreign implementation can be so
            // inconsistent.
            return Err(r.error(DecodeErrorKind::TrailingBytes));
        }
        feed.budget = r.cursor().budget();
        Ok(value)
    }
}
