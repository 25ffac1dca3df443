//! The piece that a state machine is fed with.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::Probe;
use super::carry::Carry;
use super::probe::{Probed, probe};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
#[cfg(any(feature = "alloc", feature = "arrayvec", feature = "heapless"))]
use crate::format::size::Size;
use crate::io::cursor::Cursor;
use crate::io::limits::Budget;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

/// The rest of a piece of input, its offset in the value, and the bytes kept of the
/// pieces before it.
pub struct Feed<'a> {
    pub(super) rest: &'a [u8],
    /// The offset of the first byte of `rest`, from the start of the value.
    pub(super) offset: usize,
    /// The remaining budget of the value.
    pub(super) budget: Budget,
    /// `true` if no piece follows.
    pub(super) ended: bool,
    /// Number of bytes that are missing at least.
    pub(super) need: usize,
    /// Number of bytes that a failed attempt may read.
    pub(super) spare: usize,
    /// `true` if the value may continue for as long as there is input.
    pub(super) open: bool,
    pub(super) carry: &'a mut Carry,
}

impl<'a> Feed<'a> {
    /// Offset of the next byte from the start of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Number of bytes left in this piece.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Offset of what begins next, or was begun and cut.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin(&self) -> usize {
        self.offset.wrapping_sub(self.carry.len())
    }

    /// A reader over the rest of this piece.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reader<F: Format>(&self) -> Reader<'a, F> {
        Reader::from_cursor(Cursor::at(self.rest, self.offset).with_budget(self.budget))
    }

    /// Skips bytes of this piece.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pass(&mut self, len: usize) -> &'a [u8] {
        let (head, rest) = self.rest.split_at(len.min(self.rest.len()));
        self.rest = rest;
        self.offset = self.offset.wrapping_add(head.len());
        head
    }

    /// Advances to the position of `r`, a reader over this piece.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pass_to<F: Format>(&mut self, r: &Reader<'_, F>) {
        self.pass(self.rest.len().saturating_sub(r.remaining()));
        self.budget = r.cursor().budget();
    }

    /// The piece has ended: `None`, and a hint how many bytes are missing; or the error
    /// when no piece follows.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[inline]
    pub fn wait<T>(&mut self, need: usize) -> Result<Option<T>, DecodeError> {
        if self.ended {
            return Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, self.offset));
        }
        self.need = need.max(1);
        Ok(None)
    }

    /// Returns whether to try the ordinary decoder for a value of `min` bytes at least: all of
    /// it may be in this piece. When it doesn't, the attempt has read the rest of the
    /// piece for nothing; that happens to each byte three times at most, however deep
    /// values nest.
    #[inline]
    pub(super) fn may_try(&self, min: usize) -> bool {
        self.carry.is_empty() && min <= self.rest.len() && self.rest.len() <= self.spare
    }

    /// Records a failed attempt that [`may_try`](Self::may_try) allowed.
    #[inline]
    pub(super) const fn tried(&mut self, len: usize) {
        self.spare = self.spare.saturating_sub(len);
    }

    /// Reads a value that is complete in this piece, with the ordinary decoder. If that fails, the
    /// state machine finds the error. The extent of one that may be open depends on what follows.
    #[inline]
    pub fn attempt<F: Format, T: Decodable>(&mut self) -> Option<T> {
        if self.open || !self.may_try(T::size::<F>().min) {
            return None;
        }
        let mut r = self.reader::<F>();
        if let Ok(value) = T::decode(&mut r) {
            self.pass_to(&r);
            Some(value)
        } else {
            self.tried(self.rest.len());
            None
        }
    }

    /// Reads a number, or another value of few bytes, `min` at least, that can't be
    /// decoded in part. Its bytes are kept until all have arrived.
    ///
    /// # Errors
    /// The errors of `read`, and [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when no
    /// piece follows. Without `alloc`, [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit)
    /// for one of more than 64 bytes.
    #[inline]
    pub fn leaf<F: Format, T>(
        &mut self,
        min: usize,
        read: impl Fn(&mut Reader<'_, F>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if self.carry.is_empty() {
            let mut r = self.reader::<F>();
            let outcome = read(&mut r);
            match outcome {
                Ok(value) => {
                    self.pass_to(&r);
                    return Ok(Some(value));
                }
                Err(error) if self.ended || error.kind() != DecodeErrorKind::UnexpectedEnd => {
                    return Err(error);
                }
                Err(_) => {}
            }
        }
        self.leaf_in_pieces(min, read)
    }

    #[inline(never)]
    fn leaf_in_pieces<F: Format, T>(
        &mut self,
        min: usize,
        read: impl Fn(&mut Reader<'_, F>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        loop {
            let wanted = min.saturating_sub(self.carry.len()).max(1);
            let got = self.keep(wanted)?;
            if got < wanted {
                return self.wait(wanted - got);
            }
            let cursor = Cursor::at(self.carry.bytes(), self.begin()).with_budget(self.budget);
            let mut r = Reader::<F>::from_cursor(cursor);
            let outcome = read(&mut r);
            let budget = r.cursor().budget();
            drop(r);
            match outcome {
                Err(error) if error.kind() == DecodeErrorKind::UnexpectedEnd => {}
                outcome => {
                    self.budget = budget;
                    self.carry.clear();
                    return outcome.map(Some);
                }
            }
        }
    }

    /// Keeps bytes of this piece, `len` at most; returns how many.
    fn keep(&mut self, len: usize) -> Result<usize, DecodeError> {
        let begin = self.begin();
        let bytes = self.pass(len);
        if self.carry.append(bytes) {
            return Ok(bytes.len());
        }
        let kind = if cfg!(feature = "alloc") {
            DecodeErrorKind::OutOfMemory
        } else {
            DecodeErrorKind::LengthOverLimit
        };
        Err(DecodeError::new(kind, begin))
    }

    /// Reads a value by a function that can't be resumed. Its bytes are collected, as
    /// many as it requests and none beyond; once they have arrived, it is read, and once
    /// more whenever it then requests more.
    ///
    /// So a value is read again whenever a piece ends in one of its lengths, at most once a piece,
    /// and `log n` times besides: a value that begins with its length is read two or three times in
    /// all, one that goes on to a terminator twice, and a sequence of strings that arrives byte by
    /// byte as often as it has strings. One that ends with its input is read `log n` times.
    ///
    /// # Errors
    /// The errors of `read`, and [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd) when no
    /// piece follows. [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit) when it would be read
    /// more than 256 times, not counting the first 16 MiB that are read again. Without `alloc`, [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit)
    /// for one of more than 64 bytes that is cut.
    pub fn collect<F: Format, T>(
        &mut self,
        read: impl Fn(&mut Reader<'_, Probe<F>>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if self.carry.is_empty() {
            let Probed { outcome, used, wanted, sought, open, budget } =
                probe(self.rest, self.offset, self.budget, &read);
            let Some(wanted) = wanted.filter(|_| !self.ended) else {
                self.pass(used);
                self.budget = budget;
                return outcome.map(Some);
            };
            self.keep(self.rest.len())?;
            self.carry.set_need(wanted, sought, open);
        }
        loop {
            let have = self.carry.len();
            let missing = self.missing();
            if missing > self.rest.len() && !self.ended {
                self.keep(self.rest.len())?;
                return self.wait(self.carry.need().saturating_sub(self.carry.len()));
            }
            // Twice as much as there was, or else a piece of many parts is read once for each of
            // them. Bytes that are not needed are not consumed.
            let (begin, before) = (self.begin(), (self.rest, self.offset));
            self.keep(missing.max(have))?;
            if !self.carry.read_again() {
                return Err(DecodeError::new(DecodeErrorKind::LengthOverLimit, begin));
            }
            let Probed { outcome, used, wanted, sought, open, budget } =
                probe(self.carry.bytes(), begin, self.budget, &read);
            match wanted {
                Some(wanted) if !(self.ended && self.rest.is_empty()) => {
                    self.carry.set_need(wanted, sought, open);
                    if self.rest.is_empty() {
                        return self.wait(wanted - self.carry.len());
                    }
                }
                _ => {
                    self.carry.clear();
                    let value = outcome?;
                    // A value that needed more bytes before can't take fewer now.
                    let Some(taken) = used.checked_sub(have) else {
                        let end = begin.wrapping_add(used);
                        return Err(DecodeError::new(DecodeErrorKind::TrailingBytes, end));
                    };
                    (self.rest, self.offset) = before;
                    self.pass(taken);
                    self.budget = budget;
                    return Ok(Some(value));
                }
            }
        }
    }

    /// Number of bytes of this piece, at least, to keep before it helps to read a collected
    /// value again: more than there are if they lack the byte at which it ends.
    fn missing(&self) -> usize {
        match self.carry.sought() {
            None => self.carry.due().saturating_sub(self.carry.len()),
            Some(end) => {
                let before = self.rest.iter().position(|byte| *byte == end);
                before.unwrap_or(self.rest.len()).saturating_add(1)
            }
        }
    }

    /// Enters a nested value, if it `nests`. Pair with [`ascend`](Self::ascend).
    ///
    /// # Errors
    /// [`DepthExceeded`](DecodeErrorKind::DepthExceeded).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn descend(&mut self, nests: bool) -> Result<(), DecodeError> {
        if !nests {
            return Ok(());
        }
        if self.budget.nesting >= self.budget.depth {
            return Err(DecodeError::new(DecodeErrorKind::DepthExceeded, self.offset));
        }
        self.budget.nesting += 1;
        Ok(())
    }

    /// Leaves a nested value, complete or cut.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn ascend(&mut self, nests: bool) {
        if nests {
            self.budget.nesting -= 1;
        }
    }

    /// Resumes one level deeper. Every type that can contain itself decodes its content
    /// through this.
    ///
    /// # Errors
    /// [`DepthExceeded`](DecodeErrorKind::DepthExceeded), and those of `resume`.
    #[inline]
    pub fn nested<T>(
        &mut self,
        resume: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.descend(true)?;
        let outcome = resume(self);
        self.ascend(true);
        outcome
    }

    /// Begins the content of `count` elements, each of this size and of this many bytes of memory,
    /// and returns where it starts.
    #[cfg(any(feature = "alloc", feature = "arrayvec", feature = "heapless"))]
    #[inline]
    pub(super) fn begin_elements(
        &mut self,
        count: usize,
        (size, memory): (Size, usize),
    ) -> Result<usize, DecodeError> {
        if size.fixed && size.min == 0 {
            self.charge_empty(count, memory, self.offset)?;
        }
        self.descend(!size.fixed)?;
        self.ascend(!size.fixed);
        Ok(self.offset)
    }

    /// Charges an element that began at this offset, with this much memory left, if it has no bytes.
    #[cfg(any(feature = "alloc", feature = "arrayvec", feature = "heapless"))]
    #[inline]
    pub(super) const fn end_element(
        &mut self,
        (begin, left): (usize, usize),
        (size, memory): (Size, usize),
        start: usize,
    ) -> Result<(), DecodeError> {
        if self.offset != begin || size.fixed {
            return Ok(());
        }
        // Memory of boxes without bytes on the wire counts as the element's.
        let taken = left.saturating_sub(self.budget.memory);
        self.charge_empty(1, taken.saturating_add(memory), start)
    }

    /// Charges zero-length elements, each of this many bytes of memory, in a sequence
    /// whose content starts at `start`.
    #[cfg(any(feature = "alloc", feature = "arrayvec", feature = "heapless"))]
    #[inline]
    const fn charge_empty(
        &mut self,
        count: usize,
        memory: usize,
        start: usize,
    ) -> Result<(), DecodeError> {
        match Cursor::at(&[], start).with_budget(self.budget).charged_empty(count, memory) {
            Ok(budget) => {
                self.budget = budget;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(feature = "alloc")]
impl Feed<'_> {
    /// Returns whether a value that leaves this many bytes of the piece is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn is_whole(&self, left: usize) -> bool {
        left > 0 || !self.open
    }

    /// The error of memory that is refused.
    pub(super) const fn out_of_memory(&self) -> DecodeError {
        DecodeError::new(DecodeErrorKind::OutOfMemory, self.offset)
    }

    /// Makes room for one more element.
    #[inline]
    pub(super) fn room_for_one<T>(&self, items: &mut Vec<T>) -> Result<(), DecodeError> {
        if items.len() < items.capacity() || items.try_reserve(1).is_ok() {
            return Ok(());
        }
        Err(self.out_of_memory())
    }

    /// A state on the heap, which is made when there is none.
    #[inline]
    pub(super) fn state<'s, S: Default>(
        &self,
        state: &'s mut Option<Box<S>>,
    ) -> Result<&'s mut S, DecodeError> {
        if state.is_none() {
            *state = crate::raw::boxed(S::default());
        }
        state.as_deref_mut().ok_or_else(|| self.out_of_memory())
    }

    /// Charges heap memory, in bytes.
    #[inline]
    pub(crate) const fn charge(&mut self, bytes: usize) -> Result<(), DecodeError> {
        match self.budget.memory.checked_sub(bytes) {
            Some(left) => {
                self.budget.memory = left;
                Ok(())
            }
            None => Err(DecodeError::new(DecodeErrorKind::MemoryExceeded, self.offset)),
        }
    }
}

impl fmt::Debug for Feed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed")
            .field("offset", &self.offset)
            .field("remaining", &self.rest.len())
            .field("carried", &self.carry.len())
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}
