//! serde's view of the parts of a value.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer as _, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use super::deserializer::{Strings, Values};
use crate::de::elements::{UNKNOWN, element};
use crate::de::read::Reader as _;
use crate::de::{Decode as _, Decoder};
use crate::error::DecodeError;

/// The elements of a sequence, tuple or struct, or the entries of a map.
pub(super) struct Parts<'a, D, S, E> {
    decoder: &'a mut D,
    left: usize,
    /// Whether the input said how many there are.
    counted: bool,
    /// For how many a visitor may make room.
    hint: usize,
    kind: PhantomData<(S, E)>,
}

impl<'a, D: Decoder, S, E: From<DecodeError>> Parts<'a, D, S, E> {
    /// As many as the type says.
    pub(super) const fn fixed(decoder: &'a mut D, left: usize) -> Self {
        Self { decoder, left, counted: false, hint: left, kind: PhantomData }
    }

    /// As many as the input says. A visitor knows their size in memory and makes room for
    /// all that it is told of, so it is told of a few for the bytes that are present, and of
    /// half as many a level deeper.
    pub(super) fn counted(decoder: &'a mut D, left: usize) -> Self {
        let room = decoder.reader().left().unwrap_or(UNKNOWN) / 16 + 4;
        let shift = u32::try_from(decoder.nesting().saturating_sub(1)).unwrap_or(u32::MAX);
        let hint = left.min(room.checked_shr(shift).unwrap_or(0));
        Self { decoder, left, counted: true, hint, kind: PhantomData }
    }

    #[inline]
    fn next<'de, T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, E>
    where
        S: Strings<'de, D>,
        E: serde::de::Error,
    {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        if !self.counted {
            return seed.deserialize(Values::<_, S, E>::new(self.decoder)).map(Some);
        }
        let mut refused = None;
        let value = element(self.decoder, 0, |decoder| {
            match seed.deserialize(Values::<_, S, E>::new(decoder)) {
                Ok(value) => Ok(Some(value)),
                Err(error) => {
                    refused = Some(error);
                    Ok(None)
                }
            }
        });
        match refused {
            Some(error) => Err(error),
            None => value.map_err(E::from),
        }
    }
}

impl<'de, D, S, E> SeqAccess<'de> for Parts<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, E> {
        self.next(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.hint))
    }
}

impl<'de, D, S, E> MapAccess<'de> for Parts<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, E> {
        self.next(seed)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, E> {
        seed.deserialize(Values::<_, S, E>::new(self.decoder))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.hint))
    }
}

/// A variant: its tag, then its fields.
pub(super) struct Variant<'a, D, S, E> {
    decoder: &'a mut D,
    kind: PhantomData<(S, E)>,
}

impl<'a, D, S, E> Variant<'a, D, S, E> {
    pub(super) const fn new(decoder: &'a mut D) -> Self {
        Self { decoder, kind: PhantomData }
    }

    fn values(self) -> Values<'a, D, S, E> {
        Values::new(self.decoder)
    }
}

impl<'de, D, S, E> EnumAccess<'de> for Variant<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;
    type Variant = Self;

    #[inline]
    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), E> {
        let tag = u32::decode(self.decoder)?;
        let variant = seed.deserialize(tag.into_deserializer())?;
        Ok((variant, self))
    }
}

impl<'de, D, S, E> VariantAccess<'de> for Variant<'_, D, S, E>
where
    D: Decoder,
    S: Strings<'de, D>,
    E: From<DecodeError> + serde::de::Error,
{
    type Error = E;

    #[inline]
    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, E> {
        seed.deserialize(self.values())
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, E> {
        visitor.visit_seq(Parts::<_, S, E>::fixed(self.decoder, len))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_seq(Parts::<_, S, E>::fixed(self.decoder, fields.len()))
    }
}
