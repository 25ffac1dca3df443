//! bincode 1's deserializer, for many values one after another.
#![forbid(unsafe_code)]

use std::fmt;
use std::io::Read;

use serde::de::{self, Visitor};

use super::{Error, Result};
use crate::config::{One, Options};
use crate::de::DecoderImpl;
use crate::de::read::{IoReader, SliceReader};
use crate::serde::{Borrowing, Owning, Values};

/// Deserializes values from a source, one after another.
///
/// ```
/// use codec_bincode::Deserializer;
/// use serde::Deserialize as _;
/// let bytes = [251, 44, 1, 1, b'a'];
/// let mut deserializer = Deserializer::from_slice(&bytes, codec_bincode::options());
/// assert_eq!(u64::deserialize(&mut deserializer)?, 300);
/// assert_eq!(<&str>::deserialize(&mut deserializer)?, "a");
/// # Ok::<(), codec_bincode::Error>(())
/// ```
pub struct Deserializer<R, O: Options> {
    decoder: DecoderImpl<R, One<O>, ()>,
}

impl<R, O: Options> fmt::Debug for Deserializer<R, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive()
    }
}

impl<'s, O: Options> Deserializer<SliceReader<'s>, O> {
    /// Deserializes from `slice`, from which values may borrow.
    #[expect(clippy::needless_pass_by_value, reason = "bincode's signature")]
    pub fn from_slice(slice: &'s [u8], options: O) -> Self {
        Self { decoder: DecoderImpl::new(SliceReader::new(slice), One::new(&options), ()) }
    }
}

impl<R: Read, O: Options> Deserializer<IoReader<R>, O> {
    /// Deserializes from `r`.
    #[expect(clippy::needless_pass_by_value, reason = "bincode's signature")]
    pub fn with_reader(r: R, options: O) -> Self {
        let reader = IoReader::new(r).with_limit(options.limit().unwrap_or(u64::MAX));
        Self { decoder: DecoderImpl::new(reader, One::new(&options), ()) }
    }
}

macro_rules! deserializer {
    ($reader:ty, $strings:ident, $($method:ident($($name:ident: $ty:ty),*);)*) => {
        type Error = Error;

        fn is_human_readable(&self) -> bool {
            false
        }

        $(
            #[inline]
            fn $method<V: Visitor<'de>>(self, $($name: $ty,)* visitor: V) -> Result<V::Value> {
                Values::<_, $strings, Error>::new(&mut self.decoder).$method($($name,)* visitor)
            }
        )*
    };
    ($reader:ty, $strings:ident) => {
        deserializer! {
            $reader, $strings,
            deserialize_any();
            deserialize_bool();
            deserialize_u8();
            deserialize_u16();
            deserialize_u32();
            deserialize_u64();
            deserialize_u128();
            deserialize_i8();
            deserialize_i16();
            deserialize_i32();
            deserialize_i64();
            deserialize_i128();
            deserialize_f32();
            deserialize_f64();
            deserialize_char();
            deserialize_str();
            deserialize_string();
            deserialize_bytes();
            deserialize_byte_buf();
            deserialize_option();
            deserialize_unit();
            deserialize_unit_struct(name: &'static str);
            deserialize_newtype_struct(name: &'static str);
            deserialize_seq();
            deserialize_tuple(len: usize);
            deserialize_tuple_struct(name: &'static str, len: usize);
            deserialize_map();
            deserialize_struct(name: &'static str, fields: &'static [&'static str]);
            deserialize_enum(name: &'static str, variants: &'static [&'static str]);
            deserialize_identifier();
            deserialize_ignored_any();
        }
    };
}

impl<'de, O: Options> de::Deserializer<'de> for &mut Deserializer<SliceReader<'de>, O> {
    deserializer!(SliceReader<'de>, Borrowing);
}

impl<'de, R: Read, O: Options> de::Deserializer<'de> for &mut Deserializer<IoReader<R>, O> {
    deserializer!(IoReader<R>, Owning);
}
