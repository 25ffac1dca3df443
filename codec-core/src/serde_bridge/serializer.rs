//! serde's `Serializer` over a writer.
#![forbid(unsafe_code)]

use serde::Serialize;
use serde::ser::Serializer;

use super::compound::{Counted, Fields};
use super::error::{Fault, UNREADABLE};
use super::sink::Sink;
use crate::format::Layout as _;

/// Serializes values, one after another.
pub(super) struct Values<'a, S>(&'a mut S);

impl<'a, S: Sink> Values<'a, S> {
    pub(super) const fn new(sink: &'a mut S) -> Self {
        Self(sink)
    }

    /// The tag of a variant.
    #[inline]
    fn variant(&mut self, index: u32) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.tag)?;
        self.0.tag(index)
    }

    /// The tag of a `Result`, which some formats encode differently.
    #[inline]
    fn outcome(&mut self, ok: bool) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.result)?;
        self.0.outcome(ok)
    }

    #[inline]
    fn present(&mut self, present: bool) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.option)?;
        self.0.byte(u8::from(present))
    }
}

macro_rules! integers {
    ($($method:ident $int:ty $(, $lacks:ident)*;)*) => {$(
        #[inline]
        fn $method(self, value: $int) -> Result<(), Fault> {
            $(Fault::unless(S::Format::RULES.unsupported.$lacks)?;)*
            self.0.int(value)
        }
    )*};
}

impl<'a, S: Sink> Serializer for Values<'a, S> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Counted<'a, S>;
    type SerializeTuple = Fields<'a, S>;
    type SerializeTupleStruct = Fields<'a, S>;
    type SerializeTupleVariant = Fields<'a, S>;
    type SerializeMap = Counted<'a, S>;
    type SerializeStruct = Fields<'a, S>;
    type SerializeStructVariant = Fields<'a, S>;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Fault> {
        self.0.byte(u8::from(value))
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<(), Fault> {
        self.0.byte(value)
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.signed)?;
        self.0.signed_byte(value)
    }

    integers! {
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_u128 u128, wide;
        serialize_i16 i16, signed;
        serialize_i32 i32, signed;
        serialize_i64 i64, signed;
        serialize_i128 i128, signed, wide;
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.single)?;
        self.0.single(value)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.double)?;
        self.0.double(value)
    }

    #[inline]
    fn serialize_char(self, value: char) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.character)?;
        self.0.char(value)
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.string)?;
        self.0.text(value.as_bytes())
    }

    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Fault> {
        Fault::unless(S::Format::RULES.unsupported.sequence)?;
        self.0.text(value)
    }

    #[inline]
    fn serialize_none(mut self) -> Result<(), Fault> {
        self.present(false)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Fault> {
        self.present(true)?;
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
    ) -> Result<(), Fault> {
        self.variant(index)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        if name == "Result" && matches!(variant, "Ok" | "Err") {
            self.outcome(variant == "Ok")?;
        } else {
            self.variant(index)?;
        }
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        Fault::unless(S::Format::RULES.unsupported.sequence)?;
        Counted::elements(self.0, len)
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple, Fault> {
        Ok(Fields(self.0))
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleStruct, Fault> {
        Ok(Fields(self.0))
    }

    #[inline]
    fn serialize_tuple_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        self.variant(index)?;
        Ok(Fields(self.0))
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        Fault::unless(S::Format::RULES.unsupported.sequence)?;
        Counted::entries(self.0, len.ok_or(UNREADABLE)?)
    }

    #[inline]
    fn serialize_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStruct, Fault> {
        Ok(Fields(self.0))
    }

    #[inline]
    fn serialize_struct_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        self.variant(index)?;
        Ok(Fields(self.0))
    }
}
