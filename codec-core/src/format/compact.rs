//! The layout of pack-io.
#![forbid(unsafe_code)]

use super::int::Int;
use super::size::Size;
use super::{BigEndian, Layout, LittleEndian, MapOrder, Rules, Unsupported, varint};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Integers in LEB128, signed ones in zigzag form; lengths and tags alike; a
/// character is its scalar value.
///
/// Byte for byte what `pack-io` 1 and 2 write. As in its lenient mode, a varint
/// may be longer than it need be, up to the 10 bytes of 64 bits whatever its
/// type, and 19 of 128 bits; what is longer or wider is refused
/// ([`VarintOverflow`](DecodeErrorKind::VarintOverflow)). Its limits on memory
/// are not part of the format: here memory is bounded by the input. Bytes after
/// the value are an error, unless the prefix form is called.
///
/// ```
/// use codec_core::{Compact, Format};
/// assert_eq!(Compact::to_vec(&(127u32, 128u32, -2i64))?, [127, 0x80, 1, 3]);
/// assert_eq!(Compact::to_vec(&('é', vec![7u8]))?, [0xe9, 1, 1, 7]);
/// assert_eq!(Compact::from_slice::<u16>(&[0x85, 0x80, 0x80, 0]), Ok(5));
/// assert!(Compact::from_slice::<u16>(&[0xff, 0xff, 4]).is_err());
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Compact;

/// Types that the format can't carry.
const UNSUPPORTED: Unsupported = Unsupported {
    system_time: Some("pack-io has no times: use `Duration` since an epoch"),
    address: Some("pack-io has no addresses: use `[u8; 4]`, `[u8; 16]` and `u16`"),
    range: Some("pack-io has no ranges: use `(T, T)`"),
    bound: Some("pack-io has no bounds of ranges: use an enum of your own"),
    path: Some("pack-io has no paths: use `String`"),
    c_string: Some("pack-io has no C strings: use `Vec<u8>`"),
    ..Unsupported::NOTHING
};

impl Layout for Compact {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules {
        name: "pack-io",
        unsupported: &UNSUPPORTED,
        map_order: MapOrder::EncodedKey,
        result_byte: true,
        carries_nanos: false,
        ..Rules::PLAIN
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_size<I: Int>() -> Size {
        Size::at_least(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_len<I: Int>(value: I) -> usize {
        varint::leb128_len(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        // All but 128 bits are read as 64, and then have to fit.
        varint::read_leb128(cursor, varint::leb128_max(I::SIZE.max(8)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_ints<I: Int>(cursor: &mut Cursor<'_>, into: &mut [I]) -> usize {
        varint::read_leb128_run(cursor, into, varint::leb128_max(I::SIZE.max(8)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        varint::write_leb128(out, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_size() -> Size {
        Self::int_size::<u32>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn char_len(value: char) -> usize {
        Self::int_len(u32::from(value))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
        let start = cursor.offset();
        let scalar = Self::read_int::<u32>(cursor)?;
        char::from_u32(scalar).ok_or(DecodeError::new(DecodeErrorKind::InvalidChar, start))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
        Self::write_int(out, u32::from(value))
    }
}
