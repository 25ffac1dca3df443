//! Where a serializer writes to: a writer, or a count of the bytes.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Serialize;

use super::Error;
use super::serializer::Values;
use crate::error::{EncodeError, EncodeErrorKind};
use crate::format::int::Int;
use crate::format::{Format, Layout as _, MapOrder};
use crate::impls::result;
use crate::write::writer::Writer;

/// What a serializer needs from its target.
pub(super) trait Sink {
    type Format: Format;

    /// In which order the entries of maps are written.
    const MAP_ORDER: MapOrder = MapOrder::Iteration;

    /// How many bytes have been written.
    fn position(&self) -> usize;
    fn byte(&mut self, byte: u8) -> Result<(), Error>;
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn int<I: Int>(&mut self, value: I) -> Result<(), Error>;
    fn single(&mut self, value: f32) -> Result<(), Error>;
    fn double(&mut self, value: f64) -> Result<(), Error>;
    fn char(&mut self, value: char) -> Result<(), Error>;
    fn length(&mut self, len: usize) -> Result<(), Error>;
    fn tag(&mut self, tag: u32) -> Result<(), Error>;

    #[inline]
    fn signed_byte(&mut self, byte: i8) -> Result<(), Error> {
        self.byte(byte.cast_unsigned())
    }

    /// The tag of a `Result`.
    #[inline]
    fn outcome(&mut self, ok: bool) -> Result<(), Error> {
        let tag = result::tag::<Self::Format>(ok);
        if Self::Format::RULES.result_byte { self.byte(u8::from(tag == 1)) } else { self.tag(tag) }
    }

    /// A string or a byte string.
    #[inline]
    fn text(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.length(bytes.len())?;
        self.bytes(bytes)
    }

    /// Another element of a sequence or entry of a map comes next.
    #[inline]
    fn more(&mut self) {}

    /// A sequence or a map ends.
    #[inline]
    fn end(&mut self) {}

    /// Writes content that follows its length, which is known only afterwards: a writer encodes it
    /// into `held`.
    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, held: &mut Vec<u8>) -> Result<(), Error>;

    /// An error of this kind after what has been written.
    fn error(&self, kind: EncodeErrorKind) -> Error {
        EncodeError::new(kind, self.position()).into()
    }
}

impl<F: Format> Sink for Writer<'_, F> {
    type Format = F;
    const MAP_ORDER: MapOrder = F::RULES.map_order;

    fn position(&self) -> usize {
        self.written()
    }

    #[inline]
    fn byte(&mut self, byte: u8) -> Result<(), Error> {
        Ok(Writer::byte(self, byte)?)
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        Ok(Writer::bytes(self, bytes)?)
    }

    #[inline]
    fn int<I: Int>(&mut self, value: I) -> Result<(), Error> {
        Ok(Writer::int(self, value)?)
    }

    #[inline]
    fn single(&mut self, value: f32) -> Result<(), Error> {
        Ok(F::write_f32(self.output(), value)?)
    }

    #[inline]
    fn double(&mut self, value: f64) -> Result<(), Error> {
        Ok(F::write_f64(self.output(), value)?)
    }

    #[inline]
    fn char(&mut self, value: char) -> Result<(), Error> {
        Ok(F::write_char(self.output(), value)?)
    }

    #[inline]
    fn length(&mut self, len: usize) -> Result<(), Error> {
        Ok(Writer::length(self, len)?)
    }

    #[inline]
    fn tag(&mut self, tag: u32) -> Result<(), Error> {
        Ok(F::write_tag(self.output(), tag)?)
    }

    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, held: &mut Vec<u8>) -> Result<(), Error> {
        super::append::<F, T>(value, held)
    }
}

/// Counts the bytes that a format would write.
pub(super) struct Counter<F> {
    len: usize,
    format: PhantomData<F>,
}

impl<F: Format> Counter<F> {
    pub(super) const fn new() -> Self {
        Self { len: 0, format: PhantomData }
    }

    fn add(&mut self, len: usize) {
        self.len = self.len.wrapping_add(len);
    }
}

impl<F: Format> Sink for Counter<F> {
    type Format = F;

    fn position(&self) -> usize {
        self.len
    }

    #[inline]
    fn byte(&mut self, _byte: u8) -> Result<(), Error> {
        self.add(1);
        Ok(())
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.add(bytes.len());
        Ok(())
    }

    #[inline]
    fn int<I: Int>(&mut self, value: I) -> Result<(), Error> {
        self.add(F::int_len(value));
        Ok(())
    }

    #[inline]
    fn single(&mut self, _value: f32) -> Result<(), Error> {
        self.add(4);
        Ok(())
    }

    #[inline]
    fn double(&mut self, _value: f64) -> Result<(), Error> {
        self.add(8);
        Ok(())
    }

    #[inline]
    fn char(&mut self, value: char) -> Result<(), Error> {
        self.add(F::char_len(value));
        Ok(())
    }

    #[inline]
    fn length(&mut self, len: usize) -> Result<(), Error> {
        self.add(F::len_len(len));
        Ok(())
    }

    #[inline]
    fn tag(&mut self, tag: u32) -> Result<(), Error> {
        self.add(F::tag_len(tag));
        Ok(())
    }

    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, _held: &mut Vec<u8>) -> Result<(), Error> {
        value.serialize(Values::new(self))
    }
}
