//! serde's view of a decoder.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{Deserializer, Visitor};

use super::DecodeError as Unsaid;
use super::access::{self, COUNTED, FIXED, NUMBERS, Parts, Variant};
use super::bytes::{self, Bytes};
use crate::de::read::{BorrowReader as _, Reader as _};
use crate::de::{BorrowDecoder, Decode, Decoder};
use crate::error::DecodeError;
use crate::impls::{decode_len, decode_option_tag};

/// The length in bytes up to which a string that is only looked at is read through the stack.
const SHORT: usize = 64;

/// The size of a tuple or struct, in bytes, from which on its memory is noted.
const LARGE: usize = 64;

/// The reading of byte strings from a decoder, and what is done with them.
pub(crate) trait Strings<'de, D: Decoder> {
    /// The next `len` bytes, for a visitor that looks at them: borrowed from the input, or for the
    /// time of the call.
    fn lent<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Lent<'de, '_>) -> T,
    ) -> Result<T, DecodeError>;

    /// The next `len` bytes, for a visitor that keeps them.
    fn kept<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Kept<'de>) -> T,
    ) -> Result<T, DecodeError>;
}

/// Bytes for a visitor that looks at them.
pub(crate) enum Lent<'de, 'a> {
    Borrowed(&'de [u8]),
    Shortly(&'a [u8]),
}

/// Bytes for a visitor that keeps them.
pub(crate) enum Kept<'de> {
    Borrowed(&'de [u8]),
    Owned(Vec<u8>),
}

/// Strings are copied.
pub(crate) struct Owning;

impl<'de, D: Decoder> Strings<'de, D> for Owning {
    #[inline]
    fn lent<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Lent<'de, '_>) -> T,
    ) -> Result<T, DecodeError> {
        if len <= SHORT {
            let mut bytes = [0; SHORT];
            let bytes = &mut bytes[..len];
            decoder.reader().read(bytes)?;
            return Ok(visit(Lent::Shortly(bytes)));
        }
        Ok(visit(Lent::Shortly(&decoder.reader().bytes(len)?)))
    }

    #[inline]
    fn kept<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Kept<'de>) -> T,
    ) -> Result<T, DecodeError> {
        Ok(visit(Kept::Owned(decoder.reader().bytes(len)?)))
    }
}

/// Strings are borrowed.
pub(crate) struct Borrowing;

impl<'de, D: BorrowDecoder<'de>> Strings<'de, D> for Borrowing {
    #[inline]
    fn lent<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Lent<'de, '_>) -> T,
    ) -> Result<T, DecodeError> {
        Ok(visit(Lent::Borrowed(decoder.borrow_reader().take_bytes(len)?)))
    }

    #[inline]
    fn kept<T>(
        decoder: &mut D,
        len: usize,
        visit: impl FnOnce(Kept<'de>) -> T,
    ) -> Result<T, DecodeError> {
        Ok(visit(Kept::Borrowed(decoder.borrow_reader().take_bytes(len)?)))
    }
}

/// Deserializes values from a decoder, one after another, with errors of type `E`.
pub(crate) struct Values<'a, D, S, E> {
    pub(super) decoder: &'a mut D,
    kind: PhantomData<(S, E)>,
}

impl<'a, D, S, E> Values<'a, D, S, E> {
    #[inline(always)]
    pub(crate) const fn new(decoder: &'a mut D) -> Self {
        Self { decoder, kind: PhantomData }
    }
}

impl<D: Decoder, S, E: From<DecodeError>> Values<'_, D, S, E> {
    #[inline(always)]
    fn read<T: Decode<D::Context>>(self) -> Result<T, E> {
        T::decode(self.decoder).map_err(E::from)
    }

    fn len(&mut self) -> Result<usize, DecodeError> {
        let len = decode_len(self.decoder)?;
        self.decoder.claim_bytes_read(len)?;
        Ok(len)
    }

    /// Reads one level deeper, for values that the input may nest without limit. Values of structs
    /// and tuples alone are finite.
    #[inline]
    fn nested<T>(self, read: impl FnOnce(&mut D) -> Result<T, E>) -> Result<T, E> {
        self.decoder.descend()?;
        // Returned as it is: a value taken out and put back would be copied.
        let outcome = read(self.decoder);
        self.decoder.ascend();
        outcome
    }
}

