//! serde's view of the parts of a value.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::any::type_name;
use core::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, EnumAccess, IntoDeserializer as _, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::deserializer::{Strings, Values};
use crate::de::read::Reader as _;
use crate::de::{Decode as _, Decoder};
use crate::error::DecodeError;

/// The number of elements that the first sequence of a source may have reserved.
const ASSUMED: usize = 8192;

/// The size of what is returned in registers, in bytes.
const REGISTERS: usize = 16;

/// Parts of which there are as many as the type says.
pub(super) const FIXED: u8 = 0;

/// Parts of which there are as many as the input says.
pub(super) const COUNTED: u8 = 1;

/// Numbers for a vector, as many as the input says. Each has bytes, and they hold no others: memory for
/// as many as there are bytes is reserved at once.
pub(super) const NUMBERS: u8 = 2;

/// The elements of a sequence, tuple or struct, or the entries of a map.
///
/// Two words, which are passed in registers: in memory, storing an element might modify the decoder
/// as far as the compiler knows, so it would be reloaded for each element.
pub(super) struct Parts<'a, D, S, E, const KIND: u8> {
    pub(super) decoder: &'a mut D,
    pub(super) left: usize,
    kind: PhantomData<(S, E)>,
}

impl<'a, D: Decoder, S, E> Parts<'a, D, S, E, FIXED> {
    /// With as many elements as the type says.
    #[inline]
    pub(super) const fn fixed(decoder: &'a mut D, left: usize) -> Self {
        Self { decoder, left, kind: PhantomData }
    }
}

impl<'a, D: Decoder, S, E, const KIND: u8> Parts<'a, D, S, E, KIND> {
    /// With as many elements as the input says.
    #[inline]
    pub(super) const fn counted(decoder: &'a mut D, left: usize) -> Self {
        Self { decoder, left, kind: PhantomData }
    }
}

impl<D: Decoder, S, E: From<DecodeError>, const KIND: u8> Parts<'_, D, S, E, KIND> {
    /// The size hint for a visitor. A visitor knows the size of an element in memory and reserves
    /// capacity for the whole hint, up to a mebibyte, once; so for a count from the input, the hint
    /// is a small number based on the remaining bytes, less at each level of nesting. A source that
    /// doesn't know how many remain is assumed to have some.
    fn hint(&self) -> usize {
        if KIND == FIXED {
            return self.left;
        }
        if KIND == NUMBERS && self.decoder.sees_end() {
            return self.left.min(self.decoder.seen());
        }
        let level = u32::try_from(self.decoder.nesting().saturating_sub(1)).unwrap_or(u32::MAX);
        let room = (self.decoder.seen() / 16 + 4).checked_shr(level).unwrap_or(0);
        if self.decoder.sees_end() {
            return self.left.min(room);
        }
        let assumed = ASSUMED.checked_shr(level.saturating_mul(2)).unwrap_or(0);
        self.left.min(room.max(assumed))
    }

    #[inline(always)]
    pub(super) fn next<'de, T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, E>
    where
        S: Strings<'de, D>,
        E: serde::de::Error,
    {
        let Some(left) = self.left.checked_sub(1) else {
            return self.decoder.many_empty().map_or(Ok(None), |error| Err(refused(error)));
        };
        self.left = left;
        let before = (self.decoder.reader().position(), self.decoder.counts().heap());
        let (size, counted) = (size_of::<T::Value>(), KIND != FIXED && !is_number::<T>());
        // In registers if it fits; else it is moved once.
        if size <= REGISTERS {
            let value = seed.deserialize(Values::<_, S, E>::new(self.decoder))?;
            if counted {
                self.ended(before, size);
            }
            return Ok(Some(value));
        }
        let outcome = seed.deserialize(Values::<_, S, E>::new(self.decoder));
        if counted {
            self.ended(before, size);
        }
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    /// Counts the last element if it had no bytes. Too many end the sequence, then fail it: an error
    /// here would have the value copied.
    #[inline(always)]
    fn ended(&mut self, (before, heap): (Option<u64>, usize), size: usize) {
        // For a source without a position, only the size of the type can decide.
        let empty = self.decoder.reader().position() == before && (before.is_some() || size == 0);
        if empty && too_many(self.decoder, size, heap) {
            self.left = 0;
        }
    }
}

/// True if the first type is the second one of a number. The compiler knows the answer. Names say it,
/// since a type that may have a lifetime has no `TypeId`.
macro_rules! of_number {
    ($ty:ty, $of:ident) => {
        of_number!($ty, $of: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 bool)
    };
    ($ty:ty, $of:ident: $($number:ty)*) => {
        false $(|| type_name::<$ty>() == type_name::<$of<$number>>())*
    };
}

/// Returns true for the seed of a number, which always has bytes.
#[inline(always)]
fn is_number<T>() -> bool {
    of_number!(T, PhantomData)
}

/// Returns true if a sequence becomes a vector of numbers.
#[inline(always)]
pub(super) fn are_numbers<T>() -> bool {
    of_number!(T, Vec)
}

/// Counts an element without bytes; says whether more came than may be.
#[cold]
#[inline(never)]
fn too_many<D: Decoder>(decoder: &mut D, size: usize, heap: usize) -> bool {
    decoder.note_empty(size, heap);
    decoder.many_empty().is_some()
}

#[cold]
#[inline(never)]
fn refused<E: From<DecodeError>>(error: DecodeError) -> E {
    error.into()
}

impl<'de, D, S, E, const KIND: u8> SeqAccess<'de> for Parts<'_, D, S, E, KIND>
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

    /// Always inlined: it is called for each field, and what a call leaves in memory is slow to load.
    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, E> {
        self.next(PhantomData)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint())
    }
}

impl<'de, D, S, E, const KIND: u8> MapAccess<'de> for Parts<'_, D, S, E, KIND>
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
        Some(self.hint())
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
        visitor.visit_seq(Parts::<_, S, E, FIXED>::fixed(self.decoder, len))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_seq(Parts::<_, S, E, FIXED>::fixed(self.decoder, fields.len()))
    }
}
