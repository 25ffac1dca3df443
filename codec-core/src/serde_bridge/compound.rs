//! Compound values: structs, tuples, sequences and maps.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::Error;
use super::serializer::Values;
use super::sink::Sink;
use super::sorted::Sorted;
use crate::error::EncodeErrorKind;
use crate::format::{Layout as _, MapOrder};

/// A struct, tuple, sequence or map whose parts are being written.
pub(super) struct Compound<'a, S> {
    sink: &'a mut S,
    count: Count,
}

/// How the number of parts is written.
enum Count {
    /// The type fixes it, and it is not written.
    Fixed,
    /// It was written, and this many parts are still to come.
    Written(usize),
    /// All parts are encoded into memory first; then it is written before them.
    Late(usize, Vec<u8>),
    /// All entries of a map are encoded into memory first; then it is written before them, in
    /// sorted order. The type declared this number of them.
    Sorted(usize, Sorted),
}

impl<'a, S: Sink> Compound<'a, S> {
    /// Parts without a count.
    pub(super) const fn plain(sink: &'a mut S) -> Self {
        Self { sink, count: Count::Fixed }
    }

    /// Parts after their count.
    pub(super) fn counted(sink: &'a mut S, len: Option<usize>) -> Result<Self, Error> {
        let count = match len {
            Some(len) => {
                sink.length(len)?;
                Count::Written(len)
            }
            None => Count::Late(0, Vec::new()),
        };
        Ok(Self { sink, count })
    }

    /// Entries after their count, in the order of the format.
    pub(super) fn entries(sink: &'a mut S, len: usize) -> Result<Self, Error> {
        if S::MAP_ORDER == MapOrder::Iteration {
            return Self::counted(sink, Some(len));
        }
        Ok(Self { sink, count: Count::Sorted(len, Sorted::default()) })
    }

    /// Writes a part; `first` if it begins an element or an entry, which is counted.
    fn part<T: Serialize + ?Sized>(&mut self, value: &T, first: bool) -> Result<(), Error> {
        if first && !matches!(self.count, Count::Fixed) {
            self.sink.more();
        }
        match &mut self.count {
            Count::Fixed => value.serialize(Values::new(self.sink)),
            Count::Written(left) => {
                if first {
                    let Some(fewer) = left.checked_sub(1) else {
                        return Err(self.sink.error(EncodeErrorKind::InconsistentFields));
                    };
                    *left = fewer;
                }
                let start = self.sink.position();
                value.serialize(Values::new(self.sink))?;
                not_empty::<S>(first && self.sink.position() == start)
            }
            Count::Late(count, held) => {
                *count += usize::from(first);
                let start = (self.sink.position(), held.len());
                self.sink.hold(value, held)?;
                not_empty::<S>(first && (self.sink.position(), held.len()) == start)
            }
            Count::Sorted(_, sorted) if first => {
                let start = sorted.len();
                sorted.key(self.sink, value)?;
                not_empty::<S>(sorted.len() == start)
            }
            Count::Sorted(_, sorted) => sorted.value(self.sink, value),
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self.count {
            Count::Fixed => Ok(()),
            Count::Written(0) => {
                self.sink.end();
                Ok(())
            }
            Count::Written(_) => Err(self.sink.error(EncodeErrorKind::InconsistentFields)),
            Count::Late(count, held) => {
                self.sink.length(count)?;
                self.sink.bytes(&held)?;
                self.sink.end();
                Ok(())
            }
            Count::Sorted(claimed, sorted) => {
                if claimed != sorted.count() {
                    return Err(self.sink.error(EncodeErrorKind::InconsistentFields));
                }
                self.sink.length(sorted.count())?;
                sorted.write(self.sink)
            }
        }
    }
}

/// Refuses a zero-length element where the format does.
fn not_empty<S: Sink>(empty: bool) -> Result<(), Error> {
    if empty { Error::unless(S::Format::RULES.unsupported.empty_elements) } else { Ok(()) }
}

macro_rules! parts {
    ($($compound:ident: $method:ident($($name:ident)?);)*) => {$(
        impl<S: Sink> $compound for Compound<'_, S> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), Error> {
                $(let _ = $name;)?
                self.part(value, true)
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                self.finish()
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(name);
    SerializeStructVariant: serialize_field(name);
}

impl<S: Sink> SerializeMap for Compound<'_, S> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.part(key, true)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.part(value, false)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}
