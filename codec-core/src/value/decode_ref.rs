//! The trait of types that decode by borrowing from the input.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;

/// A type that can be decoded while borrowing from an input that lives for `'de`.
///
/// It is one bound for owned and borrowed types, like serde's `Deserialize<'de>`: a type that
/// borrows nothing is decoded as by [`Decodable`](crate::Decodable).
///
/// ```
/// use codec_core::{DecodableRef, DecodeError, Format, Postcard};
/// fn second<'a, T: DecodableRef<'a>>(input: &'a [u8]) -> Result<T, DecodeError> {
///     Postcard::from_slice_ref::<(u8, T)>(input).map(|(_, second)| second)
/// }
/// let input = [7, 2, b'h', b'i'];
/// assert_eq!(second::<&str>(&input)?, "hi");
/// assert_eq!(second::<String>(&input)?, "hi");
/// # Ok::<(), DecodeError>(())
/// ```
///
/// `#[derive(Decode)]` with `#[codec(borrow)]` on a struct makes such a type of
/// it; on the fields of a struct that has a lifetime, it implements this alone.
/// A `Vec` of such a type is one, too, and allocates; a [`SeqRef`](crate::SeqRef) does not.
///
/// ```
/// use codec_core::{Bincode, DecodeError, Format};
/// let text: &str = Bincode::from_slice_ref(b"\x02\0\0\0\0\0\0\0hi")?;
/// assert_eq!(text, "hi");
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be decoded by borrowing from the input",
    label = "`DecodableRef<'_>` is not implemented for this type",
    note = "derive `codec_core::Decode` with `#[codec(borrow)]` on the type and use its `Ref` form",
    note = "for a type with a hand-written `Decodable`, call `codec_core::impl_decodable_ref!`"
)]
pub trait DecodableRef<'de>: Sized {
    /// The smallest encoding, and whether all have that size.
    fn ref_size<F: Format>() -> Size;

    /// Reads a value.
    ///
    /// # Errors
    /// An error of the kind that fits the input, at its offset.
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError>;

    /// Reads a value and hands it to `done`, as
    /// [`Decodable::decode_with`](crate::Decodable::decode_with).
    ///
    /// ```
    /// use codec_core::{DecodableRef, Reader, Sv2};
    /// let mut kept: &[u8; 2] = &[0; 2];
    /// DecodableRef::decode_ref_with(&mut Reader::<Sv2>::new(&[1, 2]), |value| kept = value)?;
    /// assert_eq!(kept, &[1, 2]);
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`decode_ref`](Self::decode_ref).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref_with<F: Format, D, W: FnOnce(Self) -> D>(
        r: &mut Reader<'de, F>,
        done: W,
    ) -> Result<D, DecodeError> {
        Self::decode_ref(r).map(done)
    }

    /// Reads exactly `N` values.
    ///
    /// # Errors
    /// The same as [`decode_ref`](Self::decode_ref).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref_array<F: Format, const N: usize>(
        r: &mut Reader<'de, F>,
    ) -> Result<[Self; N], DecodeError> {
        crate::value::bulk::decode_ref_array(r)
    }

    /// Reads a count and as many values, for a `Cow` of them: bytes are borrowed.
    ///
    /// # Errors
    /// The same as [`decode_ref`](Self::decode_ref).
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn decode_ref_cow<F: Format>(r: &mut Reader<'de, F>) -> Result<Cow<'de, [Self]>, DecodeError>
    where
        Self: Clone,
    {
        alloc::vec::Vec::decode_ref(r).map(Cow::Owned)
    }
}

/// Decodes a value that is part of another. One of a fixed size, or that holds little, is read where
/// it is used; others by a function for each type and format, where the compiler finds them long.
/// Were all of them read where they are used, code would grow with the power of the nesting.
///
/// # Errors
/// The errors of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn decode_part<'de, F: Format, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
) -> Result<T, DecodeError> {
    if T::ref_size::<F>().fixed || size_of::<T>() < super::varying::LARGE {
        T::decode_ref_with(r, core::convert::identity)
    } else {
        T::decode_ref(r)
    }
}

/// Implements [`DecodableRef`] for a type that borrows nothing, and whose
/// [`Decodable`](crate::Decodable) is written by hand, by that. The derive does it for
/// derived types, and [`impl_plain!`](crate::impl_plain) with other forms. Type
/// parameters go before the type, in braces, with what its `Decodable` asks of them; other
/// bounds after it, in `where {..}`.
///
/// ```
/// use codec_core::{Decodable, DecodeError, Format, Postcard, Reader, Size};
/// #[derive(Debug, PartialEq)]
/// struct Version(u16);
/// impl Decodable for Version {
///     fn size<F: Format>() -> Size {
///         <u16 as Decodable>::size::<F>()
///     }
///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
///         u16::decode(r).map(Version)
///     }
/// }
/// codec_core::impl_decodable_ref!(Version);
/// let (version, name): (Version, &str) = Postcard::from_slice_ref(&[3, 2, b'h', b'i'])?;
/// assert_eq!((version, name), (Version(3), "hi"));
/// # Ok::<(), DecodeError>(())
/// ```
#[macro_export]
macro_rules! impl_decodable_ref {
    ($({$($params:tt)*})? $type:ty $(where {$($bounds:tt)*})?) => {
        impl<'de, $($($params)*)?> $crate::DecodableRef<'de> for $type $(where $($bounds)*)? {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ref_size<__F: $crate::Format>() -> $crate::Size {
                <Self as $crate::Decodable>::size::<__F>()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_ref<__F: $crate::Format>(
                r: &mut $crate::Reader<'de, __F>,
            ) -> ::core::result::Result<Self, $crate::DecodeError> {
                <Self as $crate::Decodable>::decode(r)
            }
        }
    };
}

/// A type that is decoded from borrowed bytes as another, and converted from it.
macro_rules! decode_ref_as {
    ($({$($params:tt)*})? $type:ty as $other:ty; $make:expr) => {
        impl<'de, $($($params)*)?> $crate::DecodableRef<'de> for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ref_size<F: $crate::Format>() -> $crate::Size {
                <$other as $crate::DecodableRef<'de>>::ref_size::<F>()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_ref<F: $crate::Format>(
                r: &mut $crate::Reader<'de, F>,
            ) -> Result<Self, $crate::DecodeError> {
                <$other as $crate::DecodableRef<'de>>::decode_ref(r).map($make)
            }
        }
    };
}

pub(crate) use decode_ref_as;
