//! Numbers, booleans and characters, written as `codec-core` does.
#![forbid(unsafe_code)]

use super::FormatTo;
use crate::enc::write::Writer as _;
use crate::enc::{Encode, Encoder};
use crate::error::EncodeError;

/// A type of which a value has at most 17 bytes.
pub trait Scalar: codec_core::Encode + Copy {
    /// The values as they are written, if they are bytes.
    #[inline(always)]
    fn bytes(values: &[Self]) -> Option<&[u8]> {
        let _ = values;
        None
    }
}

macro_rules! scalars {
    ($($ty:ty $({ $bytes:item })?;)*) => {$(
        impl Scalar for $ty {
            $($bytes)?
        }

        impl Encode for $ty {
            #[inline(always)]
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                encoder.writer().scalar::<FormatTo<E>, Self>(*self)
            }

            #[inline]
            fn encode_elements<E: Encoder>(
                values: &[Self],
                encoder: &mut E,
            ) -> Result<(), EncodeError> {
                match Self::bytes(values) {
                    Some(bytes) => encoder.writer().write(bytes),
                    None => encoder.writer().scalars::<FormatTo<E>, Self>(values),
                }
            }
        }
    )*};
}

scalars! {
    u8 {
        #[inline(always)]
        fn bytes(values: &[Self]) -> Option<&[u8]> {
            Some(values)
        }
    };
    i8; u16; u32; u64; u128; i16; i32; i64; i128; usize; isize; f32; f64; bool; char;
}
