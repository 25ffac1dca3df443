//! serde's access traits: the parts of a value.
#![forbid(unsafe_code)]

use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::Error;
use super::deserializer::Values;
use super::rank::Rank;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::form::key_order::non_canonical;
use crate::format::{Format, MapOrder};
use crate::read::fetch::by_cursor;
use crate::record::Trace;

/// The parts of a sequence, tuple or struct.
pub(super) struct Parts<'a, 'de, F: Format> {
    values: Values<'a, 'de, F>,
    left: usize,
    /// Whether the number of parts comes from the input.
    claimed: bool,
    /// How many were read.
    index: usize,
    /// What a trace calls them.
    names: Names,
}

/// What a trace calls the parts of a value.
#[derive(Clone, Copy)]
pub(super) enum Names {
    /// By index.
    Elements,
    /// By index, in this struct or variant.
    Tuple(Owner),
    /// By field name, in this struct or variant.
    Fields(Owner, &'static [&'static str]),
}

/// The struct, or the variant of an enum, that has the fields.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    /// The name of the struct or enum.
    pub(super) of: &'static str,
    /// The name of the variant.
    pub(super) variant: Option<&'static str>,
}

impl Owner {
    pub(super) const fn new(of: &'static str) -> Self {
        Self { of, variant: None }
    }
}

/// The names of the fields of a tuple struct.
const NUMBERS: [&str; 16] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

impl Names {
    /// The struct or variant and the field; `None` for an element.
    fn field(self, index: usize) -> Option<(Owner, &'static str)> {
        match self {
            Self::Elements => None,
            Self::Tuple(owner) => Some((owner, NUMBERS.get(index).copied().unwrap_or("_"))),
            Self::Fields(owner, fields) => Some((owner, fields.get(index).copied().unwrap_or("_"))),
        }
    }
}

impl<'a, 'de, F: Format> Parts<'a, 'de, F> {
    /// Parts whose number the type fixes.
    pub(super) const fn fixed(values: Values<'a, 'de, F>, left: usize, names: Names) -> Self {
        Self { values, left, claimed: false, index: 0, names }
    }

    /// Parts whose number is read from the input.
    pub(super) const fn counted(values: Values<'a, 'de, F>, left: usize) -> Self {
        Self { values, left, claimed: true, index: 0, names: Names::Elements }
    }

    /// Reads the parts; an error if `read` leaves any of them unread.
    pub(super) fn all<T>(
        mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let value = read(&mut self)?;
        if self.left > 0 {
            return Err(self.values.r.error(DecodeErrorKind::TrailingBytes).into());
        }
        self.values.ranked(Rank::end);
        Ok(value)
    }

    /// Reads the next part, or the key of the next entry.
    #[inline]
    fn next<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.next_by(|values| seed.deserialize(values.again()))
    }

    #[inline]
    fn next_by<T>(
        &mut self,
        read: impl FnOnce(&mut Values<'a, 'de, F>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        if self.claimed {
            self.values.ranked(Rank::more);
        }
        let start = self.values.r.offset();
        if self.claimed {
            self.values.r.charge(size_of::<T>())?;
        }
        self.enter();
        let value = read(&mut self.values)?;
        self.values.r.leave();
        if self.claimed && self.values.r.offset() == start {
            Error::unless(F::RULES.unsupported.empty_elements)?;
            self.values.r.cursor_mut().charge_empty(1, size_of::<T>())?;
        }
        Ok(Some(value))
    }

    /// Notes the next part in the trace.
    #[inline(always)]
    fn enter(&mut self) {
        if <F::State as Trace>::ON {
            let r = &mut *self.values.r;
            match self.names.field(self.index) {
                Some((Owner { of, variant }, field)) => r.enter_field(of, variant, field),
                None => r.enter_element(self.index),
            }
            self.index += 1;
        }
    }

    /// How many parts to reserve capacity for. A visitor reserves for every part that the hint
    /// promises, at their size in memory, so the hint is limited by the remaining bytes, and halved
    /// with each level of nesting.
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
pub(super) struct Entries<'p, 'a, 'de, F: Format> {
    parts: &'p mut Parts<'a, 'de, F>,
    last: Last<'de>,
}

