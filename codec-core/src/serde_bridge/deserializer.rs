//! serde's `Deserializer` over a reader.
#![forbid(unsafe_code)]

use serde::de::{Deserializer, Visitor};

use super::Error;
use super::access::{Entries, Names, Owner, Parts, Variant};
use super::error::NOT_SELF_DESCRIBING;
use super::rank::Rank;
use crate::error::DecodeErrorKind;
use crate::format::Format;
use crate::io::limits::DEFAULT_DEPTH;
use crate::read::reader::Reader;

/// Deserializes values, one after another.
///
/// Depth is counted twice: levels that the input chooses (sequences, maps, options, enums) use the
/// reader's budget, as with native types. Structs and tuples have a second budget of the same size;
/// native types count the boxes between them instead.
pub(super) struct Values<'a, 'de, F: Format> {
    pub(super) r: &'a mut Reader<'de, F>,
    pub(super) structs: u32,
    /// The rank of the map key that is being read, if one is.
    pub(super) rank: Option<&'a mut Rank>,
}

impl<'a, 'de, F: Format> Values<'a, 'de, F> {
    pub(super) const fn new(r: &'a mut Reader<'de, F>) -> Self {
        Self { r, structs: 0, rank: None }
    }

    /// A reborrow, to read one value.
    pub(super) fn again(&mut self) -> Values<'_, 'de, F> {
        Values { r: self.r, structs: self.structs, rank: self.rank.as_deref_mut() }
    }

    /// Reads the contents of a struct, one level deeper.
    fn inside<T>(self, read: impl FnOnce(Self) -> Result<T, Error>) -> Result<T, Error> {
        let Self { r, structs, rank } = self;
        if structs == DEFAULT_DEPTH {
            return Err(r.error(DecodeErrorKind::DepthExceeded).into());
        }
        read(Self { r, structs: structs + 1, rank })
    }

    /// Reads a value whose nesting depth the input chooses.
    fn nested<T>(
        self,
        read: impl FnOnce(Values<'_, 'de, F>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Self { r, structs, rank } = self;
        r.cursor_mut().descend()?;
        let value = read(Values { r, structs, rank })?;
        r.cursor_mut().ascend();
        Ok(value)
    }

    /// Adds to the rank of the map key, in a strict format.
    #[inline]
    pub(super) fn ranked(&mut self, add: impl FnOnce(&mut Rank)) {
        if F::RULES.strict
            && let Some(rank) = &mut self.rank
        {
            add(rank);
        }
    }

    fn text(mut self) -> Result<&'de str, Error> {
        Error::unless(F::RULES.unsupported.string)?;
        let len = self.r.length()?;
        let text = self.r.str(len)?;
        self.r.charge(len)?;
        self.ranked(|rank| rank.text(text.as_bytes()));
        Ok(text)
    }

    fn bytes(mut self) -> Result<&'de [u8], Error> {
        Error::unless(F::RULES.unsupported.sequence)?;
        let len = self.r.length()?;
        let bytes = self.r.take(len)?;
        self.r.charge(len)?;
        self.ranked(|rank| rank.text(bytes));
        Ok(bytes)
    }

    pub(super) fn fixed<V: Visitor<'de>>(
        self,
        len: usize,
        names: Names,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if size_of::<V::Value>() <= LARGE {
            return self.inside(|values| visitor.visit_seq(Parts::fixed(values, len, names)));
        }
        self.inside(|mut values| {
            let start = values.r.offset();
            let value = visitor.visit_seq(Parts::fixed(values.again(), len, names))?;
            // It may be in a box, and then its memory is not that of an element.
            if values.r.offset() == start && values.r.cursor().nesting() > 0 {
                values.r.cursor_mut().charge_empty(1, size_of::<V::Value>())?;
            }
            Ok(value)
        })
    }
}

/// The size of a struct or a tuple, in bytes, above which its memory is charged where it has no
/// bytes.
const LARGE: usize = 64;

macro_rules! integers {
    ($($method:ident $visit:ident $int:ty $(, $lacks:ident)*;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
            $(Error::unless(F::RULES.unsupported.$lacks)?;)*
            let value = self.r.int::<$int>()?;
            self.ranked(|rank| rank.int(value));
            visitor.$visit(value)
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
    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        let value = self.r.bool()?;
        self.ranked(|rank| rank.byte(value.into()));
        visitor.visit_bool(value)
    }

    #[inline]
    fn deserialize_u8<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        let value = self.r.byte()?;
        self.ranked(|rank| rank.byte(value));
        visitor.visit_u8(value)
    }

    #[inline]
    fn deserialize_i8<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.signed)?;
        let value = self.r.signed_byte()?;
        self.ranked(|rank| rank.signed_byte(value));
        visitor.visit_i8(value)
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
    fn deserialize_f32<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.single)?;
        let value = self.r.f32()?;
        self.ranked(|rank| rank.single(value));
        visitor.visit_f32(value)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.double)?;
        let value = self.r.f64()?;
        self.ranked(|rank| rank.double(value));
        visitor.visit_f64(value)
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.character)?;
        let value = self.r.char()?;
        self.ranked(|rank| rank.char(value));
        visitor.visit_char(value)
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
    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.option)?;
        let present = self.r.option_tag()?;
        self.ranked(|rank| rank.byte(present.into()));
        if present {
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
        Error::unless(F::RULES.unsupported.sequence)?;
        let count = self.r.length()?;
        self.nested(|values| Parts::counted(values, count).all(|parts| visitor.visit_seq(parts)))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.fixed(len, Names::Elements, visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fixed(len, Names::Tuple(Owner::new(name)), visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Error::unless(F::RULES.unsupported.sequence)?;
        let count = self.r.length()?;
        self.nested(|values| {
            Parts::counted(values, count).all(|parts| visitor.visit_map(Entries::new(parts)))
        })
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fixed(fields.len(), Names::Fields(Owner::new(name), fields), visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let outcome = name == "Result" && matches!(variants, ["Ok", "Err"]);
        Error::unless(if outcome {
            F::RULES.unsupported.result
        } else {
            F::RULES.unsupported.tag
        })?;
        let owner = Owner::new(name);
        self.nested(|values| visitor.visit_enum(Variant { values, outcome, owner, variants }))
    }
}
