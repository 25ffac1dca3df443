//! Reports of a reader to its record about the values that it reads.
#![forbid(unsafe_code)]

use super::reader::Reader;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::record::Trace;

impl<F: Format> Reader<'_, F> {
    /// Why a value is refused.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn refuse(&mut self, message: &'static str) {
        self.state.refused(message);
    }

    /// The error of a value at `start` that types before version `oldest` can't read, nor so `known`.
    #[inline]
    pub(crate) fn refuse_version(&mut self, start: usize, oldest: u32, known: u32) -> DecodeError {
        let number = |version| usize::try_from(version).unwrap_or(usize::MAX);
        self.state.over_limit(number(oldest), number(known));
        DecodeError::new(DecodeErrorKind::UnreadableVersion, start)
    }

    /// Why a type of serde refuses its value.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn remark(&mut self, message: &dyn core::fmt::Display) {
        self.state.remark(message);
    }

    /// A field starts; of a variant of an enum, `of` is `Enum::Variant`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter(&mut self, of: &'static str, field: &'static str) {
        if <F::State as Trace>::ON {
            let (of, variant) = match of.rsplit_once("::") {
                Some((of, variant)) => (of, Some(variant)),
                None => (of, None),
            };
            self.enter_field(of, variant, field);
        }
    }

    /// A field of the struct `of` starts, or of this variant of the enum `of`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_field(
        &mut self,
        of: &'static str,
        variant: Option<&'static str>,
        field: &'static str,
    ) {
        if <F::State as Trace>::ON {
            let start = self.offset();
            self.state.enter_field(of, variant, field, start);
        }
    }

    /// An element starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter_element(&mut self, index: usize) {
        if <F::State as Trace>::ON {
            let start = self.offset();
            self.state.enter_element(index, start);
        }
    }

    /// The field or element that started last ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave(&mut self) {
        if <F::State as Trace>::ON {
            let end = self.offset();
            self.state.leave(end);
        }
    }
}
