//! Values within values: levels of nesting, and the elements of sequences.
//!
//! The work around elements is split into two halves, before and after. Without optimisation, each
//! function that calls another to decode has a stack frame at every level where values nest; one
//! that returns before the value is decoded has none.
#![forbid(unsafe_code)]

use super::reader::Reader;
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;

/// The offset where an element began, and the memory budget left then.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    offset: usize,
    memory: usize,
}

impl<F: Format> Reader<'_, F> {
    /// Decodes a value one level deeper. Every type that can contain itself
    /// decodes its content through this.
    ///
    /// # Errors
    /// [`DepthExceeded`](crate::DecodeErrorKind::DepthExceeded), and those of `decode`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn nested<T>(
        &mut self,
        decode: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.cursor.descend()?;
        let value = decode(self);
        if value.is_ok() {
            self.cursor.ascend();
        }
        value
    }

    /// Before the elements of a sequence, which are one level deeper; but fixed-size elements hold
    /// nothing that nests, and cost no level on any path.
    ///
    /// # Errors
    /// [`DepthExceeded`](crate::DecodeErrorKind::DepthExceeded).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin_elements(&mut self, size: Size) -> Result<(), DecodeError> {
        if size.fixed { Ok(()) } else { self.cursor.descend() }
    }

    /// After the elements of a sequence.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_elements(&mut self, size: Size) {
        if !size.fixed {
            self.cursor.ascend();
        }
    }

    /// Decodes an element of a sequence; a trace shows its index.
    ///
    /// # Errors
    /// The errors of `decode`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn element<T>(
        &mut self,
        index: usize,
        decode: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        self.enter_element(index);
        let value = decode(self);
        if value.is_ok() {
            self.leave();
        }
        value
    }

    /// Like [`element`](Self::element), for elements of this size on the wire and of
    /// `memory` bytes; one that might have had no bytes is charged when it had none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn element_of<T>(
        &mut self,
        size_and_memory: (Size, usize),
        index: usize,
        decode: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let before = self.begin_element(index);
        let value = decode(self);
        if value.is_ok() {
            self.end_element(size_and_memory, before)?;
        }
        value
    }

    /// The first half of [`element_of`](Self::element_of): a loop that calls both has no stack
    /// frame for it where values nest. Returns what the second half needs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin_element(&mut self, index: usize) -> Before {
        let before = Before { offset: self.offset(), memory: self.cursor.memory_left() };
        self.enter_element(index);
        before
    }

    /// The second half of [`element_of`](Self::element_of).
    ///
    /// # Errors
    /// [`TooManyEmptyElements`](crate::DecodeErrorKind::TooManyEmptyElements).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_element(
        &mut self,
        (size, memory): (Size, usize),
        before: Before,
    ) -> Result<(), DecodeError> {
        self.leave();
        if size.min == 0 && !size.fixed && self.offset() == before.offset {
            // Memory of boxes without bytes on the wire counts as the element's.
            let taken = before.memory.saturating_sub(self.cursor.memory_left());
            self.cursor.charge_empty(1, memory.saturating_add(taken))?;
        }
        Ok(())
    }
}
