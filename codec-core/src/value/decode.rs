//! The trait of types that decode into owned values.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::memory::MemoryWalk;

/// A type that can be decoded without keeping the input.
///
/// Derive it with `#[derive(Decode)]`.
///
/// ```
/// use codec_core::{Decodable, DecodeError, Format, Reader, Size, Sv2};
/// struct Version(u16);
/// impl Decodable for Version {
///     fn size<F: Format>() -> Size { u16::size::<F>() }
///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
///         u16::decode(r).map(Version)
///     }
/// }
/// assert_eq!(Sv2::from_slice::<Version>(&[2, 0])?.0, 2);
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be decoded as an owned value",
    label = "`Decodable` is not implemented for this type",
    note = "add `#[derive(codec_core::Decode)]` to it",
    note = "for a field of a type of another crate, name a module: `#[codec(with = module)]`",
    note = "a type that borrows from the input needs `#[codec(borrow)]` on its field, and `from_slice_ref`"
)]
pub trait Decodable: Sized {
    /// `true` if one function decodes the type wherever it is used. The derive says so of types
    /// that take several pieces of memory; it is not for others to set.
    #[doc(hidden)]
    const OUTLINED: bool = false;

    /// The smallest encoding, and whether all have that size. A smallest size
    /// that is too small costs speed; one that is too large refuses valid input.
    ///
    /// ```
    /// use codec_core::{Bincode, Decodable, DecodableRef, Postcard, Size};
    /// assert_eq!(u32::size::<Bincode>(), Size::fixed(4));
    /// assert_eq!(<&str>::ref_size::<Postcard>(), Size::at_least(1));
    /// ```
    fn size<F: Format>() -> Size;

    /// Reads a value.
    ///
    /// # Errors
    /// An error of the kind that fits the input, at its offset.
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError>;

    /// Reads a value and hands it to `done`. A value of many fields is built where
    /// `done` puts it, which saves a copy; what the derive makes does this.
    ///
    /// ```
    /// use codec_core::{Decodable, Reader, Sv2};
    /// let mut place = 0;
    /// u16::decode_with(&mut Reader::<Sv2>::new(&[1, 2]), |value| place = value)?;
    /// assert_eq!(place, 0x0201);
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_with<F: Format, D, W: FnOnce(Self) -> D>(
        r: &mut Reader<'_, F>,
        done: W,
    ) -> Result<D, DecodeError> {
        Self::decode(r).map(done)
    }

    /// Reads a value into a box. A large array is built there, and not on the stack.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[cfg(feature = "alloc")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_boxed<F: Format>(r: &mut Reader<'_, F>) -> Result<Box<Self>, DecodeError> {
        crate::value::bulk::decode_boxed(r)
    }

    /// Reads a value over this one and keeps what memory it has. After an
    /// error the value is valid, but which parts were replaced is not specified.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        *self = Self::decode(r)?;
        Ok(())
    }

    /// Checks a value and skips it.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        Self::decode(r).map(drop)
    }

    /// Reads exactly `N` values.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_array<F: Format, const N: usize>(
        r: &mut Reader<'_, F>,
    ) -> Result<[Self; N], DecodeError> {
        crate::value::bulk::decode_array(r)
    }

    /// Declares to `walk` what a value allocates when it is decoded: each of its parts, and what it
    /// has on the heap besides. [`Format::memory_bound`] is made of it; no decode calls it. A
    /// type that does not implement this has no bound, nor has one that contains it.
    ///
    /// ```
    /// use codec_core::{Decodable, DecodeError, Format, MemoryWalk, Reader, Size, Sv2};
    /// struct Port(u16);
    /// impl Decodable for Port {
    ///     fn size<F: Format>() -> Size { u16::size::<F>() }
    ///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
    ///         u16::decode(r).map(Self)
    ///     }
    ///     fn memory<F: Format>(walk: &mut MemoryWalk) {
    ///         walk.part::<F, u16>();
    ///     }
    /// }
    /// assert_eq!(Sv2::memory_bound::<Port>().unwrap().of_input(2), 0);
    /// ```
    fn memory<F: Format>(walk: &mut MemoryWalk) {
        walk.unknown();
    }

    /// Reads `count` values and appends them. The count is untrusted: memory is
    /// reserved in proportion to the bytes that are present.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        if Self::OUTLINED && !cfg!(debug_assertions) {
            return crate::value::varying::extend(items, r, count);
        }
        crate::value::bulk::decode_extend(items, r, count)
    }
}

/// The method `decode_extend` of a type whose values in a row are read together.
macro_rules! extended {
    (#[$inline:meta] |$items:ident, $r:ident, $count:ident| $read:expr) => {
        #[cfg(feature = "alloc")]
        #[$inline]
        fn decode_extend<F: $crate::Format>(
            $items: &mut ::alloc::vec::Vec<Self>,
            $r: &mut $crate::Reader<'_, F>,
            $count: usize,
        ) -> Result<(), $crate::DecodeError> {
            $read
        }
    };
}

pub(crate) use extended;

/// [`Decodable`] by the name of its derive, for bounds: every `Decodable` type implements it, and it
/// is not implemented by hand.
///
/// ```
/// use codec_core::{Decode, Encode, Format, Postcard};
/// fn echo<T: Decode + Encode>(input: &[u8]) -> Vec<u8> {
///     Postcard::to_vec(&Postcard::from_slice::<T>(input).unwrap()).unwrap()
/// }
/// assert_eq!(echo::<String>(&[2, b'h', b'i']), [2, b'h', b'i']);
/// ```
pub trait Decode: Decodable {}

impl<T: Decodable> Decode for T {}
