//! serde's view of a decoder.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{Deserializer, Visitor};

use super::DecodeError as Unsaid;
use super::access::{Parts, Variant};
use crate::de::read::{BorrowReader as _, Reader as _};
use crate::de::{BorrowDecoder, Decode, Decoder};
use crate::error::DecodeError;
use crate::impls::{decode_len, decode_option_tag};

/// Strings and byte strings, borrowed from the input or owned.
pub(crate) enum Lent<'de> {
    Borrowed(&'de [u8]),
    Owned(Vec<u8>),
}

/// How strings are read from a decoder.
pub(crate) trait Strings<'de, D: Decoder> {
    fn take(decoder: &mut D, len: usize) -> Result<Lent<'de>, DecodeError>;
}

/// They are copied.
pub(crate) struct Owning;

impl<'de, D: Decoder> Strings<'de, D> for Owning {
    #[inline]
    fn take(decoder: &mut D, len: usize) -> Result<Lent<'de>, DecodeError> {
        decoder.reader().bytes(len).map(Lent::Owned)
    }
}

/// They are borrowed.
pub(crate) struct Borrowing;

impl<'de, D: BorrowDecoder<'de>> Strings<'de, D> for Borrowing {
    #[inline]
    fn take(decoder: &mut D, len: usize) -> Result<Lent<'de>, DecodeError> {
        decoder.borrow_reader().take_bytes(len).map(Lent::Borrowed)
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

    fn string<'de>(self) -> Result<Lent<'de>, E>
    where
        S: Strings<'de, D>,
    {
        let len = decode_len(self.decoder)?;
        self.decoder.claim_bytes_read(len)?;
        Ok(S::take(self.decoder, len)?)
    }

    /// Reads one level deeper, for values that the input may nest without limit. Values of structs
    /// and tuples alone are finite.
    #[inline]
    fn nested<T>(self, read: impl FnOnce(&mut D) -> Result<T, E>) -> Result<T, E> {
        self.decoder.descend()?;
        let value = read(self.decoder)?;
        self.decoder.ascend();
        Ok(value)
    }
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

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.string()? {
            Lent::Borrowed(bytes) => match core::str::from_utf8(bytes) {
                Ok(text) => visitor.visit_borrowed_str(text),
                Err(inner) => Err(DecodeError::Utf8 { inner }.into()),
            },
            Lent::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => visitor.visit_string(text),
                Err(error) => Err(DecodeError::Utf8 { inner: error.utf8_error() }.into()),
            },
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.string()? {
            Lent::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Lent::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_bytes(visitor)
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
        self.nested(|decoder| visitor.visit_seq(Parts::<_, S, E, true>::counted(decoder, len)))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(Parts::<_, S, E, false>::fixed(self.decoder, len))
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
        self.nested(|decoder| visitor.visit_map(Parts::<_, S, E, true>::counted(decoder, len)))
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
        self.nested(|decoder| visitor.visit_enum(Variant::<_, S, E>::new(decoder)))
    }
}
