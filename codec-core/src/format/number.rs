//! The layout of the numbers that a format adds itself: lengths and tags of enums.
#![forbid(unsafe_code)]

use super::Layout;
use super::size::Size;
use super::varint::{SMALL_LENGTHS, leb128_len, read_leb128, write_leb128};
use crate::error::{DecodeError, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// The layout of lengths and of tags, which [`Rules`](super::Rules) name. A format that has
/// another one writes the methods of [`Layout`] itself.
///
/// ```
/// use codec_core::format::{BigEndian, LittleEndian, NumberLayout, Rules};
/// use codec_core::{Format, Layout};
/// #[derive(Debug, Clone, Copy)]
/// struct Mine;
/// impl Layout for Mine {
///     type State = ();
///     type Checked = Self;
///     type Big = BigEndian<Self>;
///     type Little = LittleEndian<Self>;
///     const RULES: Rules =
///         Rules { name: "mine", lengths: NumberLayout::Int16, big_endian: true, ..Rules::PLAIN };
/// }
/// assert_eq!(Mine::to_vec(&(7u16, "hi"))?, [0, 7, 0, 2, b'h', b'i']);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberLayout {
    /// One byte.
    Int8,
    /// An integer of 16 bits, as the format lays out integers.
    Int16,
    /// An integer of 32 bits, as the format lays out integers.
    Int32,
    /// An integer of 64 bits, as the format lays out integers.
    Int64,
    /// LEB128 of up to 32 bits, which is one byte to five.
    Leb128U32,
    /// LEB128 of up to 64 bits, which is one byte to ten.
    Leb128U64,
}

impl NumberLayout {
    /// Returns whether it has room for a number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn fits(self, number: u64) -> bool {
        match self {
            Self::Int8 => number >> 8 == 0,
            Self::Int16 => number >> 16 == 0,
            Self::Int32 | Self::Leb128U32 => number >> 32 == 0,
            Self::Int64 | Self::Leb128U64 => true,
        }
    }

    /// The smallest and, where fixed, only size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn size<L: Layout>(self) -> Size {
        match self {
            Self::Int8 => Size::fixed(1),
            Self::Int16 => L::int_size::<u16>(),
            Self::Int32 => L::int_size::<u32>(),
            Self::Int64 => L::int_size::<u64>(),
            Self::Leb128U32 | Self::Leb128U64 => Size::at_least(1),
        }
    }

    /// Encoded length of a number that fits, in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "of a number that fits")]
    pub(super) fn len<L: Layout>(self, number: u64) -> usize {
        match self {
            Self::Int8 => 1,
            Self::Int16 => L::int_len(number as u16),
            Self::Int32 => L::int_len(number as u32),
            Self::Int64 => L::int_len(number),
            Self::Leb128U32 | Self::Leb128U64 if SMALL_LENGTHS && number >> 32 == 0 => {
                leb128_len(number as u32)
            }
            Self::Leb128U32 | Self::Leb128U64 => leb128_len(number),
        }
    }

    /// Reads a number.
    // Without optimisation, each layout's locals would be in the frames of all callers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn read<L: Layout>(self, cursor: &mut Cursor<'_>) -> Result<u64, DecodeError> {
        match self {
            Self::Int8 => cursor.byte().map(u64::from),
            Self::Int16 => L::read_int::<u16>(cursor).map(u64::from),
            Self::Int32 => L::read_int::<u32>(cursor).map(u64::from),
            Self::Int64 => L::read_int::<u64>(cursor),
            Self::Leb128U32 => read_leb128::<u32>(cursor, 5).map(u64::from),
            Self::Leb128U64 => read_leb128::<u64>(cursor, 10),
        }
    }

    /// Writes a number that fits.
    // Without optimisation, each layout's locals would be in the frames of all callers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "of a number that fits")]
    pub(super) fn write<L: Layout>(
        self,
        out: &mut Output<'_>,
        number: u64,
    ) -> Result<(), EncodeError> {
        match self {
            Self::Int8 => out.byte(number as u8),
            Self::Int16 => L::write_int(out, number as u16),
            Self::Int32 => L::write_int(out, number as u32),
            Self::Int64 => L::write_int(out, number),
            Self::Leb128U32 | Self::Leb128U64 if SMALL_LENGTHS && number >> 32 == 0 => {
                write_leb128(out, number as u32)
            }
            Self::Leb128U32 | Self::Leb128U64 => write_leb128(out, number),
        }
    }
}
