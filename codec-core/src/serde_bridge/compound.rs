//! Compound values: structs, tuples, sequences and maps.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::error::{Fault, UNREADABLE};
use super::serializer::Values;
use super::sink::Sink;
use super::sorted::Sorted;
use crate::error::EncodeErrorKind;
use crate::format::{Layout as _, MapOrder};

/// A struct, a tuple or a variant, whose number of parts the type fixes.
pub(super) struct Fields<'a, S>(pub(super) &'a mut S);

/// A sequence or a map after its count.
pub(super) struct Counted<'a, S> {
    sink: &'a mut S,
    /// Declared number of parts, less those written; wraps below zero.
    left: usize,
    /// Parts that are encoded into memory first. In a box: calls get its address, and the rest of this
    /// struct stays in registers.
    held: Option<Box<Held>>,
}

/// Parts that are encoded into memory before they are written.
enum Held {
    /// All parts of a sequence, so that their number is known.
    Parts(Vec<u8>),
    /// All entries of a map, so that they can be sorted.
    Entries(Sorted),
}

impl<'a, S: Sink> Counted<'a, S> {
    /// Elements of a sequence.
    #[inline]
    pub(super) fn elements(sink: &'a mut S, len: Option<usize>) -> Result<Self, Fault> {
        let Some(left) = len else {
            return Ok(Self { sink, left: 0, held: Some(Box::new(Held::Parts(Vec::new()))) });
        };
        sink.length(left)?;
        Ok(Self { sink, left, held: None })
    }

    /// Entries of a map, in the order of the format.
    #[inline]
    pub(super) fn entries(sink: &'a mut S, left: usize) -> Result<Self, Fault> {
        if S::MAP_ORDER == MapOrder::Iteration {
            return Self::elements(sink, Some(left));
        }
        Ok(Self { sink, left, held: Some(Box::new(Held::Entries(Sorted::default()))) })
    }

    /// Writes a part; `first` if it begins an element or an entry, which is counted.
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, value: &T, first: bool) -> Result<(), Fault> {
        if first {
            self.sink.more();
            self.left = self.left.wrapping_sub(1);
        }
        if let Some(held) = &mut self.held {
            return held.part(self.sink, value, first);
        }
        let start = self.sink.position();
        value.serialize(Values::new(self.sink))?;
        not_empty::<S>(first && self.sink.position() == start)
    }

    #[inline]
    fn finish(self) -> Result<(), Fault> {
        if let Some(held) = self.held {
            held.write(self.sink, self.left)?;
        } else if self.left != 0 {
            return Err(self.sink.error(EncodeErrorKind::InconsistentFields));
        }
        self.sink.end();
        Ok(())
    }
}

impl Held {
    /// Encodes a part.
    #[inline(never)]
    fn part<S: Sink, T: Serialize + ?Sized>(
        &mut self,
        sink: &mut S,
        value: &T,
        first: bool,
    ) -> Result<(), Fault> {
        match self {
            Self::Parts(held) => {
                let start = (sink.position(), held.len());
                sink.hold(value, held)?;
                not_empty::<S>(first && (sink.position(), held.len()) == start)
            }
            Self::Entries(sorted) if first => {
                let start = sorted.len();
                sorted.key(sink, value)?;
                not_empty::<S>(sorted.len() == start)
            }
            Self::Entries(sorted) => sorted.value(sink, value),
        }
    }

    /// Writes the number of parts, and the parts.
    #[inline(never)]
    fn write<S: Sink>(self, sink: &mut S, left: usize) -> Result<(), Fault> {
        match self {
            Self::Parts(held) => {
                sink.length(left.wrapping_neg())?;
                sink.bytes(&held)
            }
            Self::Entries(_) if left != 0 => Err(sink.error(EncodeErrorKind::InconsistentFields)),
            Self::Entries(sorted) => {
                sink.length(sorted.count())?;
                sorted.write(sink)
            }
        }
    }
}

/// Refuses a zero-length element where the format does.
fn not_empty<S: Sink>(empty: bool) -> Result<(), Fault> {
    if empty { Fault::unless(S::Format::RULES.unsupported.empty_elements) } else { Ok(()) }
}

macro_rules! fields {
    ($($compound:ident $method:ident($($name:ident)?) $($skip:ident)?;)*) => {$(
        impl<S: Sink> $compound for Fields<'_, S> {
            type Ok = ();
            type Error = Fault;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), Fault> {
                $(let _ = $name;)?
                value.serialize(Values::new(self.0))
            }

            $(fn $skip(&mut self, _: &'static str) -> Result<(), Fault> {
                Err(UNREADABLE.into())
            })?

            #[inline]
            fn end(self) -> Result<(), Fault> {
                Ok(())
            }
        }
    )*};
}

fields! {
    SerializeTuple serialize_element();
    SerializeTupleStruct serialize_field();
    SerializeTupleVariant serialize_field();
    SerializeStruct serialize_field(name) skip_field;
    SerializeStructVariant serialize_field(name) skip_field;
}

impl<S: Sink> SerializeSeq for Counted<'_, S> {
    type Ok = ();
    type Error = Fault;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.part(value, true)
    }

    #[inline]
    fn end(self) -> Result<(), Fault> {
        self.finish()
    }
}

impl<S: Sink> SerializeMap for Counted<'_, S> {
    type Ok = ();
    type Error = Fault;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        self.part(key, true)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.part(value, false)
    }

    #[inline]
    fn end(self) -> Result<(), Fault> {
        self.finish()
    }
}
