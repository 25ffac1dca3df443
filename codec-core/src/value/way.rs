//! The two ways to read a value, for collections that read their elements in either.
#![forbid(unsafe_code)]

use super::decode::Decodable;
use super::decode_ref::DecodableRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;

/// How a `T` is read.
pub(crate) trait Way<'de, T> {
    /// The smallest encoding, and whether all have that size.
    fn size<F: Format>() -> Size;

    /// Reads a value over one, if there is one.
    fn read_over<F: Format>(r: &mut Reader<'de, F>, old: Option<T>) -> Result<T, DecodeError>;
}

/// Without keeping the input.
pub(crate) struct Own;

/// Borrowing from the input.
pub(crate) struct Borrow;

impl<'de, T: Decodable> Way<'de, T> for Own {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        T::size::<F>()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_over<F: Format>(r: &mut Reader<'de, F>, old: Option<T>) -> Result<T, DecodeError> {
        match old {
            None => T::decode(r),
            Some(mut value) => value.decode_into(r).map(|()| value),
        }
    }
}

impl<'de, T: DecodableRef<'de>> Way<'de, T> for Borrow {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        T::ref_size::<F>()
    }

    #[inline(always)]
    fn read_over<F: Format>(r: &mut Reader<'de, F>, _old: Option<T>) -> Result<T, DecodeError> {
        T::decode_ref(r)
    }
}
