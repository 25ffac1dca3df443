//! A protocol in one format, with every width, byte order and tag decided: the input of the
//! generators of dissectors, specifications and pages.
//!
//! A description leaves open what the format decides; a plan has it resolved. A type that is read
//! in two byte orders becomes two types, if its bytes differ.

mod build;
mod constant;
mod merge;
mod name;
mod number;
mod sequence;
mod size;

use crate::measure::{Encoding, Number};
use codec_core::Size;
use codec_core::schema::{Expression, HeaderSchema, Id, Kind, Padding, Until};

pub(crate) use build::plan;
pub(crate) use constant::constant;
pub(crate) use merge::used;
pub(crate) use name::{Names, snake};
pub(crate) use size::{has_zero, runs, shape as size_of};

/// A protocol, or one type.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) header: &'static HeaderSchema,
    pub(crate) encoding: Encoding,
    pub(crate) messages: Vec<Message>,
    /// The content of all payloads, if the header has no id.
    pub(crate) single: Option<Shape>,
    /// All structs and enums, referred to by index.
    pub(crate) types: Vec<Type>,
    /// The size of each type.
    pub(crate) sizes: Vec<Size>,
    /// `true` if a type contains itself: then sizes are not known.
    pub(crate) is_recursive: bool,
    /// The shape that may follow a message in its payload, any number of times.
    pub(crate) trailer: Option<Shape>,
}

/// A message and its id.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) id: Id,
    pub(crate) flags: u32,
    pub(crate) shape: Shape,
}

/// A struct or an enum.
#[derive(Debug)]
pub(crate) struct Type {
    /// The name, unique in the plan.
    pub(crate) name: String,
    /// The name in the description.
    pub(crate) own: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) magic: Option<Magic>,
    pub(crate) check: Option<&'static str>,
    pub(crate) body: Body,
}

#[derive(Debug)]
pub(crate) enum Body {
    Struct { version: Option<Version>, items: Vec<Item> },
    Enum { tag: Int, variants: Vec<Variant> },
}

impl Body {
    /// Returns `true` if it is an integer with named values.
    pub(crate) fn is_plain_enum(&self) -> bool {
        let Self::Enum { variants, .. } = self else { return false };
        variants.iter().all(|variant| variant.items.is_empty() || variant.is_bare_other)
    }
}

/// The version and the length before the fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Version {
    pub(crate) known: u32,
    /// The oldest version that reads its values, which a 0 and the version come before.
    pub(crate) readable_since: Option<u32>,
    pub(crate) number: Int,
    pub(crate) len: Int,
}

/// A constant on the wire.
#[derive(Debug, Clone)]
pub(crate) struct Magic {
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// The type and value, if it is an integer: that may have longer encodings.
    pub(crate) number: Option<(Int, i128)>,
}

impl Magic {
    /// The bytes in hex.
    pub(crate) fn hex(&self) -> String {
        hex(&self.bytes)
    }
}

/// Bytes in hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    /// `None` for the catch-all variant of unknown tags.
    pub(crate) tag: Option<u64>,
    /// `true` if it holds only an unknown tag, without fields.
    pub(crate) is_bare_other: bool,
    /// The width in bytes of the integer that keeps an unknown tag.
    pub(crate) kept: Option<u8>,
    /// The fields; in the catch-all variant, those after the tag.
    pub(crate) items: Vec<Item>,
}

/// A field that is on the wire.
#[derive(Debug)]
pub(crate) struct Item {
    /// The field index in its type, as used in expressions.
    pub(crate) index: u16,
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) shape: Shape,
    pub(crate) there: There,
    pub(crate) padding: Padding,
    pub(crate) since: Option<u32>,
    pub(crate) removed: Option<u32>,
    /// The version from which on its value on the wire is dropped.
    pub(crate) retired: Option<u32>,
    /// The path of its value where it is absent, unless that is the type's own.
    pub(crate) default: Option<&'static str>,
    pub(crate) check: Option<&'static str>,
    /// The value to write.
    pub(crate) computed: Option<Expression>,
}

