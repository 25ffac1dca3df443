//! Adapters: types that say how values of other types are encoded.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError};
use crate::format::int::Int;
use crate::format::size::{Size, sizes};
use crate::format::{Format, varint};
use crate::read::fetch::by_cursor;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::value::width::Varint;
use crate::write::writer::Writer;

/// Writes values of the type `T`, which may be one of another crate. A field names its
/// adapter with `#[codec(as = ..)]`, and a collection of adapters adapts a collection.
///
/// ```
/// use codec_core::field::{DecodeWith, EncodeWith};
/// use codec_core::{Decodable, Decode, DecodeError, Encode, EncodeError, Format, Postcard};
/// use codec_core::{Reader, Writer};
/// use std::time::Duration;
///
/// struct Millis;
/// impl EncodeWith<Duration> for Millis {
///     fn encoded_len<F: Format>(value: &Duration) -> usize {
///         value.as_millis().encoded_len::<F>()
///     }
///     fn encode<F: Format>(value: &Duration, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
///         value.as_millis().encode(w)
///     }
/// }
/// impl DecodeWith<'_, Duration> for Millis {
///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Duration, DecodeError> {
///         u64::decode(r).map(Duration::from_millis)
///     }
/// }
///
/// #[derive(Encode, Decode)]
/// struct Timeouts { #[codec(as = Vec<Millis>)] after: Vec<Duration> }
///
/// let timeouts = Timeouts { after: vec![Duration::from_secs(1)] };
/// assert_eq!(Postcard::to_vec(&timeouts)?, [1, 0xe8, 7]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the adapter `{Self}` can't encode a `{T}`",
    label = "`EncodeWith<{T}>` is not implemented for this adapter"
)]
pub trait EncodeWith<T: ?Sized> {
    /// Bounds on the encoded length that the type alone gives. The default claims none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    /// Exact length of the encoding of this value, in bytes.
    fn encoded_len<F: Format>(value: &T) -> usize;

    /// Writes the value.
    ///
    /// # Errors
    /// Errors that the value calls for.
    fn encode<F: Format>(value: &T, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

/// Reads values of the type `T`, which may borrow from an input that lives for `'de`. See
/// [`EncodeWith`].
#[diagnostic::on_unimplemented(
    message = "the adapter `{Self}` can't decode a `{T}`",
    label = "`DecodeWith<'_, {T}>` is not implemented for this adapter"
)]
pub trait DecodeWith<'de, T> {
    /// The smallest encoding, and whether all have that size. The default claims nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    /// Reads a value.
    ///
    /// # Errors
    /// An error of the kind that fits the input, at its offset.
    fn decode<F: Format>(r: &mut Reader<'de, F>) -> Result<T, DecodeError>;
}

/// The adapter of values encoded as their type says, among others that aren't.
///
/// ```
/// use codec_core::field::{Same, Varint};
/// use codec_core::{Bincode, Decode, Encode, EncodeError, Format};
/// #[derive(Encode, Decode)]
/// struct Row { #[codec(as = (Same, Varint))] pair: (u16, u16) }
/// assert_eq!(Bincode::to_vec(&Row { pair: (1, 1) })?, [1, 0, 1]);
/// # Ok::<(), EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Same;

/// An adapter whose values are written as others, each of which is made for that.
macro_rules! written_as {
    ([$($params:tt)*] $adapter:ty, $type:ty; $value:ident => $made:expr, $other:ty) => {
        impl<$($params)*> $crate::field::EncodeWith<$type> for $adapter {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_size<F: $crate::Format>() -> $crate::Size {
                <$other as $crate::Encode>::encoded_size::<F>()
            }

            #[inline]
            fn encoded_len<F: $crate::Format>($value: &$type) -> usize {
                let made: $other = $made;
                made.encoded_len::<F>()
            }

            #[inline]
            fn encode<F: $crate::Format>(
                $value: &$type,
                w: &mut $crate::Writer<'_, F>,
            ) -> Result<(), $crate::EncodeError> {
                let made: $other = $made;
                made.encode(w)
            }
        }
    };
}

/// An adapter whose values are made of others, which are read.
macro_rules! read_as {
    ([$($params:tt)*] $adapter:ty, $type:ty; $value:ident => $made:expr, $other:ty) => {
        impl<$($params)*> $crate::field::DecodeWith<'_, $type> for $adapter {
            $crate::format::size::sizes!(size: <$other as $crate::Decodable>::size::<F>());

            #[inline]
            fn decode<F: $crate::Format>(
                r: &mut $crate::Reader<'_, F>,
            ) -> Result<$type, $crate::DecodeError> {
                <$other as $crate::Decodable>::decode(r).map(|$value| $made)
            }
        }
    };
}

pub(super) use {read_as, written_as};

written_as!([T: Encode + ?Sized] Same, T; value => value, &T);
read_as!([T: Decodable] Same, T; value => value, T);

/// LEB128 of an integer of 16 bits or more, in any format; of a signed one after zigzag.
impl<I: Int> EncodeWith<I> for Varint {
    sizes!(encoded_size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(value: &I) -> usize {
        varint::leb128_len(*value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(value: &I, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        varint::write_leb128(w.output(), *value)
    }
}

impl<I: Int> DecodeWith<'_, I> for Varint {
    sizes!(size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<I, DecodeError> {
        let start = r.offset();
        let value: I = by_cursor!(F: r, 1, number)?;
        if F::RULES.strict && r.offset() - start != varint::leb128_len(value) {
            return Err(DecodeError::new(crate::DecodeErrorKind::NonCanonical, start));
        }
        r.note_value(start, || value.value());
        Ok(value)
    }
}

/// LEB128 as wide as the integer.
#[cfg_attr(not(debug_assertions), inline(always))]
fn number<I: Int>(cursor: &mut crate::Cursor<'_>) -> Result<I, DecodeError> {
    varint::read_leb128(cursor, varint::leb128_max(I::SIZE))
}
