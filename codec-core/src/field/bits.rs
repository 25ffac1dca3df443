//! Fields of some bits in a word that they share.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::record::Value;
use crate::write::writer::Writer;

/// A value of some bits, for `#[codec(bits = ..)]`: an integer, a `bool`, or a type of your own.
/// Signed integers are in two's complement of the field's width.
///
/// ```
/// use codec_core::field::BitField;
/// use codec_core::{Decode, Encode, EncodeError, Format, Sv2};
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Quality { AtMostOnce, AtLeastOnce, ExactlyOnce }
/// impl BitField for Quality {
///     fn from_bits(bits: u64) -> Option<Self> {
///         [Self::AtMostOnce, Self::AtLeastOnce, Self::ExactlyOnce].get(bits as usize).copied()
///     }
///     fn to_bits(self) -> u64 { self as u64 }
/// }
///
/// #[derive(Encode, Decode)]
/// struct Header {
///     #[codec(bits = 4)] kind: u8,
///     #[codec(bits = 1)] duplicate: bool,
///     #[codec(bits = 2)] quality: Quality,
///     #[codec(bits = 1)] retain: bool,
/// }
/// let header = Header { kind: 3, duplicate: false, quality: Quality::AtLeastOnce, retain: true };
/// assert_eq!(Sv2::to_vec(&header)?, [0b0011_0_01_1]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a bit field",
    label = "`bits` is for integers, `bool` and types that implement `BitField`"
)]
pub trait BitField: Copy {
    /// Set for signed integers: the highest bit of the field is a sign, which
    /// [`from_bits`](Self::from_bits) gets in all higher bits of its argument, and
    /// [`to_bits`](Self::to_bits) returns there.
    const SIGNED: bool = false;

    /// Converts from the lowest bits; `None` when they encode no value
    /// ([`InvalidValue`](DecodeErrorKind::InvalidValue)).
    fn from_bits(bits: u64) -> Option<Self>;

    /// Converts to the lowest bits. What does not fit the width is
    /// [`IntegerOutOfRange`](EncodeErrorKind::IntegerOutOfRange).
    fn to_bits(self) -> u64;
}

impl BitField for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bits(bits: u64) -> Option<Self> {
        Some(bits != 0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bits(self) -> u64 {
        self.into()
    }
}

macro_rules! integers {
    ($signed:literal $wide:ty: $($int:ty),*) => {$(
        impl BitField for $int {
            const SIGNED: bool = $signed;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_bits(bits: u64) -> Option<Self> {
                Self::try_from(<$wide>::from_ne_bytes(bits.to_ne_bytes())).ok()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_bits(self) -> u64 {
                u64::from_ne_bytes(<$wide>::from(self).to_ne_bytes())
            }
        }
    )*};
}

integers!(false u64: u8, u16, u32, u64);
integers!(true i64: i8, i16, i32, i64);

/// The lowest `width` bits of a word, with the sign in all others if there is one.
const fn extended<T: BitField>(word: u64, width: u32) -> u64 {
    let bits = word & mask(width);
    let high = 64_u32.saturating_sub(width);
    match bits.checked_shl(high) {
        Some(top) if T::SIGNED => (top.cast_signed() >> high).cast_unsigned(),
        _ => bits,
    }
}

/// The lowest `width` bits.
const fn mask(width: u32) -> u64 {
    match u64::MAX.checked_shr(64_u32.saturating_sub(width)) {
        Some(mask) => mask,
        None => 0,
    }
}

/// Stops the build when the fields of a run do not fill bytes.
///
/// # Panics
/// At compile time.
pub const fn assert_run(widths: &[u32]) {
    let mut index = 0;
    while index < widths.len() {
        assert!(is_width(widths[index]), "the width of a bit field is a number from 1 to 64");
        index += 1;
    }
    assert!(is_run(widths), "fields with `bits` next to each other fill whole bytes, up to eight");
}

const fn is_width(width: u32) -> bool {
    width >= 1 && width <= 64
}

/// Returns true if fields of these widths fill bytes.
pub const fn is_run(widths: &[u32]) -> bool {
    let (mut total, mut index) = (0, 0);
    while index < widths.len() {
        if !is_width(widths[index]) {
            return false;
        }
        total += widths[index];
        index += 1;
    }
    total % 8 == 0 && total <= 64
}

/// The width that an expression over other fields gives; 0, which is none, of what is no width.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn width<N: TryInto<usize>>(width: N) -> u32 {
    width.try_into().ok().and_then(|width| u32::try_from(width).ok()).unwrap_or(0)
}

/// Number of bits by which a field is shifted: the bits of the first are the highest, unless the
/// order is little-endian.
pub const fn shift(widths: &[u32], field: usize, little: bool) -> u32 {
    let (mut index, mut shift) = (if little { 0 } else { field + 1 }, 0);
    let end = if little { field } else { widths.len() };
    while index < end {
        shift += widths[index];
        index += 1;
    }
    shift
}

/// Number of bytes of a run.
pub const fn run_len(widths: &[u32]) -> usize {
    (shift(widths, widths.len(), true) / 8) as usize
}

/// Reads the word of a run, of `len` bytes.
///
/// # Errors
/// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_word<F: Format>(
    r: &mut Reader<'_, F>,
    len: usize,
    little: bool,
) -> Result<u64, DecodeError> {
    let bytes = r.take(len)?.iter();
    let add = |word: u64, byte: &u8| (word << 8) | u64::from(*byte);
    Ok(if little { bytes.rev().fold(0, add) } else { bytes.fold(0, add) })
}

/// The value of a field of a word that begins `back` bytes before.
///
/// # Errors
/// [`InvalidValue`](DecodeErrorKind::InvalidValue) at the word; in a strict format
/// [`NonCanonical`](DecodeErrorKind::NonCanonical) if the value would be written otherwise.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn field_of<F: Format, T: BitField>(
    r: &mut Reader<'_, F>,
    back: usize,
    word: u64,
    shift: u32,
    width: u32,
) -> Result<T, DecodeError> {
    let bits = extended::<T>(word.checked_shr(shift).unwrap_or_default(), width);
    let start = r.offset().saturating_sub(back);
    r.note_value(start, || {
        if T::SIGNED {
            Value::Signed(bits.cast_signed().into())
        } else {
            Value::Unsigned(bits.into())
        }
    });
    let value = T::from_bits(bits);
    let value = value.ok_or_else(|| DecodeError::new(DecodeErrorKind::InvalidValue, start))?;
    if F::RULES.strict && value.to_bits() != bits {
        return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
    }
    Ok(value)
}

/// A word with the value of a field.
///
/// # Errors
/// [`IntegerOutOfRange`](EncodeErrorKind::IntegerOutOfRange) when it has more bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn with_field<F: Format, T: BitField>(
    w: &Writer<'_, F>,
    word: u64,
    value: T,
    shift: u32,
    width: u32,
) -> Result<u64, EncodeError> {
    let bits = value.to_bits();
    if bits != extended::<T>(bits, width) {
        return Err(w.error(EncodeErrorKind::IntegerOutOfRange));
    }
    Ok(word | (bits & mask(width)).checked_shl(shift).unwrap_or_default())
}

/// Writes the word of a run, of `len` bytes.
///
/// # Errors
/// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_word<F: Format>(
    w: &mut Writer<'_, F>,
    word: u64,
    len: usize,
    little: bool,
) -> Result<(), EncodeError> {
    if little {
        return w.bytes(word.to_le_bytes().get(..len).unwrap_or_default());
    }
    w.bytes(word.to_be_bytes().get(8_usize.saturating_sub(len)..).unwrap_or_default())
}
