//! What a type is on the wire.

use super::attribute::Prefix;
use super::record::{Enum, Messages, Struct};
use super::reference::SchemaRef;
use crate::format::Quirk;

/// The description of a type.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Schema {
    /// The type's name, without parameters.
    pub name: &'static str,
    /// Its doc comment, lines separated by `\n`; empty without one.
    pub doc: &'static str,
    /// The id under which frames carry it, of a message.
    pub message: Option<MessageId>,
    /// What a format has to have for it, beside what its parts need.
    pub need: Need,
    /// What is on the wire.
    pub kind: Kind,
}

impl Schema {
    /// A type of this name.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, doc: "", message: None, need: Need::Nothing, kind }
    }

    /// With this doc comment.
    #[must_use]
    pub const fn with_doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// As a message with this id.
    #[must_use]
    pub const fn with_message(mut self, id: Id, flags: u32) -> Self {
        self.message = Some(MessageId { id, flags });
        self
    }

    /// In formats that have this alone.
    #[must_use]
    pub const fn with_need(mut self, need: Need) -> Self {
        self.need = need;
        self
    }
}

/// The id of a message, and what the header carries beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageId {
    /// The id.
    pub id: Id,
    /// The flags: [`Message::FLAGS`](crate::Message::FLAGS).
    pub flags: u32,
}

/// The id of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Id {
    /// A number.
    Number(u64),
    /// A name.
    Name(&'static str),
}

impl Id {
    /// A number of 32 bits, as derived messages have it.
    pub const fn number(id: u32) -> Self {
        Self::Number(id as u64)
    }
}

/// What is on the wire. Byte orders and widths that depend on the format are those of an
/// [`Encoding`](super::Encoding).
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// No bytes.
    Unit,
    /// A boolean, one byte.
    Bool,
    /// A character.
    Char,
    /// An integer.
    Int(Int),
    /// A number, up to this one, laid out as the format lays out lengths.
    Length(u64),
    /// A float of that many bytes, 4 or 8, of fixed width.
    Float(u8),
    /// So many values, one after another.
    Array(SchemaRef, u64),
    /// A string, a sequence, a set or a map: a count, and elements.
    Seq(Seq),
    /// A byte, 0 for none, or 1 and the value.
    Optional(SchemaRef),
    /// A tag, whose value the format decides, and the one or the other: `Ok`, `Err`.
    Outcome(SchemaRef, SchemaRef),
    /// Values, one after another.
    Tuple(&'static [SchemaRef]),
    /// A struct.
    Struct(Struct),
    /// An enum: a tag, and the fields of a variant.
    Enum(Enum),
    /// Messages, distinguished by an id in the frame's header.
    Messages(Messages),
    /// The same bytes as another type's.
    Same(SchemaRef),
    /// The same, a level of nesting deeper: what types contain themselves through.
    Boxed(SchemaRef),
    /// One or the other: the first in formats with this quirk.
    Quirk(Quirk, SchemaRef, SchemaRef),
    /// Unknown: what is known of it in words, or the path of the module that decides.
    Opaque(&'static str),
    /// What this function returns: in generic types that contain themselves.
    /// [`SchemaRef`] resolves it.
    Deferred(fn() -> SchemaRef),
}

/// An integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Int {
    /// Its width in bytes: 1, 2, 3, 4, 8 or 16.
    pub bytes: u8,
    /// Whether it is signed, two's complement.
    pub signed: bool,
    /// Whether it has the width of a pointer in programs; 64 bits on the wire.
    pub pointer: bool,
    /// Whether zero is refused.
    pub nonzero: bool,
    /// Whether it is of fixed width and little-endian, whatever the format.
    pub little: bool,
    /// Whether it is LEB128, of a signed one after zigzag, whatever the format.
    pub leb128: bool,
}

impl Int {
    /// An unsigned integer of that many bytes, laid out as the format lays out integers.
    pub const fn unsigned(bytes: u8) -> Self {
        Self { bytes, signed: false, pointer: false, nonzero: false, little: false, leb128: false }
    }

    /// The same, signed.
    pub const fn signed(bytes: u8) -> Self {
        Self { signed: true, ..Self::unsigned(bytes) }
    }

    /// Of fixed width and little-endian, whatever the format.
    #[must_use]
    pub const fn always_little(self) -> Self {
        Self { little: true, ..self }
    }

    /// As LEB128, whatever the format.
    #[must_use]
    pub const fn always_leb128(self) -> Self {
        Self { leb128: true, ..self }
    }

    /// As wide as a pointer in programs.
    #[must_use]
    pub const fn pointer_sized(self) -> Self {
        Self { pointer: true, ..self }
    }

    /// Without zero.
    #[must_use]
    pub const fn without_zero(self) -> Self {
        Self { nonzero: true, ..self }
    }
}

/// A count, and as many elements; or elements, and a byte that ends them.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Seq {
    /// What it holds.
    pub content: Content,
    /// An element; of a string a `u8`, of a map a tuple of key and value.
    pub item: SchemaRef,
    /// The count before the elements.
    pub prefix: Prefix,
    /// The most elements, where the type has a limit that its prefix doesn't have.
    pub max: Option<u64>,
    /// The byte that ends it, instead of a count.
    pub until: Option<u8>,
}

impl Seq {
    /// With the format's own prefix, and no limit.
    pub const fn new(content: Content, item: SchemaRef) -> Self {
        Self { content, item, prefix: Prefix::FORMAT, max: None, until: None }
    }

    /// With this prefix, in every format.
    #[must_use]
    pub const fn with_prefix(self, prefix: Prefix) -> Self {
        Self { prefix, ..self }
    }

    /// To this byte, which is no part of it, and without a count.
    #[must_use]
    pub const fn with_until(self, byte: u8) -> Self {
        Self { until: Some(byte), ..self }
    }

    /// With at most so many elements.
    #[must_use]
    pub const fn with_max(self, max: u64) -> Self {
        Self { max: Some(max), ..self }
    }
}

/// What a sequence holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Elements.
    Items,
    /// Distinct elements, in an order that depends on the format.
    Set,
    /// Keys and values, in an order that depends on the format.
    Map,
    /// UTF-8.
    Utf8,
    /// Bytes meant as text, which need not be UTF-8.
    Text,
    /// Bytes without a zero among them.
    NoZero,
    /// UTF-16: the elements are code units.
    Utf16,
}

/// What a format has to have for a type: the fields of
/// [`Unsupported`](crate::format::Unsupported). Strings, sequences, tags and integers say it
/// by their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// Nothing.
    Nothing,
    /// Durations.
    Duration,
    /// Times.
    SystemTime,
    /// Addresses.
    Address,
    /// Ranges.
    Range,
    /// Bounds of ranges.
    Bound,
    /// Paths.
    Path,
    /// Strings of C.
    CString,
}
