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

/// A mode: its trait, the size and the ways to read a value, to read over one, and to append some.
macro_rules! mode {
    ($mode:ident: $of:path; $size:ident; $read:ident; |$value:ident, $r:ident| $over:expr;
        |$items:ident, $from:ident, $count:ident| $extend:expr) => {
        impl<'de, T: $of> Mode<'de, T> for $mode {
            sizes!(size: T::$size::<F>());

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
                T::$read(r)
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_into<F: Format>(
                $value: &mut T,
                $r: &mut Reader<'de, F>,
            ) -> Result<(), DecodeError> {
                $over
            }

            #[cfg(feature = "alloc")]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn extend<F: Format>(
                $items: &mut alloc::vec::Vec<T>,
                $from: &mut Reader<'de, F>,
                $count: usize,
            ) -> Result<(), DecodeError> {
                $extend
            }
        }
    };
}

mode! {
    Own: Decodable; size; decode; |value, r| value.decode_into(r);
    |items, r, count| T::decode_extend(items, r, count)
}

mode! {
    Borrow: DecodableRef<'de>; ref_size; decode_ref;
    |value, r| T::decode_ref(r).map(|own| *value = own);
    |items, r, count| super::bulk::decode_ref_extend(items, r, count)
}
