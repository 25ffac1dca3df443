//! The position in the input: a plain slice and what is needed to name offsets.
//!
//! Every read is one comparison and one load, inlined. A generated decoder
//! checks a whole run of fixed-size fields first ([`Cursor::ensure`]); the
//! optimiser then drops the comparisons of the reads that the run covers, so
//! the fast path needs no unsafe code.
#![forbid(unsafe_code)]

use super::limits::{Budget, EMPTY_ELEMENT, Limits, levels};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::raw;

/// A position in a slice of input, independent of any format.
///
/// ```
/// use codec_core::Cursor;
/// let mut cursor = Cursor::new(&[1, 2, 3, 4]);
/// assert_eq!(cursor.byte(), Ok(1));
/// assert_eq!(cursor.take(2), Ok(&[2, 3][..]));
/// assert_eq!((cursor.offset(), cursor.rest()), (3, &[4][..]));
/// ```
#[derive(Debug, Clone)]
pub struct Cursor<'de> {
    rest: &'de [u8],
    /// Offset of the end of `rest`, counted from the start of the input.
    end: usize,
    budget: Budget,
    #[cfg(feature = "bytes")]
    source: Option<&'de bytes::Bytes>,
}

impl<'de> Cursor<'de> {
    /// A cursor at the start of `input`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(input: &'de [u8]) -> Self {
        Self::at(input, 0)
    }

    /// A cursor at the start of `input`, which itself begins at byte `base` of
    /// something larger; offsets are counted from there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn at(input: &'de [u8], base: usize) -> Self {
        Self {
            rest: input,
            end: base.wrapping_add(input.len()),
            budget: Budget::new(Limits::DEFAULT),
            #[cfg(feature = "bytes")]
            source: None,
        }
    }

    /// A cursor over reference-counted memory: [`shared`](Self::shared) slices it
    /// instead of copying.
    #[cfg(feature = "bytes")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_bytes(source: &'de bytes::Bytes) -> Self {
        Self { source: Some(source), ..Self::new(source) }
    }

    /// A cursor over a part of reference-counted memory; offsets count from the part's
    /// first byte.
    ///
    /// # Panics
    /// When `part` is not inside `source`.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codec_core::Cursor;
    /// let source = Bytes::from_static(b"header, payload");
    /// let mut cursor = Cursor::within(&source, &source[8..]);
    /// assert_eq!(cursor.shared(7)?, "payload");
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    #[cfg(feature = "bytes")]
    #[inline]
    pub fn within(source: &'de bytes::Bytes, part: &'de [u8]) -> Self {
        let (whole, part_range) = (source.as_ptr_range(), part.as_ptr_range());
        assert!(
            part.is_empty() || (whole.start <= part_range.start && part_range.end <= whole.end),
            "the part lies outside the source"
        );
        Self { source: Some(source), ..Self::new(part) }
    }

    /// A cursor over input that was decoded before: its limits held then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn checked(mut self) -> Self {
        self.budget = Budget::UNLIMITED;
        self
    }

    /// Returns whether the input was decoded before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn is_checked(&self) -> bool {
        self.budget.is_unlimited()
    }

    /// Returns what is left of what the decode may take.
    #[cfg(feature = "push")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn budget(&self) -> Budget {
        self.budget
    }

    /// A cursor that goes on with what is left of a budget.
    #[cfg(feature = "push")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets what decoding from here on may take.
    ///
    /// ```
    /// use codec_core::{Cursor, DecodeErrorKind, Limits};
    /// let limits = Limits { memory: 10, ..Limits::DEFAULT };
    /// let mut cursor = Cursor::new(&[]).with_limits(limits);
    /// assert_eq!((cursor.charge(9), cursor.charge(1)), (Ok(()), Ok(())));
    /// assert_eq!(cursor.charge(1).unwrap_err().kind(), DecodeErrorKind::MemoryExceeded);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.budget = Budget::new(limits);
        self
    }

    /// Sets how many levels of nested values may still be entered, `u16::MAX - 1` at most.
    #[inline]
    #[must_use]
    pub const fn with_depth(mut self, depth: u32) -> Self {
        self.budget.nesting = 0;
        self.budget.depth = levels(depth);
        self
    }

    /// Charges heap memory, in bytes, against what the decode may take.
    ///
    /// # Errors
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded) when less is left; then
    /// nothing is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn charge(&mut self, bytes: usize) -> Result<(), DecodeError> {
        let (left, exceeded) = self.budget.memory.overflowing_sub(bytes);
        self.budget.memory = left;
        if exceeded {
            self.budget.memory = 0;
            return Err(self.error(DecodeErrorKind::MemoryExceeded));
        }
        Ok(())
    }

    /// Takes back what was charged for what is decoded once more.
    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn refund(&mut self, bytes: usize) {
        self.budget.memory = self.budget.memory.saturating_add(bytes);
    }

    /// Charges zero-length elements, each of this many bytes of memory, against what
    /// the decode may take.
    ///
    /// # Errors
    /// [`TooManyEmptyElements`](DecodeErrorKind::TooManyEmptyElements).
    #[inline]
    pub(crate) const fn charge_empty(
        &mut self,
        count: usize,
        memory: usize,
    ) -> Result<(), DecodeError> {
        let weight = if memory <= EMPTY_ELEMENT { 1 } else { memory.div_ceil(EMPTY_ELEMENT) };
        let left = self.budget.elements as usize;
        let taken = count.saturating_mul(weight);
        if taken > left {
            self.budget.elements = 0;
            return Err(self.error(DecodeErrorKind::TooManyEmptyElements));
        }
        #[expect(clippy::cast_possible_truncation, reason = "no more than it was")]
        let left = (left - taken) as u32;
        self.budget.elements = left;
        Ok(())
    }

    /// The budget that is left after [`charge_empty`](Self::charge_empty).
    #[cfg(all(
        feature = "push",
        any(feature = "alloc", feature = "arrayvec", feature = "heapless")
    ))]
    pub(crate) const fn charged_empty(
        mut self,
        count: usize,
        memory: usize,
    ) -> Result<Budget, DecodeError> {
        match self.charge_empty(count, memory) {
            Ok(()) => Ok(self.budget),
            Err(error) => Err(error),
        }
    }

    /// Memory that the decode may still take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn memory_left(&self) -> usize {
        self.budget.memory
    }

    /// Number of zero-length elements that the decode may still take.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn empty_left(&self) -> usize {
        self.budget.elements as usize
    }

    /// Byte offset from the start of the input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn offset(&self) -> usize {
        self.end.wrapping_sub(self.rest.len())
    }

    /// Number of bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// An error of this kind at the current offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::new(kind, self.offset())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    const fn unexpected_end(&self) -> DecodeError {
        DecodeError::new(DecodeErrorKind::UnexpectedEnd, self.end)
    }

    /// Checks once that `len` bytes are left, so that the reads of those bytes
    /// need no check of their own.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) at the end of the input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn ensure(&self, len: usize) -> Result<(), DecodeError> {
        if self.rest.len() < len { Err(self.unexpected_end()) } else { Ok(()) }
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when none is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn byte(&mut self) -> Result<u8, DecodeError> {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                Ok(byte)
            }
            None => Err(self.unexpected_end()),
        }
    }

    /// Reads exactly `N` bytes.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when fewer are left;
    /// the cursor then stays where it was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn array<const N: usize>(&mut self) -> Result<&'de [u8; N], DecodeError> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(head)
            }
            None => Err(self.unexpected_end()),
        }
    }

    /// Reads `len` bytes without copying.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when fewer are left;
    /// the cursor then stays where it was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn take(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        match self.rest.split_at_checked(len) {
            Some((head, rest)) => {
                self.rest = rest;
                Ok(head)
            }
            None => Err(self.unexpected_end()),
        }
    }

    /// Reads `len` bytes of UTF-8 without copying.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when fewer bytes are
    /// left, [`InvalidUtf8`](DecodeErrorKind::InvalidUtf8) at the string's
    /// first byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn str(&mut self, len: usize) -> Result<&'de str, DecodeError> {
        // Most strings of a protocol are short and ASCII.
        if !cfg!(feature = "optimize_for_size")
            && let Some((window, _)) = self.rest.split_first_chunk::<{ raw::SHORT }>()
            && let Some(text) = raw::short_ascii(window, len)
        {
            self.rest = &self.rest[len..];
            return Ok(text);
        }
        let offset = self.offset();
        match text_outside_window(self.take(len)?) {
            Some(text) => Ok(text),
            None => Err(DecodeError::new(DecodeErrorKind::InvalidUtf8, offset)),
        }
    }

    /// Reads `len` bytes as a slice that shares the input's memory when that is
    /// reference-counted, and as a copy otherwise.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when fewer are left.
    #[cfg(feature = "bytes")]
    #[inline]
    pub fn shared(&mut self, len: usize) -> Result<bytes::Bytes, DecodeError> {
        let bytes = self.take(len)?;
        self.charge_copy(len)?;
        self.share(bytes)
    }

    /// Charges a copy of `len` bytes, unless the input is reference-counted: then none is made.
    ///
    /// # Errors
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded).
    pub(crate) const fn charge_copy(&mut self, len: usize) -> Result<(), DecodeError> {
        #[cfg(feature = "bytes")]
        if self.source.is_some() {
            return Ok(());
        }
        self.charge(len)
    }

    /// Bytes of this cursor's input, as a reference-counted slice or a copy.
    #[cfg(feature = "bytes")]
    ///
    /// # Errors
    /// [`OutOfMemory`](DecodeErrorKind::OutOfMemory).
    pub(crate) fn share(&self, bytes: &'de [u8]) -> Result<bytes::Bytes, DecodeError> {
        match self.source {
            Some(source) => Ok(source.slice_ref(bytes)),
            None => match raw::copied(bytes) {
                Some(bytes) => Ok(bytes.into()),
                None => Err(self.error(DecodeErrorKind::OutOfMemory)),
            },
        }
    }

    /// Enters a nested value. Pair with [`ascend`](Self::ascend).
    ///
    /// # Errors
    /// [`DepthExceeded`](DecodeErrorKind::DepthExceeded) when the budget is used up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn descend(&mut self) -> Result<(), DecodeError> {
        if self.budget.nesting >= self.budget.depth {
            return Err(self.error(DecodeErrorKind::DepthExceeded));
        }
        self.budget.nesting += 1;
        Ok(())
    }

    /// Leaves a nested value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn ascend(&mut self) {
        self.budget.nesting = self.budget.nesting.wrapping_sub(1);
    }

    /// Number of levels that have been entered.
    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn nesting(&self) -> u32 {
        self.budget.nesting as u32
    }

    /// This cursor, further on in its input or after a part of it, with what is left of
    /// the budget of `part`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn charged_as(mut self, part: &Self) -> Self {
        self.budget = part.budget;
        self
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// [`TrailingBytes`](DecodeErrorKind::TrailingBytes) at the first byte left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn finish(&self) -> Result<(), DecodeError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.error(DecodeErrorKind::TrailingBytes)) }
    }

    /// A cursor over one chunk of this input that starts at `offset`; it keeps
    /// the depth budget and the source.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn chunk(&self, chunk: &'de [u8], offset: usize) -> Self {
        Self {
            rest: chunk,
            end: offset.wrapping_add(chunk.len()),
            budget: self.budget,
            #[cfg(feature = "bytes")]
            source: self.source,
        }
    }
}

// Functions off the fast path take arguments by value, never the cursor: a cursor whose address is
// taken is kept in memory, and stored and loaded at every field.

/// A string that is long, not ASCII, or near the end of the input; `None` when it is
/// not UTF-8. (An error would make the result too large for registers.)
#[inline(never)]
fn text_outside_window(bytes: &[u8]) -> Option<&str> {
    if cfg!(feature = "optimize_for_size") {
        return core::str::from_utf8(bytes).ok();
    }
    raw::short_ascii_at_end(bytes).or_else(|| core::str::from_utf8(bytes).ok())
}
