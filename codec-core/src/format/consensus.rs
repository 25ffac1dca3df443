//! The layout of Bitcoin and Decred.
#![forbid(unsafe_code)]

use super::size::Size;
use super::{BigEndian, Fixed, Layout, LittleEndian, Quirk, Rules, Unsupported, varint};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Fixed-width little-endian integers, and lengths as `CompactSize`: one byte
/// below 0xfd, else 0xfd, 0xfe or 0xff and 2, 4 or 8 bytes, little-endian.
///
/// Byte for byte the consensus encoding (Bitcoin developer reference,
/// "`CompactSize` Unsigned Integers"). A length that is not in its shortest form
/// is refused ([`NonCanonical`](DecodeErrorKind::NonCanonical)); the limits that
/// nodes put on lengths are not part of the format. A boolean is 0 or 1, so that
/// what is read is what would be written; Bitcoin Core takes any other byte for
/// true. The encoding has no characters, floats, options, tags, integers of 128
/// bits or as wide as a pointer.
///
/// ```
/// use codec_core::{Consensus, Format};
/// assert_eq!(Consensus::to_vec(&(258u32, vec![7u8]))?, [2, 1, 0, 0, 1, 7]);
/// assert_eq!(Consensus::to_vec(&vec![0u8; 0xfd])?[..3], [0xfd, 0xfd, 0]);
/// assert!(Consensus::from_slice::<Vec<u8>>(&[0xfd, 1, 0, 7]).is_err());
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
///
/// ```compile_fail,E0080
/// use codec_core::{Consensus, Format};
/// // error: the consensus encoding has no options: use a `Vec` of one or none
/// let _ = Consensus::to_vec(&Some(1u8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Consensus;

/// Types that the format can't carry.
const UNSUPPORTED: Unsupported = Unsupported {
    character: Some("the consensus encoding has no characters: use `u32` or `String`"),
    wide: Some("the consensus encoding has no integers of 128 bits: use `[u8; 16]`"),
    pointer_sized: Some("the consensus encoding has no pointer-sized integers: use `u32` or `u64`"),
    single: Some("the consensus encoding has no floats: use `u32` and `f32::to_bits`"),
    double: Some("the consensus encoding has no floats: use `u64` and `f64::to_bits`"),
    option: Some("the consensus encoding has no options: use a `Vec` of one or none"),
    map: Some("the consensus encoding has no maps: use a `Vec` of pairs, or of keys"),
    result: Some("the consensus encoding has no results: use an enum with `tag`"),
    duration: Some("the consensus encoding has no durations: use `u32` or `u64`"),
    system_time: Some("the consensus encoding has no times: use `u32` or `u64`"),
    address: Some("the consensus encoding has no addresses: use `[u8; 16]`"),
    range: Some("the consensus encoding has no ranges: use `(T, T)`"),
    bound: Some("the consensus encoding has no bounds of ranges: use `(u8, T)`"),
    path: Some("the consensus encoding has no paths: use `String`"),
    c_string: Some("the consensus encoding has no C strings: use `Vec<u8>`"),
    tag: Some("the consensus encoding has no tags: write `#[codec(tag = u8)]`, or wider"),
    ..Unsupported::NOTHING
};

impl Layout for Consensus {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = Rules {
        name: "consensus",
        unsupported: &UNSUPPORTED,
        marked_above: Some(0xfc),
        quirks: &[Quirk::UUID_WITHOUT_LENGTH],
        ..Rules::PLAIN
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len_size() -> Size {
        Size::at_least(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len_len(len: usize) -> usize {
        compact_size_len(len as u64)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        let start = cursor.offset();
        let first = cursor.byte()?;
        if first < 0xfd {
            return Ok(first.into());
        }
        let (value, len) = varint::word(first - 0xfc, cursor.rest());
        if len == 0 {
            let end = start + 1 + cursor.remaining();
            return Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, end));
        }
        cursor.take(len)?;
        if 1 + len != compact_size_len(value) {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
        usize::try_from(value).map_err(|_| DecodeError::new(DecodeErrorKind::LengthOverflow, start))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
        let len = len as u64;
        match len {
            0..=0xfc => out.byte(len.to_le_bytes()[0]),
            0xfd..=0xffff => varint::write_word::<2, 3>(out, 0xfd, len),
            0x1_0000..=0xffff_ffff => varint::write_word::<4, 5>(out, 0xfe, len),
            _ => varint::write_word::<8, 9>(out, 0xff, len),
        }
    }

    // The format's `Unsupported` refuses the types that need tags.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
        Err(cursor.error(DecodeErrorKind::InvalidTag))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_tag(out: &mut Output<'_>, _tag: u32) -> Result<(), EncodeError> {
        Err(out.error(EncodeErrorKind::IntegerOutOfRange))
    }
}

/// Length of a `CompactSize` in bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
const fn compact_size_len(value: u64) -> usize {
    match value {
        0..=0xfc => 1,
        0xfd..=0xffff => 3,
        0x1_0000..=0xffff_ffff => 5,
        _ => 9,
    }
}
