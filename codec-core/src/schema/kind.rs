//! Descriptions of types: what they are on the wire.

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
    /// The doc comment, lines separated by `\n`; empty without one.
    pub doc: &'static str,
    /// The id under which frames carry it, if it is a message.
    pub message: Option<MessageId>,
    /// The support that it needs of a format, in addition to what its parts need.
    pub need: Need,
    /// The kind of data on the wire.
    pub kind: Kind,
}

impl Schema {
    /// A type of this name.
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, doc: "", message: None, need: Need::Nothing, kind }
    }

    /// Sets the doc comment.
    #[must_use]
    pub const fn with_doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Makes it a message with this id.
    #[must_use]
    pub const fn with_message(mut self, id: Id, flags: u32) -> Self {
        self.message = Some(MessageId { id, flags });
        self
    }

    /// Only in formats that support this.
    #[must_use]
    pub const fn with_need(mut self, need: Need) -> Self {
        self.need = need;
        self
    }
}

/// The id of a message, and its header flags.
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
    /// A 32-bit number, as derived messages have it.
    pub const fn number(id: u32) -> Self {
        Self::Number(id as u64)
    }
}

/// The kind of value on the wire. Byte orders and widths may depend on the format.
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
    /// A number, at most this one, encoded as the format encodes lengths.
    Length(u64),
    /// A float of that many bytes, 4 or 8, of fixed width.
    Float(u8),
    /// This many values, one after another.
    Array(SchemaRef, u64),
    /// A string, a sequence, a set or a map: a count, and elements.
    Seq(Seq),
    /// A byte, 0 for none, or 1 and the value.
    Optional(SchemaRef),
    /// A tag, whose value depends on the format, and then the value of `Ok` or `Err`.
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
    /// The same bytes, one level of nesting deeper: the indirection in recursive types.
    Boxed(SchemaRef),
    /// One of two types: the first in formats with this quirk, the second in all others.
    Quirk(Quirk, SchemaRef, SchemaRef),
    /// Unknown: a description in words, or the path of the module that encodes it.
    Opaque(&'static str),
    /// The description that this function returns, of a recursive generic type: see [`SchemaRef`].
    Deferred(fn() -> SchemaRef),
}

/// An integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Int {
    /// The width in bytes: 1, 2, 3, 4, 8 or 16.
    pub bytes: u8,
    /// `true` if it is signed, two's complement.
    pub signed: bool,
    /// `true` if it is pointer-sized in programs; 64 bits on the wire.
    pub pointer: bool,
    /// `true` if zero is refused.
    pub nonzero: bool,
    /// `true` if it is of fixed width and little-endian, whatever the format.
    pub little: bool,
    /// `true` if it is LEB128, zigzag-encoded if signed, whatever the format.
    pub leb128: bool,
}

impl Int {
    /// An unsigned integer of that many bytes, encoded as the format encodes integers.
    pub const fn unsigned(bytes: u8) -> Self {
        Self { bytes, signed: false, pointer: false, nonzero: false, little: false, leb128: false }
    }

    /// A signed integer of so many bytes.
    pub const fn signed(bytes: u8) -> Self {
        Self { signed: true, ..Self::unsigned(bytes) }
    }

    /// Makes the integer little-endian and of fixed width, whatever the format.
    #[must_use]
    pub const fn always_little(self) -> Self {
        Self { little: true, ..self }
    }

    /// Makes it LEB128, whatever the format.
    #[must_use]
    pub const fn always_leb128(self) -> Self {
        Self { leb128: true, ..self }
    }

    /// Pointer-sized in programs.
    #[must_use]
    pub const fn pointer_sized(self) -> Self {
        Self { pointer: true, ..self }
    }

    /// Refuses the integer zero.
    #[must_use]
    pub const fn without_zero(self) -> Self {
        Self { nonzero: true, ..self }
    }
}

/// A count and that many elements, or elements and a terminator byte.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Seq {
    /// The kind of its contents.
    pub content: Content,
    /// The element type: `u8` for a string, a tuple of key and value for a map.
    pub item: SchemaRef,
    /// The count before the elements.
    pub prefix: Prefix,
    /// The most elements, if the type's limit is below that of its prefix.
    pub max: Option<u64>,
    /// The terminator byte, instead of a count.
    pub until: Option<u8>,
}

impl Seq {
    /// A sequence with the format's own prefix, and no limit.
    pub const fn new(content: Content, item: SchemaRef) -> Self {
        Self { content, item, prefix: Prefix::FORMAT, max: None, until: None }
    }

    /// Gives the sequence this prefix, in every format.
    #[must_use]
    pub const fn with_prefix(self, prefix: Prefix) -> Self {
        Self { prefix, ..self }
    }

    /// Up to this terminator byte, which is not part of the content; without a count.
    pub(crate) const fn with_until(self, byte: u8) -> Self {
        Self { until: Some(byte), ..self }
    }

    /// With at most this many elements.
    pub(crate) const fn with_max(self, max: u64) -> Self {
        Self { max: Some(max), ..self }
    }
}

/// The kind of a sequence's contents.
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
    /// Bytes meant as text, not necessarily UTF-8.
    Text,
    /// Bytes, none of them zero.
    NoZero,
    /// UTF-16: the elements are code units.
    Utf16,
}

/// The support that a type needs of a format: the fields of
/// [`Unsupported`](crate::format::Unsupported). For strings, sequences, tags and integers it
/// follows from their kind.
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
    /// C strings.
    CString,
}
