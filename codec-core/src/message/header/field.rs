//! Parts of a derived frame header: fixed-size values, in either byte order.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::field::Verdict;
use crate::wire::{MAX_U24, U24};

/// A fixed-size value that a frame header writes: a [`HeaderField`], or a constant such
/// as `b"DIRT"` (`#[codec(magic = ..)]`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be part of a frame header",
    label = "a frame header holds integers and byte arrays",
    note = "implement `codec_core::header::HeaderPart` and `HeaderField` for a type of your own"
)]
pub trait HeaderPart {
    /// Size in bytes.
    const SIZE: usize;

    /// Writes exactly [`SIZE`](Self::SIZE) bytes, an integer big-endian if `BIG`.
    ///
    /// # Panics
    /// When there are more or fewer.
    fn write<const BIG: bool>(&self, bytes: &mut [u8]);
}

/// A field of a frame header that `#[derive(Header)]` makes: an integer, or bytes.
///
/// ```
/// use codec_core::{header::{HeaderField, HeaderPart}, wire::U24};
/// let len = <U24 as HeaderField>::read::<true>(&[1, 2, 3]);
/// assert_eq!(u32::from(len), 0x01_02_03);
/// let mut bytes = [0; 3];
/// len.write::<false>(&mut bytes);
/// assert_eq!(bytes, [3, 2, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a field of a frame header",
    label = "a frame header holds integers and byte arrays",
    note = "implement `codec_core::header::HeaderPart` and `HeaderField` for a type of your own"
)]
pub trait HeaderField: HeaderPart + Copy {
    /// Reads exactly [`SIZE`](HeaderPart::SIZE) bytes, an integer big-endian if `BIG`.
    ///
    /// # Panics
    /// When there are more or fewer.
    fn read<const BIG: bool>(bytes: &[u8]) -> Self;
}

/// A [`HeaderField`] that may be the id of a message, the length of a payload, or flags:
/// an unsigned integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an id, a length or flags",
    label = "`id`, `payload_len` and `flags` are for unsigned integers",
    note = "write `u8`, `u16`, `codec_core::wire::U24`, `u32` or `u64`"
)]
pub trait HeaderNumber: HeaderField {
    /// The largest.
    const MAX: u64;

    /// The value.
    fn number(self) -> u64;

    /// Converts a number; `None` when it is over [`MAX`](Self::MAX).
    fn from_number(number: u64) -> Option<Self>;
}

/// These bytes, of which there are `N`. As [`put`], not by `copy_from_slice`, which is not always
/// inlined: with several codegen units, it is a call for each field.
#[cfg_attr(not(debug_assertions), inline(always))]
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("the length is that of the field")
}

/// Stores bytes in place of `bytes`, which are as many.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put<const N: usize>(bytes: &mut [u8], own: [u8; N]) {
    let place: &mut [u8; N] = bytes.try_into().expect("the length is that of the part");
    *place = own;
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl HeaderPart for $int {
            const SIZE: usize = size_of::<Self>();

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<const BIG: bool>(&self, bytes: &mut [u8]) {
                let own = if BIG { self.to_be_bytes() } else { self.to_le_bytes() };
                put(bytes, own);
            }
        }

        impl HeaderField for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<const BIG: bool>(bytes: &[u8]) -> Self {
                let own = array(bytes);
                if BIG { Self::from_be_bytes(own) } else { Self::from_le_bytes(own) }
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 i8 i16 i32 i64);

