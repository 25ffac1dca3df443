//! The layout of borsh 1.
#![forbid(unsafe_code)]

use super::{BigEndian, Layout, LittleEndian, MapOrder, NumberLayout, Quirk, Rules, Unsupported};

/// Fixed-width little-endian integers, lengths of 32 bits, tags of one byte.
///
/// Byte for byte what `borsh` 1 writes (<https://borsh.io>, "Specification").
/// As there, a NaN is refused both ways
/// ([`InvalidValue`](crate::DecodeErrorKind::InvalidValue)), there are no characters,
/// and a sequence of elements that take no memory is refused, here by the
/// compiler. Bytes after the value are an error, unless the prefix form is called.
///
/// ```
/// use codec_core::{Borsh, Format};
/// assert_eq!(Borsh::to_vec(&Some(258u16))?, [1, 2, 1]);
/// assert_eq!(Borsh::to_vec(&vec![7u8])?, [1, 0, 0, 0, 7]);
/// assert!(Borsh::to_vec(&f32::NAN).is_err());
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
///
/// ```compile_fail,E0080
/// use codec_core::{Borsh, Format};
/// // error: borsh has no characters: use `u32` or `String`
/// let _ = Borsh::to_vec(&'c');
/// ```
///
/// ```compile_fail,E0080
/// use codec_core::{Borsh, Format};
/// // error: borsh refuses sequences of zero-length elements: send their count, a `u32`
/// let _ = Borsh::to_vec(&vec![()]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Borsh;

/// Types that the format can't carry.
const UNSUPPORTED: Unsupported = Unsupported {
    character: Some("borsh has no characters: use `u32` or `String`"),
    empty_elements: Some(
        "borsh refuses sequences of zero-length elements: send their count, a `u32`",
    ),
    duration: Some("borsh has no durations: use `(u64, u32)`, seconds and nanoseconds"),
    system_time: Some("borsh has no times: use `(u64, u32)`, seconds and nanoseconds"),
    bound: Some("borsh has no bounds of ranges: use an enum of your own"),
    path: Some("borsh has no paths: use `String`"),
    c_string: Some("borsh has no C strings: use `Vec<u8>`"),
    ..Unsupported::NOTHING
};

impl Layout for Borsh {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules {
        name: "borsh",
        lengths: NumberLayout::Int32,
        tags: NumberLayout::Int8,
        unsupported: &UNSUPPORTED,
        tag_max: 0xff,
        refuses_nan: true,
        map_order: MapOrder::Key,
        ok_tag: 1,
        quirks: &[Quirk::UUID_WITHOUT_LENGTH],
        ..Rules::PLAIN
    };
}