/// The previous key, where a strict format checks the order of keys.
enum Last<'de> {
    None,
    Encoded(&'de [u8]),
    Ranked(Rank),
}

impl<'p, 'a, 'de, F: Format> Entries<'p, 'a, 'de, F> {
    pub(super) const fn new(parts: &'p mut Parts<'a, 'de, F>) -> Self {
        Self { parts, last: Last::None }
    }

    /// Reads a key that comes after the previous one in the format's order, and refuses any other.
    fn next_in_order<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let (start, input) = (self.parts.values.r.offset(), self.parts.values.r.cursor().rest());
        let mut rank = Rank::default();
        let key = self.parts.next_by(|Values { r, structs, rank: outer }| {
            let key = seed.deserialize(Values { r, structs: *structs, rank: Some(&mut rank) })?;
            if let Some(outer) = outer {
                outer.0.extend_from_slice(&rank.0);
            }
            Ok(key)
        })?;
        if key.is_none() {
            return Ok(None);
        }
        let next = if F::RULES.map_order == MapOrder::EncodedKey {
            Last::Encoded(self.parts.values.r.since(start, input))
        } else {
            Last::Ranked(rank)
        };
        let follows = match (&self.last, &next) {
            (Last::Encoded(last), Last::Encoded(next)) => last < next,
            (Last::Ranked(last), Last::Ranked(next)) => last < next,
            _ => true,
        };
        self.last = next;
        if follows { Ok(key) } else { Err(non_canonical(start).into()) }
    }
}

impl<'de, F: Format> MapAccess<'de> for Entries<'_, '_, 'de, F> {
    type Error = Error;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if F::RULES.strict { self.next_in_order(seed) } else { self.parts.next(seed) }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.parts.values.again())
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.parts.hint())
    }
}

/// A variant of an enum: its tag, then its fields.
pub(super) struct Variant<'a, 'de, F: Format> {
    pub(super) values: Values<'a, 'de, F>,
    /// Whether it is a `Result`, whose tag some formats encode differently.
    pub(super) outcome: bool,
    /// The enum, and the variant once its tag is read: what a trace names its fields after.
    pub(super) owner: Owner,
    /// The names of the enum's variants, in the order of their tags.
    pub(super) variants: &'static [&'static str],
}

impl<'de, F: Format> EnumAccess<'de> for Variant<'_, 'de, F> {
    type Error = Error;
    type Variant = Self;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<(T::Value, Self), Error> {
        let r = &mut *self.values.r;
        let start = r.offset();
        let mut tag = if self.outcome && F::RULES.result_byte {
            r.byte()?.into()
        } else {
            by_cursor!(F: r, F::tag_size().min, F::read_tag)?
        };
        if self.outcome {
            if tag > 1 {
                return Err(DecodeError::new(DecodeErrorKind::InvalidTag, start).into());
            }
            tag = u32::from(tag != F::RULES.ok_tag);
        }
        self.values.ranked(|rank| rank.tag(tag));
        if <F::State as Trace>::ON {
            self.owner.variant =
                usize::try_from(tag).ok().and_then(|tag| self.variants.get(tag)).copied();
        }
        // A derived visitor refuses an unknown tag with its own message; the native error has the
        // offset.
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
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value, Error> {
        let Owner { of, variant } = self.owner;
        self.values.r.enter_field(of, variant, NUMBERS[0]);
        let value = seed.deserialize(self.values.again())?;
        self.values.r.leave();
        Ok(value)
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.values.fixed(len, Names::Tuple(self.owner), visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.values.fixed(fields.len(), Names::Fields(self.owner, fields), visitor)
    }
}
