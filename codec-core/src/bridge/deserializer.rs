//! serde's view of a reader.
#![forbid(unsafe_code)]

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, Parts, Variant};
use super::error::{Error, NOT_SELF_DESCRIBING};
use crate::cursor::DEFAULT_DEPTH;
use crate::error::DecodeErrorKind;
use crate::format::Format;
use crate::reader::Reader;

/// Deserializes values, one after the other.
///
/// Depth is counted twice: levels that the input chooses (sequences, maps,
/// options, enums) take from the reader's budget, as native types do. Structs
/// and tuples, of which native types count the boxes between them, have a budget
/// of the same size.
pub(super) struct Values<'a, 'de, F: Format> {
    pub(super) r: &'a mut Reader<'de, F>,
    pub(super) structs: u32,
}

impl<'a, 'de, F: Format> Values<'a, 'de, F> {
    pub(super) const fn new(r: &'a mut Reader<'de, F>) -> Self {
        Self { r, structs: 0 }
    }

    /// The same place, to be read from once.
    pub(super) const fn again(&mut self) -> Values<'_, 'de, F> {
        Values { r: self.r, structs: self.structs }
    }

    /// Reads what a struct is made of.
    fn inside<T>(self, read: impl FnOnce(Self) -> Result<T, Error>) -> Result<T, Error> {
        let Self { r, structs } = self;
        if structs == DEFAULT_DEPTH {
            return Err(r.error(DecodeErrorKind::DepthExceeded).into());
        }
        read(Self { r, structs: structs + 1 })
    }

    /// Reads what the input may nest as deep as it likes.
    fn nested<T>(
        self,
        read: impl FnOnce(Values<'_, 'de, F>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Self { r, structs } = self;
        r.cursor_mut().descend()?;
        let value = read(Values { r, structs })?;
        r.cursor_mut().ascend();
        Ok(value)
    }

    fn text(self) -> Result<&'de str, Error> {
        Error::unless(F::LACKS.string)?;
        let len = self.r.length()?;
        Ok(self.r.text(len)?)
    }

    fn bytes(self) -> Result<&'de [u8], Error> {
        Error::unless(F::LACKS.sequence)?;
        let len = self.r.length()?;
        Ok(self.r.take(len)?)
    }

    fn fixed<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.inside(|values| visitor.visit_seq(Parts::fixed(values, len)))
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $int:ty $(, $lacks:ident)*;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            $(Error::unless(F::LACKS.$lacks)?;)*
            visitor.$visit(self.r.int::<$int>()?)
        }
    )*};
}

macro_rules! refused {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
            Err(NOT_SELF_DESCRIBING)
        }
    )*};
}

impl<'de, F: Format> Deserializer<'de> for Values<'_, 'de, F> {
    type Error = Error;

    refused!(deserialize_any deserialize_identifier deserialize_ignored_any);

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.r.bool()?)
    }

    #[inline]
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(self.r.byte()?)
    }

    #[inline]
    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.signed)?;
        visitor.visit_i8(self.r.signed_byte()?)
    }

    integers! {
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128, wide;
        deserialize_i16 visit_i16 i16, signed;
        deserialize_i32 visit_i32 i32, signed;
        deserialize_i64 visit_i64 i64, signed;
        deserialize_i128 visit_i128 i128, signed, wide;
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.single)?;
        visitor.visit_f32(self.r.f32()?)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.double)?;
        visitor.visit_f64(self.r.f64()?)
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.character)?;
        visitor.visit_char(self.r.char()?)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.text()?)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.text()?)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.bytes()?)
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.bytes()?)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.option)?;
        if self.r.option_tag()? {
            self.nested(|values| visitor.visit_some(values))
        } else {
            visitor.visit_none()
        }
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.inside(|values| visitor.visit_newtype_struct(values))
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.sequence)?;
        let count = self.r.length()?;
        self.nested(|values| Parts::counted(values, count).all(|parts| visitor.visit_seq(parts)))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.fixed(len, visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fixed(len, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.sequence)?;
        let count = self.r.length()?;
        self.nested(|values| {
            Parts::counted(values, count).all(|parts| visitor.visit_map(Entries(parts)))
        })
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fixed(fields.len(), visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        Error::unless(F::LACKS.tag)?;
        self.nested(|values| visitor.visit_enum(Variant(values)))
    }
}
