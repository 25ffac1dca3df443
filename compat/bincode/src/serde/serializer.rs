//! serde's view of an encoder.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::EncodeError as Unsized;
use crate::enc::{Encode, Encoder};
use crate::error::EncodeError;
use crate::impls::encode_len;

/// Serializes values into an encoder, one after another, with errors of type `X`.
pub struct Values<'a, E, X> {
    encoder: &'a mut E,
    error: PhantomData<X>,
}

impl<'a, E, X> Values<'a, E, X> {
    #[inline(always)]
    pub(crate) const fn new(encoder: &'a mut E) -> Self {
        Self { encoder, error: PhantomData }
    }

    #[inline(always)]
    fn again(&mut self) -> Values<'_, E, X> {
        Values::new(self.encoder)
    }
}

impl<E: Encoder, X: From<EncodeError>> Values<'_, E, X> {
    #[inline(always)]
    fn put<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), X> {
        value.encode(self.encoder).map_err(X::from)
    }

    #[inline]
    fn counted(&mut self, len: Option<usize>) -> Result<(), X> {
        let len = len.ok_or_else(|| EncodeError::from(Unsized::SequenceMustHaveLength))?;
        encode_len(len, self.encoder).map_err(X::from)
    }
}

macro_rules! numbers {
    ($($method:ident $number:ty;)*) => {$(
        #[inline]
        fn $method(mut self, value: $number) -> Result<(), X> {
            self.put(&value)
        }
    )*};
}

impl<E: Encoder, X: From<EncodeError> + serde::ser::Error> Serializer for Values<'_, E, X> {
    type Ok = ();
    type Error = X;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn is_human_readable(&self) -> bool {
        false
    }

    numbers! {
        serialize_bool bool;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_u128 u128;
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_i128 i128;
        serialize_f32 f32;
        serialize_f64 f64;
        serialize_char char;
    }

    #[inline]
    fn serialize_str(mut self, value: &str) -> Result<(), X> {
        self.put(value)
    }

    #[inline]
    fn serialize_bytes(mut self, value: &[u8]) -> Result<(), X> {
        self.put(value)
    }

    #[inline]
    fn serialize_none(mut self) -> Result<(), X> {
        self.put(&0u8)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), X> {
        self.put(&1u8)?;
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), X> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), X> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
    ) -> Result<(), X> {
        self.put(&index)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), X> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        value: &T,
    ) -> Result<(), X> {
        self.put(&index)?;
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(mut self, len: Option<usize>) -> Result<Self, X> {
        self.counted(len)?;
        Ok(self)
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Self, X> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Self, X> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self, X> {
        self.put(&index)?;
        Ok(self)
    }

    #[inline]
    fn serialize_map(mut self, len: Option<usize>) -> Result<Self, X> {
        self.counted(len)?;
        Ok(self)
    }

    #[inline]
    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self, X> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct_variant(
        mut self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self, X> {
        self.put(&index)?;
        Ok(self)
    }
}

macro_rules! parts {
    ($($compound:ident: $method:ident($($name:ident)?);)*) => {$(
        impl<E: Encoder, X: From<EncodeError> + serde::ser::Error> $compound for Values<'_, E, X> {
            type Ok = ();
            type Error = X;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), X> {
                $(let _ = $name;)?
                value.serialize(self.again())
            }

            #[inline]
            fn end(self) -> Result<(), X> {
                Ok(())
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

impl<E: Encoder, X: From<EncodeError> + serde::ser::Error> SerializeMap for Values<'_, E, X> {
    type Ok = ();
    type Error = X;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), X> {
        key.serialize(self.again())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), X> {
        value.serialize(self.again())
    }

    #[inline]
    fn end(self) -> Result<(), X> {
        Ok(())
    }
}
