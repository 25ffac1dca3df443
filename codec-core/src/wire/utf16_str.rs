//! A `str` that is encoded in UTF-16.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use super::utf16::UNIT;
use super::{LengthPrefix, TooLong};
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::io::output::Output;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Number of characters that are widened at once where all of them are ASCII.
const RUN: usize = 8;

/// A `str` that is encoded like [`Utf16`](super::Utf16), without a copy in memory: for a struct
/// that is only encoded. The prefix `L` counts code units.
///
/// ```
/// use codec_core::{Bincode, Encode, Format, wire::{Utf16, Utf16Str}};
/// #[derive(Encode)]
/// struct Rename<'a> { id: u8, name: Utf16Str<'a, u16> }
/// let rename = Rename { id: 7, name: "é𝄞".try_into()? };
/// let bytes = Bincode::to_vec(&rename)?;
/// assert_eq!(bytes, [7, 3, 0, 0xe9, 0, 0x34, 0xd8, 0x1e, 0xdd]);
/// assert!(Bincode::from_slice::<(u8, Utf16<u16>)>(&bytes)?.1 == "é𝄞");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Utf16Str<'a, L> {
    text: &'a str,
    /// Code units of `text` in UTF-16, at most `L::MAX`.
    units: usize,
    prefix: PhantomData<fn() -> L>,
}

impl<'a, L> Utf16Str<'a, L> {
    /// The string.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Number of code units in UTF-16.
    pub const fn units(&self) -> usize {
        self.units
    }
}

impl<'a, L: LengthPrefix> TryFrom<&'a str> for Utf16Str<'a, L> {
    type Error = TooLong;

    /// # Errors
    /// [`TooLong`] when there are more code units than the prefix can express.
    #[inline]
    fn try_from(text: &'a str) -> Result<Self, TooLong> {
        let (len, max) = (units(text), L::MAX);
        if len > max {
            return Err(TooLong { len, max });
        }
        Ok(Self { text, units: len, prefix: PhantomData })
    }
}

/// Code units of a string in UTF-16: one for each character, two where UTF-8 takes four bytes. Both
/// are counted byte by byte, without decoding, which compiles to SIMD.
#[inline]
pub(super) fn units(text: &str) -> usize {
    let continues = |byte: &&u8| **byte & 0xc0 == 0x80;
    let bytes = text.as_bytes();
    let of_four = bytes.iter().filter(|byte| **byte >= 0xf0).count();
    bytes.len() - bytes.iter().filter(continues).count() + of_four
}

/// A piece of a string in UTF-16.
#[derive(Clone, Copy)]
pub(super) enum Piece<'p> {
    Run(&'p [u8; RUN * UNIT]),
    Unit([u8; UNIT]),
}

/// Passes a string in UTF-16, little-endian, to `put`, piece by piece.
#[inline]
pub(super) fn widen<E>(
    mut text: &str,
    mut put: impl FnMut(Piece<'_>) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        if let Some(run) = text.as_bytes().first_chunk::<RUN>()
            && run.is_ascii()
            && let Some(rest) = text.get(RUN..)
        {
            let mut wide = [0; RUN * UNIT];
            for (unit, byte) in wide.as_chunks_mut::<UNIT>().0.iter_mut().zip(run) {
                unit[0] = *byte;
            }
            put(Piece::Run(&wide))?;
            text = rest;
            continue;
        }
        let mut letters = text.chars();
        let Some(letter) = letters.next() else { return Ok(()) };
        for unit in letter.encode_utf16(&mut [0; 2]) {
            put(Piece::Unit(unit.to_le_bytes()))?;
        }
        text = letters.as_str();
    }
}

impl<L: LengthPrefix> Encode for Utf16Str<'_, L> {
    sizes!(encoded_size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        L::SIZE + UNIT * self.units
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let out: &mut Output<'_> = w.output();
        L::write(out, self.units)?;
        out.ensure(UNIT * self.units)?;
        widen(self.text, |piece| match piece {
            Piece::Run(bytes) => out.array(bytes),
            Piece::Unit(bytes) => out.array(&bytes),
        })
    }
}

impl<L> Clone for Utf16Str<'_, L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Utf16Str<'_, L> {}

impl<L> Default for Utf16Str<'_, L> {
    /// The empty string.
    #[inline]
    fn default() -> Self {
        Self { text: "", units: 0, prefix: PhantomData }
    }
}

impl<L> PartialEq for Utf16Str<'_, L> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<L> Eq for Utf16Str<'_, L> {}

/// Shows the `str`.
impl<L> fmt::Debug for Utf16Str<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text, f)
    }
}

/// The string.
impl<L> fmt::Display for Utf16Str<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.text, f)
    }
}