macro_rules! numbers {
    ($($int:ident)*) => {$(
        impl HeaderNumber for $int {
            const MAX: u64 = $int::MAX as u64;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn number(self) -> u64 {
                self.into()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_number(number: u64) -> Option<Self> {
                number.try_into().ok()
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64);

impl HeaderPart for U24 {
    const SIZE: usize = 3;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<const BIG: bool>(&self, bytes: &mut [u8]) {
        let [a, b, c, _] = self.get().to_le_bytes();
        put(bytes, if BIG { [c, b, a] } else { [a, b, c] });
    }
}

impl HeaderField for U24 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<const BIG: bool>(bytes: &[u8]) -> Self {
        let mut own: [u8; 3] = array(bytes);
        if BIG {
            own.reverse();
        }
        Self::from_le_bytes(own)
    }
}

impl HeaderNumber for U24 {
    const MAX: u64 = MAX_U24 as u64;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(self) -> u64 {
        self.get().into()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_number(number: u64) -> Option<Self> {
        Self::try_from(u32::try_from(number).ok()?).ok()
    }
}

impl<const N: usize> HeaderPart for [u8; N] {
    const SIZE: usize = N;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<const BIG: bool>(&self, bytes: &mut [u8]) {
        put(bytes, *self);
    }
}

impl<const N: usize> HeaderField for [u8; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<const BIG: bool>(bytes: &[u8]) -> Self {
        array(bytes)
    }
}

impl<const N: usize> HeaderPart for &[u8; N] {
    const SIZE: usize = N;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<const BIG: bool>(&self, bytes: &mut [u8]) {
        put(bytes, **self);
    }
}

/// The size of a constant. Generated code calls this, and what follows.
#[doc(hidden)]
#[must_use]
pub const fn part_size<P: HeaderPart>(_: &P) -> usize {
    P::SIZE
}

/// The longest payload that a length of this type can say, which counts `includes` bytes more.
///
/// # Panics
/// When there is no room for those alone.
#[doc(hidden)]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a larger one is handled before")]
pub const fn max_payload<T: HeaderNumber>(includes: usize) -> usize {
    let max = if T::MAX > usize::MAX as u64 { usize::MAX } else { T::MAX as usize };
    assert!(includes <= max, "`includes` is more than the length can say");
    max - includes
}

/// The bytes of a header, of which there have to be `N`.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn exactly<const N: usize>(bytes: &[u8]) -> Result<&[u8; N], DecodeError> {
    bytes
        .try_into()
        .map_err(|_| DecodeError::new(DecodeErrorKind::UnexpectedEnd, bytes.len().min(N)))
}

/// Compares `bytes` with a constant of the same size.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn expect<const BIG: bool, const N: usize, P: HeaderPart>(
    bytes: &[u8],
    part: &P,
    offset: usize,
) -> Result<(), DecodeError> {
    let mut own = [0; N];
    part.write::<BIG>(&mut own);
    hold(own == *bytes, DecodeErrorKind::InvalidMagic, offset)
}

/// The result of a user-defined check.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn checked(offset: usize, verdict: impl Verdict) -> Result<(), DecodeError> {
    hold(verdict.refusal().is_none(), DecodeErrorKind::CheckFailed, offset)
}

/// An error unless something holds.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn hold(holds: bool, kind: DecodeErrorKind, offset: usize) -> Result<(), DecodeError> {
    if holds { Ok(()) } else { Err(DecodeError::new(kind, offset)) }
}

/// The id of a message, which is a `u32`: a wider field may hold more.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn id<T: HeaderNumber>(field: T) -> u32 {
    u32::try_from(field.number()).unwrap_or(u32::MAX)
}

/// Checks the id on the wire against what an id may be.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_id<T: HeaderNumber>(field: T, offset: usize) -> Result<(), DecodeError> {
    hold(u32::try_from(field.number()).is_ok(), DecodeErrorKind::InvalidValue, offset)
}

/// Checks the length on the wire against that of the longest payload.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_len<T: HeaderNumber>(
    field: T,
    includes: usize,
    max: usize,
    offset: usize,
) -> Result<(), DecodeError> {
    let len = usize::try_from(field.number()).unwrap_or(usize::MAX);
    hold(len >= includes, DecodeErrorKind::InvalidValue, offset)?;
    hold(len - includes <= max, DecodeErrorKind::LengthOverLimit, offset)
}

/// The length of a payload, by a field that counts `includes` bytes more.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn payload_len<T: HeaderNumber>(field: T, includes: usize) -> usize {
    usize::try_from(field.number()).unwrap_or(usize::MAX).saturating_sub(includes)
}

/// An id, or flags, for which there has to be room.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn describe<T: HeaderNumber>(number: u32) -> Result<T, EncodeError> {
    T::from_number(number.into()).ok_or(EncodeError::new(EncodeErrorKind::InvalidValue, 0))
}

/// The length of a payload, of at most `max`.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn describe_len<T: HeaderNumber>(
    len: usize,
    includes: usize,
    max: usize,
) -> Result<T, EncodeError> {
    let counted = len.checked_add(includes).filter(|_| len <= max);
    let fits = counted.and_then(|counted| T::from_number(counted as u64));
    fits.ok_or(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0))
}

/// Flags, of a header that has no room for any.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn no_flags(flags: u32) -> Result<(), EncodeError> {
    if flags == 0 { Ok(()) } else { Err(EncodeError::new(EncodeErrorKind::InvalidValue, 0)) }
}
