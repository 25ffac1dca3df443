//! serde's `Deserializer` over a reader.
#![forbid(unsafe_code)]

use core::mem::replace;

use serde::de::{Deserialize, Deserializer, Visitor};

use super::access::{Counted, Entries, Fields, Names, Owner, Variant};
use super::error::{Fault, NOT_SELF_DESCRIBING};
use super::rank::Rank;
use super::sink::Sink;
use crate::error::DecodeErrorKind;
use crate::format::Format;
use crate::io::limits::DEFAULT_DEPTH;
use crate::read::reader::Reader;
use crate::record::Trace;

/// The source that values are read from, and what is known of those around them.
///
/// Depth is counted twice: levels that the input chooses (sequences, maps, options, enums) use the
/// reader's budget, as with native types. Structs and tuples have a second budget of the same size;
/// native types count the boxes between them instead.
pub(super) struct Source<'de, F: Format> {
    pub(super) r: Reader<'de, F>,
    /// Number of structs and tuples that may still be entered.
    structs: u32,
    /// The rank of the map key that is being read, if one is, in a strict format.
    pub(super) rank: Option<Rank<F>>,
    /// `true` after a sequence or a map with parts that were not read.
    pub(super) unread: bool,
    /// Names in a trace of the parts that are being read.
    pub(super) names: Names,
    /// Number of these parts that were read.
    pub(super) index: usize,
}

/// Deserializes a value.
pub(super) fn deserialize<'de, F: Format, T: Deserialize<'de>>(
    r: &mut Reader<'de, F>,
) -> Result<T, Fault> {
    let mut source = Source::new(replace(r, Reader::new(&[])));
    let value = source.value();
    *r = source.r;
    value
}

/// Deserializes values, one after another.
pub(super) struct Values<'a, 'de, F: Format>(pub(super) &'a mut Source<'de, F>);

impl<'de, F: Format> Source<'de, F> {
    /// A source that takes the reader by value, so that what is read is one pointer away.
    #[inline]
    pub(super) const fn new(r: Reader<'de, F>) -> Self {
        Self {
            r,
            structs: DEFAULT_DEPTH,
            rank: None,
            unread: false,
            names: Names::Elements,
            index: 0,
        }
    }

    #[inline]
    pub(super) fn value<T: Deserialize<'de>>(&mut self) -> Result<T, Fault> {
        T::deserialize(Values(self))
    }

    /// Reads the contents of a struct, one level deeper.
    #[inline]
    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let Some(left) = self.structs.checked_sub(1) else {
            return Err(self.r.error(DecodeErrorKind::DepthExceeded).into());
        };
        // Restored after an error, too: where all is inlined, nothing is stored then.
        self.structs = left;
        let outcome = read(self);
        self.structs += 1;
        outcome
    }

    /// Reads a value whose nesting depth the input chooses.
    #[inline]
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        self.r.cursor_mut().descend()?;
        let outcome = read(self);
        self.r.cursor_mut().ascend();
        outcome
    }

    /// Reads parts that a trace calls as `names` says, which gets those around them.
    #[inline]
    pub(super) fn named<T>(
        &mut self,
        names: impl FnOnce(Names) -> Names,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if !<F::State as Trace>::ON {
            return read(self);
        }
        let outer = (self.names, replace(&mut self.index, 0));
        self.names = names(self.names);
        let value = read(self)?;
        (self.names, self.index) = outer;
        Ok(value)
    }

    /// Notes the next part in the trace.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn enter(&mut self) {
        if <F::State as Trace>::ON {
            match self.names.field(self.index) {
                Some((Owner { of, variant }, field)) => self.r.enter_field(of, variant, field),
                None => self.r.enter_element(self.index),
            }
            self.index += 1;
        }
    }

    /// Adds to the rank of the map key, in a strict format.
    #[inline]
    pub(super) fn ranked<T>(&mut self, add: impl FnOnce(&mut Rank<F>) -> T) {
        if F::RULES.strict
            && let Some(rank) = &mut self.rank
        {
            add(rank);
        }
    }

    #[inline]
    fn text(&mut self) -> Result<&'de str, Fault> {
        Fault::unless(F::RULES.unsupported.string)?;
        let len = self.r.length()?;
        let text = self.r.str(len)?;
        self.r.charge(len)?;
        self.ranked(|rank| rank.text(text.as_bytes()));
        Ok(text)
    }

    #[inline]
    fn bytes(&mut self) -> Result<&'de [u8], Fault> {
        Fault::unless(F::RULES.unsupported.sequence)?;
        let len = self.r.length()?;
        let bytes = self.r.take(len)?;
        self.r.charge(len)?;
        self.ranked(|rank| rank.text(bytes));
        Ok(bytes)
    }

    /// Reads the parts of a sequence or map, and their number before them.
    #[inline]
    fn counted<T>(
        &mut self,
        read: impl FnOnce(Counted<'_, 'de, F>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        Fault::unless(F::RULES.unsupported.sequence)?;
        let count = self.r.length()?;
        self.nested(|source| {
            source.named(
                |_| Names::Elements,
                |source| {
                    let value = read(Counted::new(source, count))?;
                    if source.unread {
                        return Err(source.r.error(DecodeErrorKind::TrailingBytes).into());
                    }
                    source.ranked(Sink::end);
                    Ok(value)
                },
            )
        })
    }

    /// Reads parts whose number the type fixes.
    #[inline]
    pub(super) fn fixed<V: Visitor<'de>>(
        &mut self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let start = self.r.remaining();
        let value = visitor.visit_seq(Fields { source: self, left })?;
        // It may be in a box, and then its memory is not that of an element.
        if size_of::<V::Value>() > LARGE
            && self.r.remaining() == start
            && self.r.cursor().nesting() > 0
        {
            self.r.cursor_mut().charge_empty(1, size_of::<V::Value>())?;
        }
        Ok(value)
    }
}

