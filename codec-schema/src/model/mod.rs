//! A description that owns its parts: built from a type, or read from a lock.

mod build;
mod header;
mod merge;

use std::fmt;

use codec_core::schema::{self, Content, Describe, Need, Node, Order, SchemaRef, Width};

pub use codec_core::schema::{Int, Padding};
pub use header::{Header, Part};

/// The description of a type, and of all types inside it.
///
/// Structs, enums and enums of messages have a name and are kept in a list, so that types may be
/// recursive. A type with the same bytes as another (a `Box`, a transparent struct) has no entry of
/// its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The described type.
    pub root: Type,
    /// Named types, in order of first use.
    pub named: Vec<Named>,
    /// The header of frames, if it is a protocol.
    pub header: Option<Header>,
}

/// Why a description has no [`Model`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// Unnamed types are nested deeper than this.
    TooDeep(usize),
    /// There are more types, fields and variants than this.
    TooLarge(usize),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep(limit) => {
                write!(f, "types without a name are nested more than {limit} deep")
            }
            Self::TooLarge(limit) => write!(f, "there are more than {limit} types and fields"),
        }
    }
}

impl std::error::Error for ModelError {}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// No bytes.
    Unit,
    /// A boolean.
    Bool,
    /// A character.
    Char,
    /// An integer.
    Int(Int),
    /// A float of that many bytes.
    Float(u8),
    /// A number up to this one, encoded as the format encodes lengths.
    Length(u64),
    /// This many values.
    Array(Box<Self>, u64),
    /// A count and elements.
    Seq(Box<Seq>),
    /// A byte and a value, or none.
    Option(Box<Self>),
    /// A tag and `Ok` or `Err`.
    Result(Box<Self>, Box<Self>),
    /// Values, one after another.
    Tuple(Vec<Self>),
    /// The type with this index.
    Named(usize),
    /// The first in formats with this quirk, the second in all others.
    Quirk(String, Box<Self>, Box<Self>),
    /// A type, only in formats that support this.
    Needs(Need, Box<Self>),
    /// Unknown.
    Opaque(String),
}

/// A count and elements.
#[derive(Debug, Clone, PartialEq)]
pub struct Seq {
    /// The kind of its contents.
    pub content: Content,
    /// An element.
    pub item: Type,
    /// The width of the count.
    pub width: Width,
    /// `true` if the count is little-endian whatever the byte order.
    pub little: bool,
    /// The most elements.
    pub max: Option<u64>,
    /// The terminator byte, instead of a count.
    pub until: Option<u8>,
}

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The name; if several types have the same name, the second gets the suffix `#2`, and so on.
    pub name: String,
    /// The doc comment, if the lock that it is read from has one.
    pub doc: String,
    /// The id, if it is a message.
    pub message: Option<MessageId>,
    /// The contents on the wire.
    pub body: Body,
}

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageId {
    /// The number, or the name in quotes.
    pub id: Message,
    /// The header flags.
    pub flags: u32,
}

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Message {
    /// A number.
    Number(u64),
    /// A name.
    Name(String),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number:#04x}"),
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}

/// The body of a named type.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A struct.
    Struct(Struct),
    /// An enum.
    Enum(Enum),
    /// Messages.
    Messages(Messages),
}

/// A struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Struct {
    /// The fields, including those that are not on the wire.
    pub fields: Vec<Field>,
    /// The byte order of all its contents.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Magic>,
    /// The version.
    pub version: Option<u32>,
    /// The oldest version that reads its values.
    pub readable_since: Option<u32>,
    /// The function that validates a value.
    pub check: Option<String>,
}

/// An enum.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The variants.
    pub variants: Vec<Variant>,
    /// The width of the tag.
    pub tag: Width,
    /// The byte order of all its contents.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Magic>,
    /// The function that validates a value.
    pub check: Option<String>,
}

/// A variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// The doc comment.
    pub doc: String,
    /// The tag; `None` for the catch-all variant of unknown tags.
    pub tag: Option<u64>,
    /// The fields.
    pub fields: Vec<Field>,
}

/// Messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Messages {
    /// The name and message of each variant; the message holds the id.
    pub variants: Vec<(String, Type)>,
    /// The catch-all variant for unknown ids.
    pub other: Option<String>,
}

/// A field. With a condition, its type is that of the value when present.
pub type Field = schema::Field<String, Type, Expr, Magic>;

/// The last element of a sequence.
pub type Until = schema::Until<Expr>;

/// The length in bytes of a field's content.
pub type Extent = schema::Extent<Expr>;

/// The source of a length in bytes.
pub type ExtentLen = schema::ExtentLen<Expr>;

/// An expression over earlier fields. Expressions are equal if their source text is.
#[derive(Clone)]
pub struct Expr {
    /// The source text.
    pub text: String,
    /// The computation; `None` in a model read from a lock.
    pub node: Option<&'static Node>,
}

/// The source text only: the nodes may be duplicated at several addresses.
impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A constant on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Magic {
    /// Bytes.
    Bytes(Vec<u8>),
    /// An integer, encoded as the format encodes that type; its value is in two's complement.
    Int {
        /// The width in bytes.
        bytes: u8,
        /// `true` if it is signed.
        signed: bool,
        /// The value.
        value: i128,
    },
}

impl Model {
    /// The model of a type.
    ///
    /// # Errors
    /// [`ModelError`] if a hand-written description exceeds the limits.
    pub fn of<T: Describe + ?Sized>() -> Result<Self, ModelError> {
        Self::from_schema(T::SCHEMA)
    }

    /// The model of a description.
    ///
    /// # Errors
    /// [`ModelError`] where a description, written by hand, goes beyond the limits.
    pub fn from_schema(schema: SchemaRef) -> Result<Self, ModelError> {
        let mut model = build::build(schema)?;
        merge::merge(&mut model);
        Ok(model)
    }
}