/// Bytes as a string.
#[inline]
fn text(bytes: &[u8]) -> Result<&str, DecodeError> {
    core::str::from_utf8(bytes).map_err(|inner| DecodeError::Utf8 { inner })
}

macro_rules! numbers {
    ($($method:ident $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            visitor.$visit(self.read()?)
        }
    )*};
}

impl<'de, D, S, E> Deserializer<'de> for Values<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, E> {
        Err(DecodeError::from(Unsaid::AnyNotSupported).into())
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, _: V) -> Result<V::Value, E> {
        Err(DecodeError::from(Unsaid::IdentifierNotSupported).into())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, E> {
        Err(DecodeError::from(Unsaid::IgnoredAnyNotSupported).into())
    }

    numbers! {
        deserialize_bool visit_bool;
        deserialize_u8 visit_u8;
        deserialize_u16 visit_u16;
        deserialize_u32 visit_u32;
        deserialize_u64 visit_u64;
        deserialize_u128 visit_u128;
        deserialize_i8 visit_i8;
        deserialize_i16 visit_i16;
        deserialize_i32 visit_i32;
        deserialize_i64 visit_i64;
        deserialize_i128 visit_i128;
        deserialize_f32 visit_f32;
        deserialize_f64 visit_f64;
        deserialize_char visit_char;
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, E> {
        let len = self.len()?;
        S::lent(self.decoder, len, |bytes| match bytes {
            Lent::Borrowed(bytes) => visitor.visit_borrowed_str(text(bytes)?),
            Lent::Shortly(bytes) => visitor.visit_str(text(bytes)?),
        })?
    }

    fn deserialize_string<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, E> {
        let len = self.len()?;
        S::kept(self.decoder, len, |bytes| match bytes {
            Kept::Borrowed(bytes) => visitor.visit_borrowed_str(text(bytes)?),
            Kept::Owned(bytes) => {
                let text = String::from_utf8(bytes)
                    .map_err(|error| DecodeError::Utf8 { inner: error.utf8_error() })?;
                visitor.visit_string(text)
            }
        })?
    }

    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, E> {
        let len = self.len()?;
        S::lent(self.decoder, len, |bytes| match bytes {
            Lent::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Lent::Shortly(bytes) => visitor.visit_bytes(bytes),
        })?
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, E> {
        let len = self.len()?;
        S::kept(self.decoder, len, |bytes| match bytes {
            Kept::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Kept::Owned(bytes) => visitor.visit_byte_buf(bytes),
        })?
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        if !decode_option_tag(self.decoder, "Option<T>")? {
            return visitor.visit_none();
        }
        self.nested(|decoder| visitor.visit_some(Values::<_, S, E>::new(decoder)))
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let len = decode_len(self.decoder)?;
        if bytes::are_wanted::<D, V>() {
            return self
                .nested(|decoder| visitor.visit_seq(Bytes::<_, S, E>::counted(decoder, len)));
        }
        if access::are_numbers::<V::Value>() {
            return self.nested(|decoder| {
                visitor.visit_seq(Parts::<_, S, E, NUMBERS>::counted(decoder, len))
            });
        }
        self.nested(|decoder| visitor.visit_seq(Parts::<_, S, E, COUNTED>::counted(decoder, len)))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, E> {
        // It may be in a box, and have no bytes.
        if size_of::<V::Value>() > LARGE {
            self.decoder.note_heap(size_of::<V::Value>());
        }
        visitor.visit_seq(Parts::<_, S, E, FIXED>::fixed(self.decoder, len))
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, E> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let len = decode_len(self.decoder)?;
        self.nested(|decoder| visitor.visit_map(Parts::<_, S, E, COUNTED>::counted(decoder, len)))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        self.nested(|decoder| apart::<_, S, E, V>(decoder, visitor))
    }
}

/// Reads an enum. Never inlined: its variants would be put together in pieces, and those copied once
/// the level has been left.
#[inline(never)]
fn apart<'de, D, S, E, V>(decoder: &mut D, visitor: V) -> Result<V::Value, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
    V: Visitor<'de>,
{
    visitor.visit_enum(Variant::<_, S, E>::new(decoder))
}
