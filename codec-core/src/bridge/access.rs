//! serde's view of the parts of a value.
#![forbid(unsafe_code)]

use serde::Deserializer as _;
use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::deserializer::Values;
use super::error::Error;
use crate::bulk::MAX_EMPTY_ELEMENTS;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;

/// The parts of a sequence, tuple or struct.
pub(super) struct Parts<'a, 'de, F: Format> {
    values: Values<'a, 'de, F>,
    left: usize,
    /// Whether the input said how many there are.
    claimed: bool,
    /// How many had no bytes.
    empty: usize,
}

impl<'a, 'de, F: Format> Parts<'a, 'de, F> {
    /// As many as the type says.
    pub(super) const fn fixed(values: Values<'a, 'de, F>, left: usize) -> Self {
        Self { values, left, claimed: false, empty: 0 }
    }

    /// As many as the input says.
    pub(super) const fn counted(values: Values<'a, 'de, F>, left: usize) -> Self {
        Self { values, left, claimed: true, empty: 0 }
    }

    /// Reads them all, whatever the visitor does.
    pub(super) fn all<T>(
        mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let value = read(&mut self)?;
        if self.left > 0 {
            return Err(self.values.r.error(DecodeErrorKind::TrailingBytes).into());
        }
        Ok(value)
    }

    /// Reads the next part, or the key of the next entry.
    fn next<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let start = self.values.r.offset();
        let value = seed.deserialize(self.values.again())?;
        if self.claimed && self.values.r.offset() == start {
            Error::unless(F::LACKS.empty_elements)?;
            self.empty += 1;
            if self.empty > MAX_EMPTY_ELEMENTS {
                return Err(self.values.r.error(DecodeErrorKind::TooManyEmptyElements).into());
            }
        }
        Ok(Some(value))
    }

    /// How many parts to make room for. A visitor knows their size in memory and
    /// makes room for all that it is told, so it is told of a few for the bytes
    /// that are there, and of half as many a level deeper.
    fn hint(&self) -> usize {
        if !self.claimed {
            return self.left;
        }
        let cursor = self.values.r.cursor();
        let room = cursor.remaining() / 16 + 4;
        self.left.min(room.checked_shr(cursor.nesting().saturating_sub(1)).unwrap_or(0))
    }
}

impl<'de, F: Format> SeqAccess<'de> for Parts<'_, 'de, F> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.next(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint())
    }
}

/// The entries of a map.
pub(super) struct Entries<'p, 'a, 'de, F: Format>(pub(super) &'p mut Parts<'a, 'de, F>);

impl<'de, F: Format> MapAccess<'de> for Entries<'_, '_, 'de, F> {
    type Error = Error;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0.next(seed)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.0.values.again())
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.hint())
    }
}

/// A variant of an enum: its tag, then its fields.
pub(super) struct Variant<'a, 'de, F: Format>(pub(super) Values<'a, 'de, F>);

impl<'de, F: Format> EnumAccess<'de> for Variant<'_, 'de, F> {
    type Error = Error;
    type Variant = Self;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Error> {
        let start = self.0.r.offset();
        let tag = self.0.r.by_cursor(F::read_tag)?;
        // A derived visitor refuses a tag that no variant has, with a message of
        // its own; the native error says where it stands.
        match seed.deserialize(IntoDeserializer::<Error>::into_deserializer(tag)) {
            Ok(variant) => Ok((variant, self)),
            Err(_) => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start).into()),
        }
    }
}

impl<'de, F: Format> VariantAccess<'de> for Variant<'_, 'de, F> {
    type Error = Error;

    #[inline]
    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.0)
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_tuple(fields.len(), visitor)
    }
}
