//! The layout of Stratum V2.
#![forbid(unsafe_code)]

use super::{BigEndian, Layout, LittleEndian, NumberLayout, Quirk, Rules, Unsupported};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Stratum V2 (specification, section 3.1): little-endian integers, one byte a
/// boolean of which only bit 0 counts, and no length but those of the bounded
/// types in [`wire`](crate::wire).
///
/// ```
/// use codec_core::{Format, Sv2, wire::Str0255};
/// let host = Str0255::try_from("a.b")?;
/// assert_eq!(Sv2::to_vec(&(0x0102u16, host))?, [2, 1, 3, b'a', b'.', b'b']);
/// assert_eq!(Sv2::from_slice::<bool>(&[0xfe])?, false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sv2;

/// Types that the format can't carry.
const UNSUPPORTED: Unsupported = Unsupported {
    string: Some(
        "Stratum V2 has no string without a limit: use `codec_core::wire::Str0255` (or \
         `Str0255Ref`, `Str0255Shared`)",
    ),
    sequence: Some(
        "Stratum V2 has no sequence without a limit: use `codec_core::wire::Seq0255` or \
         `Seq064K`, and for bytes `B032`, `B0255`, `B064K` or `B016M`",
    ),
    character: Some("Stratum V2 has no characters: use `u8` or `codec_core::wire::Str0255`"),
    signed: Some("Stratum V2 has no signed integers: use the unsigned one of the same width"),
    wide: Some("Stratum V2 has no integers of 128 bits: use `codec_core::wire::U256`"),
    pointer_sized: Some("Stratum V2 has no pointer-sized integers: use `u32` or `u64`"),
    single: None,
    double: Some("Stratum V2 has no 64-bit floats: use `f32`"),
    option: None,
    map: Some("Stratum V2 has no maps: use `codec_core::wire::Seq064K` of pairs, or of keys"),
    result: Some("Stratum V2 has no results: use an enum with `tag`"),
    duration: Some("Stratum V2 has no durations: use `u32` or `u64`"),
    system_time: Some("Stratum V2 has no times: use `u32` or `u64`"),
    address: Some("Stratum V2 has no addresses: use `codec_core::wire::Str0255`"),
    range: Some("Stratum V2 has no ranges: use `(T, T)`"),
    bound: Some("Stratum V2 has no bounds of ranges: use `(u8, T)`"),
    path: Some("Stratum V2 has no paths: use `codec_core::wire::Str0255`"),
    c_string: Some("Stratum V2 has no C strings: use `codec_core::wire::B0255`"),
    empty_elements: None,
    tag: None,
    version: Some(
        "Stratum V2 has no length of a version's body: end with `#[codec(tail)]` options",
    ),
};

impl Layout for Sv2 {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules {
        name: "Stratum V2",
        tags: NumberLayout::Int8,
        unsupported: &UNSUPPORTED,
        tag_max: 0xff,
        quirks: &[Quirk::UUID_WITHOUT_LENGTH],
        ..Rules::PLAIN
    };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
        Ok(cursor.byte()? & 1 == 1)
    }

    // Lengths are only read and written for types that the format's `Unsupported` refuses,
    // and for types whose length is elsewhere; neither reaches these.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
        Err(cursor.error(DecodeErrorKind::LengthOverLimit))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_len(out: &mut Output<'_>, _len: usize) -> Result<(), EncodeError> {
        Err(out.error(EncodeErrorKind::LengthOverLimit))
    }
}
