//! serde's access traits: the parts of a value.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::mem::replace;

use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::deserializer::{Source, Values};
use super::error::Fault;
use super::rank::Rank;
use super::sink::Sink;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::form::key_order::non_canonical;
use crate::format::{Format, MapOrder};
use crate::read::fetch::by_cursor;
use crate::record::Trace;

/// The names that a trace gives to the parts of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Names {
    /// Elements have an index.
    Elements,
    /// Fields have an index in this struct or variant.
    Tuple(Owner),
    /// Fields have a name in this struct or variant, and an enum's variants have theirs.
    Fields(Owner, &'static [&'static str]),
}

/// The struct, or the variant of an enum, that has the fields.
#[derive(Debug, Clone, Copy)]
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
    /// The struct or variant.
    fn owner(self) -> Owner {
        match self {
            Self::Elements => Owner::new(""),
            Self::Tuple(owner) | Self::Fields(owner, _) => owner,
        }
    }

    /// The struct or variant and the field; `None` for an element.
    pub(super) fn field(self, index: usize) -> Option<(Owner, &'static str)> {
        match self {
            Self::Elements => None,
            Self::Tuple(owner) => Some((owner, NUMBERS.get(index).copied().unwrap_or("_"))),
            Self::Fields(owner, fields) => Some((owner, fields.get(index).copied().unwrap_or("_"))),
        }
    }
}

/// The parts of a tuple or struct.
pub(super) struct Fields<'a, 'de, F: Format> {
    pub(super) source: &'a mut Source<'de, F>,
    pub(super) left: usize,
}

impl<'de, F: Format> SeqAccess<'de> for Fields<'_, 'de, F> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        self.source.enter();
        let value = seed.deserialize(Values(self.source))?;
        self.source.r.leave();
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The parts of a sequence or map, whose number is read from the input. A pointer and a number, which
/// a visitor keeps in registers.
pub(super) struct Counted<'a, 'de, F: Format> {
    source: &'a mut Source<'de, F>,
    /// Number of parts to come; negative until their memory was charged.
    left: isize,
}

impl<F: Format> Drop for Counted<'_, '_, F> {
    #[inline]
    fn drop(&mut self) {
        if self.left != 0 {
            self.source.unread = true;
        }
    }
}

impl<'a, 'de, F: Format> Counted<'a, 'de, F> {
    #[inline]
    pub(super) fn new(source: &'a mut Source<'de, F>, count: usize) -> Self {
        // No input has as many bytes as the most, nor may as many parts have none.
        Self { source, left: -isize::try_from(count).unwrap_or(isize::MAX) }
    }

    /// Reads the next element, or the key of the next entry.
    #[inline]
    fn next<T>(
        &mut self,
        read: impl FnOnce(&mut Source<'de, F>) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        if self.left <= 0 {
            if self.left == 0 {
                return Ok(None);
            }
            // No more parts than bytes: those without bytes have a budget of their own.
            self.left = -self.left;
            let parts = self.left.cast_unsigned().min(self.source.r.remaining());
            self.source.r.charge(parts.saturating_mul(size_of::<T>()))?;
        }
        self.left -= 1;
        self.source.ranked(Sink::more);
        let start = self.source.r.remaining();
        self.source.enter();
        let value = read(self.source)?;
        self.source.r.leave();
        if self.source.r.remaining() == start {
            Fault::unless(F::RULES.unsupported.empty_elements)?;
            self.source.r.cursor_mut().charge_empty(1, size_of::<T>())?;
        }
        Ok(Some(value))
    }

    /// Number of parts to reserve capacity for. A visitor reserves for every part that the hint
    /// promises, at their size in memory, so the hint is limited by the remaining bytes, and halved
    /// with each level of nesting.
    fn hint(&self) -> usize {
        let cursor = self.source.r.cursor();
        let room = (cursor.remaining() / 2 + 8).checked_shr(cursor.nesting()).unwrap_or(0);
        self.left.unsigned_abs().min(room)
    }
}

impl<'de, F: Format> SeqAccess<'de> for Counted<'_, 'de, F> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.next(|source| seed.deserialize(Values(source)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint())
    }
}

/// The entries of a map.
pub(super) struct Entries<'a, 'de, F: Format> {
    parts: Counted<'a, 'de, F>,
    last: Last<'de>,
}

/// The previous key, where a strict format checks the order of keys.
enum Last<'de> {
    None,
    Encoded(&'de [u8]),
    Ranked(Vec<u8>),
}

impl<'a, 'de, F: Format> Entries<'a, 'de, F> {
    pub(super) fn new(parts: Counted<'a, 'de, F>) -> Self {
        Self { parts, last: Last::None }
    }

    /// Reads a key that comes after the previous one in the format's order, and refuses any other.
    fn next_in_order<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let (start, input) = (self.parts.source.r.offset(), self.parts.source.r.cursor().rest());
        let mut rank = Vec::new();
        let key = self.parts.next(|source| {
            let outer = source.rank.replace(Rank::after(Vec::new()));
            let key = seed.deserialize(Values(source))?;
            rank = replace(&mut source.rank, outer).map_or_else(Vec::new, |rank| rank.bytes);
            source.ranked(|outer| outer.bytes.extend_from_slice(&rank));
            Ok(key)
        })?;
        if key.is_none() {
            return Ok(None);
        }
        let next = if F::RULES.map_order == MapOrder::EncodedKey {
            Last::Encoded(self.parts.source.r.since(start, input))
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

impl<'de, F: Format> MapAccess<'de> for Entries<'_, 'de, F> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        if F::RULES.strict {
            self.next_in_order(seed)
        } else {
            self.parts.next(|source| seed.deserialize(Values(source)))
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        self.parts.source.r.charge(size_of::<T::Value>())?;
        seed.deserialize(Values(self.parts.source))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.parts.hint())
    }
}

/// A variant of an enum: its tag, then its fields.
pub(super) struct Variant<'a, 'de, F: Format> {
    pub(super) source: &'a mut Source<'de, F>,
    /// `true` if it is a `Result`, whose tag some formats encode differently.
    pub(super) outcome: bool,
}

impl<'de, F: Format> EnumAccess<'de> for Variant<'_, 'de, F> {
    type Error = Fault;
    type Variant = Self;

    #[inline]
    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Fault> {
        let r = &mut self.source.r;
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
        self.source.ranked(|rank| rank.tag(tag));
        if <F::State as Trace>::ON
            && let Names::Fields(owner, variants) = &mut self.source.names
        {
            owner.variant = usize::try_from(tag).ok().and_then(|tag| variants.get(tag)).copied();
        }
        // A derived visitor refuses an unknown tag with its own message; the native error has the
        // offset.
        match seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(tag)) {
            Ok(variant) => Ok((variant, self)),
            Err(_) => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start).into()),
        }
    }
}

impl<'de, F: Format> VariantAccess<'de> for Variant<'_, 'de, F> {
    type Error = Fault;

    #[inline]
    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        self.source.named(
            |names| Names::Tuple(names.owner()),
            |source| {
                source.enter();
                let value = seed.deserialize(Values(source))?;
                source.r.leave();
                Ok(value)
            },
        )
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.source.named(|names| Names::Tuple(names.owner()), |source| source.fixed(len, visitor))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let names = |names: Names| Names::Fields(names.owner(), fields);
        self.source.named(names, |source| source.fixed(fields.len(), visitor))
    }
}
