//! Getting more input than a reader was given. Only streams have more; for all others a constant
//! removes this code.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::reader::{Reader, SupplyOf};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::format::size::Size;
use crate::io::cursor::Cursor;
use crate::record::Supply;

/// Reads, by a function of the cursor, a value of which only the minimum length is known
/// beforehand. Not a function itself: a function that is passed as a parameter is only inlined when
/// it is short, even under `inline(always)`, and a cursor that is passed to a call lives in memory.
macro_rules! by_cursor {
    ($format:ident: $r:expr, $min:expr, $read:path) => {
        if $crate::read::reader::Reader::<'_, $format>::FETCHES {
            // Almost always, all bytes are there: as from a slice, without a call.
            let before = $r.cursor().clone();
            match $read($r.cursor_mut()) {
                Err(error) if error.kind() == $crate::DecodeErrorKind::UnexpectedEnd => {
                    *$r.cursor_mut() = before;
                    $r.read_again($min, $read)
                }
                outcome => outcome,
            }
        } else {
            $read($r.cursor_mut())
        }
    };
}

pub(crate) use by_cursor;

impl<'de, F: Format> Reader<'de, F> {
    /// `true` if there may be more input than was given.
    pub(crate) const FETCHES: bool = <SupplyOf<'de, F> as Supply<'de>>::ON;

    /// `true` if the supply is notified of values that continue as long as there is input.
    const OPEN: bool = <SupplyOf<'de, F> as Supply<'de>>::OPEN;

    /// The same reader with another supply; a part of the input has none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with_supply(self, supply: SupplyOf<'de, F>) -> Self {
        Self { supply, ..self }
    }

    /// Takes the supply away, until [`set_supply`](Self::set_supply) gives it back.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_supply(&mut self) -> SupplyOf<'de, F> {
        core::mem::take(&mut self.supply)
    }

    /// Gives a supply back.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_supply(&mut self, supply: SupplyOf<'de, F>) {
        self.supply = supply;
    }

    /// Gets more input, where there may be more than was given, until `len` bytes are left. The
    /// read that follows checks whether they arrived.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch(&mut self, len: usize) {
        if Self::FETCHES
            && self.remaining() < len
            && let Some(rest) = self.supply.more(self.cursor.rest(), self.offset(), len)
        {
            self.cursor = self.cursor.chunk(rest, self.offset());
        }
    }

    /// Before an element of a sequence, of which `count` of at least `min` bytes each are left: when
    /// this one is not complete, gets as many bytes as all of them have at least. So the number of
    /// requests grows with the logarithm of the count.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch_elements(&mut self, count: usize, min: usize) {
        if Self::FETCHES && self.remaining() < min {
            self.fetch(count.saturating_mul(min));
        }
    }

    /// Number of bytes before the first one of which `is_end` is true, which is `end` if that is one
    /// byte. Gets more input until it is there, and looks at each byte once.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[inline]
    pub(crate) fn find(
        &mut self,
        end: Option<u8>,
        mut is_end: impl FnMut(&u8) -> bool,
    ) -> Result<usize, DecodeError> {
        let mut searched = 0;
        loop {
            let rest = self.cursor.rest();
            if let Some(before) = rest[searched..].iter().position(&mut is_end) {
                return Ok(searched + before);
            }
            searched = rest.len();
            if Self::FETCHES
                && let Some(more) = self.supply.seek(rest, self.offset(), end)
            {
                self.cursor = self.cursor.chunk(more, self.offset());
            }
            self.cursor.ensure(searched + 1)?;
        }
    }

    /// Like [`fetch`](Self::fetch), but checks as a plain reader would that the bytes arrived.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch_whole(&mut self, len: usize) -> Result<(), DecodeError> {
        self.fetch(len);
        if Self::FETCHES { self.cursor.ensure(len) } else { Ok(()) }
    }

    /// Gets all the input that there is, for a type that ends with its input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch_all(&mut self) {
        self.fetch_open(usize::MAX);
    }

    /// Gets a byte if there is one, for a type that may end here with its input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch_next(&mut self) {
        self.fetch_open(1);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fetch_open(&mut self, len: usize) {
        if Self::OPEN
            && self.remaining() < len
            && let Some(rest) = self.supply.open(self.cursor.rest(), self.offset(), len)
        {
            self.cursor = self.cursor.chunk(rest, self.offset());
        }
    }

    /// Notifies the supply that more input does not change the error: the bytes end before the
    /// input does.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn close(&self) {
        if Self::FETCHES {
            self.supply.close();
        }
    }

    /// Reads a value of at least `min` bytes by a function of the cursor, and once more when that
    /// reached the end and there was more input.
    #[cold]
    #[inline(never)]
    pub(crate) fn read_again<T>(
        &mut self,
        min: usize,
        read: impl Fn(&mut Cursor<'de>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        loop {
            let mut ahead = self.cursor.clone();
            let outcome = read(&mut ahead);
            let left = self.remaining();
            if matches!(&outcome, Err(error) if error.kind() == DecodeErrorKind::UnexpectedEnd) {
                self.fetch(left.saturating_add(1).max(min));
            }
            if self.remaining() == left {
                self.cursor = ahead;
                return outcome;
            }
        }
    }

    /// The bytes that were read since the offset `from`, where `rest` was left. What was fetched
    /// since then is not after `rest`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn since(&self, from: usize, rest: &'de [u8]) -> &'de [u8] {
        if Self::FETCHES {
            return self.between(from, rest, from..self.offset()).unwrap_or_default();
        }
        // A foreign implementation may have put another reader in place.
        &rest[..rest.len().saturating_sub(self.remaining())]
    }

    /// The bytes between two offsets, both reached since the offset `from`, where `rest` was left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn between(
        &self,
        from: usize,
        rest: &'de [u8],
        range: Range<usize>,
    ) -> Option<&'de [u8]> {
        let bytes = rest.get(range.start.wrapping_sub(from)..range.end.wrapping_sub(from));
        if Self::FETCHES { bytes.or_else(|| self.supply.between(range)) } else { bytes }
    }

    /// Fetches a run of fields; [`run`](Self::run) then checks it, by a shared reference: with a
    /// mutable one, the code that follows takes more instructions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fetch_run(&mut self, before: Size, run: Size) -> Result<(), DecodeError> {
        if before.fixed { Ok(()) } else { self.fetch_whole(run.min) }
    }
}
