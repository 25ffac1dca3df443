//! The two ways to read a value, for sequences that read their elements in either.
#![forbid(unsafe_code)]

use super::decode::Decodable;
use super::decode_ref::DecodableRef;
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;

/// A way to read a `T`.
pub(crate) trait Mode<'de, T> {
    /// The smallest encoding, and whether all have that size.
    #[cfg_attr(
        not(any(feature = "alloc", feature = "arrayvec", feature = "heapless")),
        expect(dead_code, reason = "no collection reads its elements")
    )]
    fn size<F: Format>() -> Size;

    /// Reads a value.
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError>;

    /// Reads a value over another one.
    #[cfg(feature = "alloc")]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError>;

    /// Appends so many values.
    #[cfg(feature = "alloc")]
    fn extend<F: Format>(
        items: &mut alloc::vec::Vec<T>,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError>;
}

/// The mode of decoding that does not keep the input.
#[derive(Debug)]
pub struct Own;

/// Borrowing from the input.
#[derive(Debug)]
pub struct Borrow;

impl<'de, T: Decodable> Mode<'de, T> for Own {
    sizes!(size: T::size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode(r)
    }

    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError> {
        value.decode_into(r)
    }

    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extend<F: Format>(
        items: &mut alloc::vec::Vec<T>,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        T::decode_extend(items, r, count)
    }
}

impl<'de, T: DecodableRef<'de>> Mode<'de, T> for Borrow {
    sizes!(size: T::ref_size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode_ref(r)
    }

    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_into<F: Format>(value: &mut T, r: &mut Reader<'de, F>) -> Result<(), DecodeError> {
        T::decode_ref(r).map(|own| *value = own)
    }

    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extend<F: Format>(
        items: &mut alloc::vec::Vec<T>,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        super::bulk::decode_ref_extend(items, r, count)
    }
}
