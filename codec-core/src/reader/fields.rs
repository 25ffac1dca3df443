//! The fields of structs, one after the other: what generated code calls.
#![forbid(unsafe_code)]

use super::Reader;
use crate::decode::Decodable;
use crate::decode_ref::DecodableRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::size::Size;
use crate::trace::Trace;

impl<'de, F: Format> Reader<'de, F> {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter(&mut self, of: &'static str, field: &'static str) {
        if <F::State as Trace>::ON {
            let start = self.offset();
            self.state.enter_field(of, field, start);
        }
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave(&mut self) {
        if <F::State as Trace>::ON {
            let end = self.offset();
            self.state.leave(end);
        }
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn run(&self, before: Size, run: Size) -> Result<(), DecodeError> {
        if before.fixed { Ok(()) } else { self.ensure(run.min) }
    }

    // Without optimisation, a field is a call: written out for each of them, the
    // primitives make a wide struct slow to build, and its stack frame large.

    /// Decodes the next field of the struct `of`. `before` is the size of the
    /// field before it ([`Size::UNKNOWN`] for the first) and `run` the run that
    /// starts with this one. Generated code calls this.
    ///
    /// # Errors
    /// Those of the field.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field<T: Decodable>(
        &mut self,
        of: &'static str,
        field: &'static str,
        before: Size,
        run: Size,
    ) -> Result<T, DecodeError> {
        if Self::FETCHES {
            self.fetch_run(before, run)?;
        }
        self.run(before, run)?;
        self.enter(of, field);
        let value = T::decode(self)?;
        self.leave();
        Ok(value)
    }

    /// As [`field`](Self::field), over an existing value.
    ///
    /// # Errors
    /// Those of the field.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field_into<T: Decodable>(
        &mut self,
        value: &mut T,
        of: &'static str,
        field: &'static str,
        before: Size,
        run: Size,
    ) -> Result<(), DecodeError> {
        if Self::FETCHES {
            self.fetch_run(before, run)?;
        }
        self.run(before, run)?;
        self.enter(of, field);
        value.decode_into(self)?;
        self.leave();
        Ok(())
    }

    /// As [`field`](Self::field), borrowing from the input.
    ///
    /// # Errors
    /// Those of the field.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn field_ref<T: DecodableRef<'de>>(
        &mut self,
        of: &'static str,
        field: &'static str,
        before: Size,
        run: Size,
    ) -> Result<T, DecodeError> {
        if Self::FETCHES {
            self.fetch_run(before, run)?;
        }
        self.run(before, run)?;
        self.enter(of, field);
        let value = T::decode_ref(self)?;
        self.leave();
        Ok(value)
    }

    /// Reads some of the fields of a struct that has many, in a function of its
    /// own. Generated code calls this.
    ///
    /// # Errors
    /// Those of `read`.
    #[inline(never)]
    pub fn group<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        read(self)
    }
}
