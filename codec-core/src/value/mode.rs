//! The two ways to read a value, for collections that read their elements in either.
#![forbid(unsafe_code)]

use super::decode::Decodable;
use super::decode_ref::DecodableRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;

/// A way to read a `T`.
pub(crate) trait Mode<'de, T> {
    /// The smallest encoding, and whether all have that size.
    fn size<F: Format>() -> Size;

    /// Reads a value.
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError>;

    /// Reads a value over another one.
    #[cfg(feature = "alloc")]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError>;
}

/// Without keeping the input.
pub(crate) struct Own;

/// Borrowing from the input.
pub(crate) struct Borrow;

impl<'de, T: Decodable> Mode<'de, T> for Own {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        T::size::<F>()
    }

    #[inline(always)]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode(r)
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError> {
        value.decode_into(r)
    }
}

impl<'de, T: DecodableRef<'de>> Mode<'de, T> for Borrow {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        T::ref_size::<F>()
    }

    #[inline(always)]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode_ref(r)
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError> {
        T::decode_ref(r).map(|own| *value = own)
    }
}
