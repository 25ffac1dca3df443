//! Strings in UTF-16, little-endian, after their own length prefix, as industrial protocols use
//! them (OPC and the drivers of programmable controllers).
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use super::utf16_str::{Piece, units as units_of, widen};
#[cfg(feature = "alloc")]
use super::{LengthPrefix, Storage, TooLong};

/// A UTF-16 string of at most `L::MAX` code units, in the storage `S`: the same bytes in every
/// format. The prefix `L` (`u8`, `u16`, [`U24`](super::U24) or `u32`, little-endian) counts code
/// units of two bytes; there is no terminating zero. Aliases: [`Utf16`](super::Utf16),
/// [`Utf16Ref`](super::Utf16Ref) and [`Utf16Shared`](super::Utf16Shared).
///
/// A value is always valid UTF-16: decoding refuses an unpaired surrogate
/// ([`InvalidChar`](crate::DecodeErrorKind::InvalidChar), at the unit). Reading it allocates
/// nothing.
///
/// ```
/// use codec_core::{Bincode, Format, wire::{Utf16, Utf16Ref}};
/// let name = Utf16::<u16>::try_from("é𝄞")?;
/// let bytes = Bincode::to_vec(&name)?;
/// assert_eq!(bytes, [3, 0, 0xe9, 0, 0x34, 0xd8, 0x1e, 0xdd]);
/// let borrowed: Utf16Ref<u16> = Bincode::from_slice_ref(&bytes)?;
/// assert!(borrowed == "é𝄞" && borrowed.len() == 3 && borrowed.chars().count() == 2);
/// assert_eq!(borrowed.to_string(), "é𝄞");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Utf16Text<L, S> {
    /// Invariant: valid UTF-16, little-endian, of at most `L::MAX` units.
    bytes: S,
    prefix: PhantomData<fn() -> L>,
}

/// Bytes of one code unit.
pub(super) const UNIT: usize = 2;

/// The code units of little-endian bytes.
fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + Clone {
    bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit))
}

/// The offset in bytes of the first unpaired surrogate.
#[inline(never)]
pub(super) fn lone_surrogate(bytes: &[u8]) -> Option<usize> {
    // Most strings have no surrogates, which the units show without being decoded. The loop has no
    // early exit, so that it uses SIMD.
    let surrogate = |unit| unit & 0xf800 == 0xd800;
    if !units(bytes).fold(false, |any, unit| any | surrogate(unit)) {
        return None;
    }
    let mut offset = 0;
    for character in char::decode_utf16(units(bytes)) {
        match character {
            Ok(character) => offset += UNIT * character.len_utf16(),
            Err(_) => return Some(offset),
        }
    }
    None
}

impl<L, S> Utf16Text<L, S> {
    /// Bytes for which the invariant holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn unchecked(bytes: S) -> Self {
        Self { bytes, prefix: PhantomData }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn inner_mut(&mut self) -> &mut S {
        &mut self.bytes
    }
}

impl<L, S: AsRef<[u8]>> Utf16Text<L, S> {
    /// The code units, little-endian, without the length prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Number of code units.
    #[inline]
    pub fn len(&self) -> usize {
        self.as_bytes().len() / UNIT
    }

    /// Returns whether there is no code unit.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    /// The code units.
    #[inline]
    pub fn units(&self) -> impl Iterator<Item = u16> + Clone {
        units(self.as_bytes())
    }

    /// The characters.
    #[inline]
    pub fn chars(&self) -> impl Iterator<Item = char> + Clone {
        // There are no lone surrogates by the invariant.
        char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

impl<'de, L> Utf16Text<L, &'de [u8]> {
    /// The code units, little-endian, for as long as the input lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn bytes(&self) -> &'de [u8] {
        self.bytes
    }
}

#[cfg(feature = "alloc")]
impl<L: LengthPrefix, S: Storage> TryFrom<&str> for Utf16Text<L, S> {
    type Error = TooLong;

    /// One allocation of the exact size, where `S` is on the heap. A string that is only encoded
    /// needs none: [`Utf16Str`](super::Utf16Str).
    ///
    /// # Errors
    /// [`TooLong`] when there are more code units than the prefix can express.
    fn try_from(text: &str) -> Result<Self, TooLong> {
        let max = L::MAX.min(S::CAPACITY / UNIT);
        let len = units_of(text);
        if len > max {
            return Err(TooLong { len, max });
        }
        let mut bytes = alloc::vec::Vec::with_capacity(UNIT * len);
        let Ok(()) = widen(text, |piece| {
            match piece {
                Piece::Run(run) => bytes.extend_from_slice(run),
                Piece::Unit(unit) => bytes.extend_from_slice(&unit),
            }
            Ok::<(), core::convert::Infallible>(())
        });
        Ok(Self::unchecked(S::from_vec(bytes)))
    }
}

impl<L, S: Default> Default for Utf16Text<L, S> {
    /// The empty string.
    #[inline]
    fn default() -> Self {
        Self::unchecked(S::default())
    }
}

super::bounded_codec::compared!({L} Utf16Text<L>; chars);

impl<L, S: AsRef<[u8]>> PartialEq<str> for Utf16Text<L, S> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl<L, S: AsRef<[u8]>> PartialEq<&str> for Utf16Text<L, S> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<L, S: AsRef<[u8]>> fmt::Display for Utf16Text<L, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.chars().try_for_each(|character| f.write_char(character))
    }
}

/// In quotes, as a `str`.
impl<L, S: AsRef<[u8]>> fmt::Debug for Utf16Text<L, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char('"')?;
        for character in self.chars() {
            match character {
                '\'' => f.write_char(character)?,
                _ => write!(f, "{}", character.escape_debug())?,
            }
        }
        f.write_char('"')
    }
}
