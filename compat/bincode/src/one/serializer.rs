//! bincode 1's serializer, for many values one after another.
#![forbid(unsafe_code)]

use std::fmt;
use std::io::Write;

use serde::{Serialize, ser};

use super::{Error, Result};
use crate::config::{One, Options};
use crate::enc::EncoderImpl;
use crate::enc::write::Writer;
use crate::error::EncodeError;
use crate::serde::Written;

/// A sink that doesn't count: the errors of bincode 1 don't say where.
pub struct Sink<W>(pub(super) W);

impl<W: Write> Writer for Sink<W> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> std::result::Result<(), EncodeError> {
        self.0.write_all(bytes).map_err(|inner| EncodeError::Io { inner, index: 0 })
    }
}

/// Serializes values into a sink, one after another.
///
/// ```
/// use codec_bincode::Serializer;
/// use serde::Serialize as _;
/// let mut sink = Vec::new();
/// let mut serializer = Serializer::new(&mut sink, codec_bincode::options());
/// 300u64.serialize(&mut serializer)?;
/// "a".serialize(&mut serializer)?;
/// assert_eq!(sink, [251, 44, 1, 1, b'a']);
/// # Ok::<(), codec_bincode::Error>(())
/// ```
pub struct Serializer<W, O: Options> {
    encoder: EncoderImpl<Sink<W>, One<O>>,
}

impl<W, O: Options> fmt::Debug for Serializer<W, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serializer").finish_non_exhaustive()
    }
}

impl<W: Write, O: Options> Serializer<W, O> {
    /// Serializes into `w`.
    #[expect(clippy::needless_pass_by_value, reason = "bincode's signature")]
    pub fn new(w: W, options: O) -> Self {
        Self { encoder: EncoderImpl::new(Sink(w), One::new(&options)) }
    }
}

macro_rules! serializer {
    (
        plain { $($plain:ident($($arg:ident: $ty:ty),*);)* }
        generic { $($generic:ident($($other:ident: $other_ty:ty),*);)* }
        compound { $($compound:ident -> $name:ident($($part:ident: $part_ty:ty),*);)* }
    ) => {
        type Ok = ();
        type Error = Error;
        $(type $name = Written<'a, EncoderImpl<Sink<W>, One<O>>, Error>;)*

        fn is_human_readable(&self) -> bool {
            false
        }

        $(
            #[inline]
            fn $plain(self, $($arg: $ty),*) -> Result<()> {
                Written::<_, Error>::new(&mut self.encoder).$plain($($arg),*)
            }
        )*
        $(
            #[inline]
            fn $generic<T: Serialize + ?Sized>(
                self,
                $($other: $other_ty,)*
                value: &T,
            ) -> Result<()> {
                Written::<_, Error>::new(&mut self.encoder).$generic($($other,)* value)
            }
        )*
        $(
            #[inline]
            fn $compound(self, $($part: $part_ty),*) -> Result<Self::$name> {
                Written::<_, Error>::new(&mut self.encoder).$compound($($part),*)
            }
        )*
    };
}

impl<'a, W: Write, O: Options> ser::Serializer for &'a mut Serializer<W, O> {
    serializer! {
        plain {
        serialize_bool(value: bool);
        serialize_u8(value: u8);
        serialize_u16(value: u16);
        serialize_u32(value: u32);
        serialize_u64(value: u64);
        serialize_u128(value: u128);
        serialize_i8(value: i8);
        serialize_i16(value: i16);
        serialize_i32(value: i32);
        serialize_i64(value: i64);
        serialize_i128(value: i128);
        serialize_f32(value: f32);
        serialize_f64(value: f64);
        serialize_char(value: char);
        serialize_str(value: &str);
        serialize_bytes(value: &[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
        }
        generic {
        serialize_some();
        serialize_newtype_struct(name: &'static str);
        serialize_newtype_variant(name: &'static str, index: u32, variant: &'static str);
        }
        compound {
        serialize_seq -> SerializeSeq(len: Option<usize>);
        serialize_tuple -> SerializeTuple(len: usize);
        serialize_tuple_struct -> SerializeTupleStruct(name: &'static str, len: usize);
        serialize_tuple_variant -> SerializeTupleVariant(
            name: &'static str, index: u32, variant: &'static str, len: usize
        );
        serialize_map -> SerializeMap(len: Option<usize>);
        serialize_struct -> SerializeStruct(name: &'static str, len: usize);
        serialize_struct_variant -> SerializeStructVariant(
            name: &'static str, index: u32, variant: &'static str, len: usize
        );
        }
    }
}
