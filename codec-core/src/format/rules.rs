//! Rules of a format besides the layout of its numbers, in one constant.
#![forbid(unsafe_code)]

use super::{MapOrder, NumberLayout, Unsupported};

/// The rules of a format. A format that wraps another takes them whole and changes
/// what it is there to change, by name:
///
/// ```
/// use codec_core::format::Rules;
/// use codec_core::{Borsh, Layout};
/// const STRICT_BORSH: Rules = Rules { strict: true, ..Borsh::RULES };
/// assert!(STRICT_BORSH.strict && STRICT_BORSH.refuses_nan);
/// ```
///
/// So a new rule reaches every wrapper. Begin a format of your own with [`Rules::PLAIN`], since
/// fields may be added:
///
/// ```
/// use codec_core::format::{MapOrder, Rules};
/// const MINE: Rules =
///     Rules { name: "mine", map_order: MapOrder::EncodedKey, ..Rules::PLAIN };
/// assert_eq!((MINE.tag_max, MINE.ok_tag), (u32::MAX, 0));
/// ```
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Rules {
    /// The format's name, as its documentation writes it.
    pub name: &'static str,
    /// Types that the format can't carry, with the type to use instead.
    pub unsupported: &'static Unsupported,
    /// `true` if integers of fixed width are big-endian.
    pub big_endian: bool,
    /// `true` if every encoding but the one that would be written is refused.
    pub strict: bool,
    /// The layout of lengths and counts, unless the format's [`Layout`](super::Layout)
    /// has methods of its own for them.
    pub lengths: NumberLayout,
    /// The layout of the tags of enums, under the same condition.
    pub tags: NumberLayout,
    /// The largest first byte that is a number by itself, in a format whose numbers of variable
    /// length begin with a marker: each first byte above it says how many bytes follow, 2 and twice
    /// as many each. [`BigEndian`](super::BigEndian) turns those around.
    pub marked_above: Option<u8>,
    /// The largest tag of an enum.
    pub tag_max: u32,
    /// `true` if floats that are not a number are refused.
    pub refuses_nan: bool,
    /// The order in which the entries of maps and sets are written.
    pub map_order: MapOrder,
    /// The tag of `Ok`, 0 or 1; that of `Err` is the other one.
    pub ok_tag: u32,
    /// `true` if the tag of a `Result` is one byte, whatever those of enums are.
    pub result_byte: bool,
    /// `true` if nanoseconds of a duration that make a second or more are carried
    /// over into its seconds; else they are refused.
    pub carries_nanos: bool,
    /// Treatment of types of other crates, where formats differ.
    pub quirks: &'static [Quirk],
    /// A value from outside, which types may refer to.
    pub context: Option<&'static (dyn core::any::Any + Send + Sync)>,
    /// `true` if lengths of long sequences may be estimated, for the size of a new vector.
    #[doc(hidden)]
    pub estimates: bool,
}

/// A format's special treatment of one type of another crate, identified by its name. The crate
/// that implements the type declares it, formats list it in [`Rules::quirks`], and every format
/// that wraps those has it, too.
///
/// ```
/// use codec_core::format::{Quirk, Rules};
/// const DATES_AS_STRINGS: Quirk = Quirk::new("my-dates: as strings");
/// const MINE: Rules = Rules { quirks: &[DATES_AS_STRINGS], ..Rules::PLAIN };
/// const { assert!(MINE.has(DATES_AS_STRINGS) && !Rules::PLAIN.has(DATES_AS_STRINGS)) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quirk(&'static str);

impl Quirk {
    /// A UUID is encoded as its 16 bytes, without the length that references write which encode
    /// UUIDs through serde.
    pub const UUID_WITHOUT_LENGTH: Self = Self::new("uuid: without a length");

    /// A quirk of this name. Begin it with the name of the crate that declares it.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name of the format.
    pub const fn name(self) -> &'static str {
        self.0
    }

    const fn is(self, other: Self) -> bool {
        let (name, other) = (self.0.as_bytes(), other.0.as_bytes());
        let mut index = 0;
        while index < name.len() && index < other.len() && name[index] == other[index] {
            index += 1;
        }
        index == name.len() && index == other.len()
    }
}

impl Rules {
    /// A format that carries everything, for the rest of a format's own rules.
    pub const PLAIN: Self = Self {
        name: "a format",
        unsupported: &Unsupported::NOTHING,
        big_endian: false,
        strict: false,
        lengths: NumberLayout::Int64,
        tags: NumberLayout::Int32,
        marked_above: None,
        tag_max: u32::MAX,
        refuses_nan: false,
        map_order: MapOrder::Iteration,
        ok_tag: 0,
        result_byte: false,
        carries_nanos: true,
        quirks: &[],
        context: None,
        estimates: false,
    };

    /// Returns whether the format has this quirk. Call it in an inline `const`, so that nothing
    /// is compared when a program runs.
    pub const fn has(&self, quirk: Quirk) -> bool {
        let mut index = 0;
        while index < self.quirks.len() {
            if self.quirks[index].is(quirk) {
                return true;
            }
            index += 1;
        }
        false
    }
}