/// When a field is present.
#[derive(Debug)]
pub(crate) enum There {
    Always,
    If(Expression),
    /// The field is present when any input remains.
    Left,
}

/// The shape of a value on the wire.
#[derive(Debug)]
pub(crate) enum Shape {
    Nothing,
    /// A boolean; `true` if only bit 0 counts.
    Bool(bool),
    Int(Int),
    /// Four or eight bytes, big-endian or not.
    Float(u8, bool),
    /// The UTF-8 bytes of a character.
    Utf8Char,
    /// A character, encoded as a number or a string.
    Char(Box<Self>),
    /// A set or a map, as the list of its elements.
    Unordered(Box<Self>),
    /// A constant.
    Magic(Magic),
    Bytes(Count),
    Text(Count, Charset),
    List(Count, Box<Self>),
    /// A list, whose elements follow a table of 32-bit numbers, little-endian, that say where each
    /// ends, counted from the first.
    Indexed(Count, Box<Self>),
    /// A byte, 0 or 1, and the value after 1.
    Option(Box<Self>),
    /// The value as often as the count says, 0 or 1.
    Maybe(Count, Box<Self>),
    /// A signed count, with -1 for no value, and a value with that count, whose own is
    /// [`Given`](Count::Given).
    Nullable(Count, Box<Self>),
    /// The parts of a tuple.
    Tuple(Vec<Self>),
    /// A struct or an enum.
    Type(usize),
    /// A length in bytes, and content of that length.
    Sized(Count, Box<Self>),
    /// The variant of an enum, given by its type, whose tag this expression computes.
    Tagged(Expression, usize),
    /// Bits of bytes shared with adjacent fields.
    Bits(Bits),
    /// Unknown: a description in words.
    Opaque(&'static str),
}

/// Bits of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bits {
    /// The length of the word in bytes.
    pub(crate) len: u32,
    /// `true` if the word is little-endian.
    pub(crate) little: bool,
    /// The number of lower bits that the word has.
    pub(crate) shift: u32,
    pub(crate) width: u32,
    /// `true` if it is the first field of the word.
    pub(crate) is_first: bool,
    /// The kind of its type: a `bool`, an integer, or another.
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    Utf8,
    /// Meant as UTF-8, but any bytes are valid.
    Any,
    NoZero,
    /// UTF-16, little-endian; the count is in code units.
    Utf16,
}

/// An integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Int {
    pub(crate) number: Number,
    /// The width of its type in bytes.
    pub(crate) bytes: u8,
    pub(crate) signed: bool,
    pub(crate) big: bool,
    pub(crate) nonzero: bool,
    /// The largest value accepted, if below that of the type.
    pub(crate) max: Option<u64>,
}

/// A count.
#[derive(Debug)]
pub(crate) enum Count {
    Fixed(u64),
    Prefix {
        int: Int,
        min: u64,
        max: Option<u64>,
    },
    Expression {
        of: Expression,
        min: u64,
        max: Option<u64>,
    },
    /// All remaining elements.
    Left,
    /// Up to this terminator byte, which is not part of the content.
    Until(u8),
    /// Up to this element, which is the last.
    Last(Until),
    /// The number that the enclosing count gives.
    Given,
    /// Given by the count, which has to be within limits from expressions.
    Within(Box<Self>, Limits),
}

/// Limits over earlier fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) least: Option<Expression>,
    pub(crate) most: Option<Expression>,
}

/// Why a description has no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The header has no length of the payload, so the end of a frame is unknown.
    NoPayloadLength,
    /// The format doesn't support this type: its name, and what to use instead.
    Refused(&'static str, &'static str),
    /// There are too many types, or values are nested too deep.
    TooManyTypes,
    /// A part of the header is wider than any integer.
    HeaderPart(&'static str),
}

impl std::fmt::Display for PlanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoPayloadLength => f.write_str("the header has no length of the payload"),
            Self::Refused(name, hint) => write!(f, "the format has no {name}: {hint}"),
            Self::TooManyTypes => f.write_str("too many types in the description"),
            Self::HeaderPart(name) => write!(f, "part {name} of the header is too long"),
        }
    }
}

impl std::error::Error for PlanError {}
