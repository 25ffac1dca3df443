//! Numbers, booleans and characters, written as `codec-core` does.
#![forbid(unsafe_code)]

use codec_core::{Format, Output};

use super::FormatTo;
use crate::enc::write::Writer as _;
use crate::enc::{Encode, Encoder};
use crate::error::EncodeError;

/// A type of which a value has at most 17 bytes.
pub trait Scalar: codec_core::Encode + Copy {
    /// Writes the value.
    ///
    /// # Errors
    /// [`BufferTooSmall`](codec_core::EncodeErrorKind::BufferTooSmall).
    fn put<F: Format>(self, out: &mut Output<'_>) -> Result<(), codec_core::EncodeError>;

    /// The values as they are written, if they are bytes.
    #[inline(always)]
    fn bytes(values: &[Self]) -> Option<&[u8]> {
        let _ = values;
        None
    }
}

/// The impls of types, as a format writes them.
macro_rules! scalars {
    ($($ty:ty: |$out:ident, $value:ident| $put:expr $(, $bytes:item)?;)*) => {$(
        impl Scalar for $ty {
            #[inline(always)]
            fn put<F: Format>(self, $out: &mut Output<'_>) -> Result<(), codec_core::EncodeError> {
                let $value = self;
                $put
            }
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
    u8: |out, value| out.byte(value), #[inline(always)] fn bytes(values: &[u8]) -> Option<&[u8]> {
        Some(values)
    };
    i8: |out, value| out.byte(value.cast_unsigned());
    bool: |out, value| out.byte(value.into());
    u16: |out, value| F::write_int(out, value);
    u32: |out, value| F::write_int(out, value);
    u64: |out, value| F::write_int(out, value);
    u128: |out, value| F::write_int(out, value);
    i16: |out, value| F::write_int(out, value);
    i32: |out, value| F::write_int(out, value);
    i64: |out, value| F::write_int(out, value);
    i128: |out, value| F::write_int(out, value);
    usize: |out, value| F::write_int(out, value as u64);
    isize: |out, value| F::write_int(out, value as i64);
    f32: |out, value| F::write_f32(out, value);
    f64: |out, value| F::write_f64(out, value);
    char: |out, value| F::write_char(out, value);
}