/// The size of a struct or a tuple, in bytes, above which its memory is charged where it has no
/// bytes.
const LARGE: usize = 64;

macro_rules! numbers {
    ($($method:ident $visit:ident $number:ident $rank:ident $(, $lacks:ident)*;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            $(Fault::unless(F::RULES.unsupported.$lacks)?;)*
            let value = self.0.r.$number()?;
            self.0.ranked(|rank| rank.$rank(value));
            visitor.$visit(value)
        }
    )*};
}

macro_rules! contents {
    ($($method:ident $visit:ident $content:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.$visit(self.0.$content()?)
        }
    )*};
}

macro_rules! refused {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Fault> {
            Err(NOT_SELF_DESCRIBING.into())
        }
    )*};
}

impl<'de, F: Format> Deserializer<'de> for Values<'_, 'de, F> {
    type Error = Fault;

    refused!(deserialize_any deserialize_identifier deserialize_ignored_any);

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let value = self.0.r.bool()?;
        self.0.ranked(|rank| rank.byte(value.into()));
        visitor.visit_bool(value)
    }

    numbers! {
        deserialize_u8 visit_u8 byte byte;
        deserialize_u16 visit_u16 int int;
        deserialize_u32 visit_u32 int int;
        deserialize_u64 visit_u64 int int;
        deserialize_u128 visit_u128 int int, wide;
        deserialize_i8 visit_i8 signed_byte signed_byte, signed;
        deserialize_i16 visit_i16 int int, signed;
        deserialize_i32 visit_i32 int int, signed;
        deserialize_i64 visit_i64 int int, signed;
        deserialize_i128 visit_i128 int int, signed, wide;
        deserialize_f32 visit_f32 f32 single, single;
        deserialize_f64 visit_f64 f64 double, double;
        deserialize_char visit_char char char, character;
    }

    contents! {
        deserialize_str visit_borrowed_str text;
        deserialize_string visit_borrowed_str text;
        deserialize_bytes visit_borrowed_bytes bytes;
        deserialize_byte_buf visit_borrowed_bytes bytes;
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        Fault::unless(F::RULES.unsupported.option)?;
        let present = self.0.r.option_tag()?;
        self.0.ranked(|rank| rank.byte(present.into()));
        if present {
            self.0.nested(|source| visitor.visit_some(Values(source)))
        } else {
            visitor.visit_none()
        }
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.0.inside(|source| visitor.visit_newtype_struct(Values(source)))
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.0.counted(|parts| visitor.visit_seq(parts))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.0
            .named(|_| Names::Elements, |source| source.inside(|source| source.fixed(len, visitor)))
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let names = |_| Names::Tuple(Owner::new(name));
        self.0.named(names, |source| source.inside(|source| source.fixed(len, visitor)))
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.0.counted(|parts| visitor.visit_map(Entries::new(parts)))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let names = |_| Names::Fields(Owner::new(name), fields);
        self.0.named(names, |source| source.inside(|source| source.fixed(fields.len(), visitor)))
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let outcome = name == "Result" && matches!(variants, ["Ok", "Err"]);
        Fault::unless(if outcome {
            F::RULES.unsupported.result
        } else {
            F::RULES.unsupported.tag
        })?;
        let names = |_| Names::Fields(Owner::new(name), variants);
        self.0.nested(|source| {
            source.named(names, |source| visitor.visit_enum(Variant { source, outcome }))
        })
    }
}
