//! A description that owns its parts: made from a type, or read from a lock.

mod build;
mod header;
mod merge;

use std::fmt;

use codec_core::schema::{Content, Describe, Need, Node, Order, SchemaRef, Span, Travel, Width};

pub use codec_core::schema::{Int, Padding};
pub use header::{Header, Part};

/// The description of a type, and of all types that it is made of.
///
/// Structs, enums and enums of messages have a name, and stand in a list, so that types may
/// contain themselves. What has the bytes of something else (a `Box`, a transparent struct)
/// has none of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// What the description is of.
    pub root: Type,
    /// Types with a name, in the order in which they are met.
    pub named: Vec<Named>,
    /// The header of frames, of a protocol.
    pub header: Option<Header>,
}

/// Why there is no [`Model`] of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// Types without a name are nested deeper than this.
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
    /// A number up to this one, laid out as the format lays out lengths.
    Length(u64),
    /// So many values.
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
    /// In formats with this quirk the first, else the second.
    Quirk(String, Box<Self>, Box<Self>),
    /// A type, in formats that have this.
    Needs(Need, Box<Self>),
    /// Unknown.
    Opaque(String),
}

/// A count and elements.
#[derive(Debug, Clone, PartialEq)]
pub struct Seq {
    /// What it holds.
    pub content: Content,
    /// An element.
    pub item: Type,
    /// The width of the count.
    pub width: Width,
    /// Whether the count is little-endian in any byte order.
    pub little: bool,
    /// The most elements.
    pub max: Option<u64>,
    /// The byte that ends it, instead of a count.
    pub until: Option<u8>,
}

/// A type with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Its name; of several types with one name, the second has `#2` after it, and so on.
    pub name: String,
    /// Its doc comment. A lock has none.
    pub doc: String,
    /// The id, of a message.
    pub message: Option<MessageId>,
    /// What is on the wire.
    pub body: Body,
}

/// The id of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageId {
    /// The number, or the name in quotes.
    pub id: Message,
    /// What the header carries besides it.
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

/// What a type with a name is.
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
    /// Fields, those that are not on the wire among them.
    pub fields: Vec<Field>,
    /// The byte order of all that it holds.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Magic>,
    /// Its version.
    pub version: Option<u32>,
    /// The function that says whether a value may stay.
    pub check: Option<String>,
}

/// An enum.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// Its variants.
    pub variants: Vec<Variant>,
    /// The width of the tag.
    pub tag: Width,
    /// The byte order of all that it holds.
    pub order: Order,
    /// The constant before everything else.
    pub magic: Option<Magic>,
    /// The function that says whether a value may stay.
    pub check: Option<String>,
}

/// A variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Its tag; `None` of the one that keeps unknown tags.
    pub tag: Option<u64>,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// Messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Messages {
    /// Name and message of each variant; the id stands with the message.
    pub variants: Vec<(String, Type)>,
    /// The variant that keeps messages with an unknown id.
    pub other: Option<String>,
}

/// A field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name, or index.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Its type; of one with a condition, what is there under it.
    pub ty: Type,
    /// How it is encoded.
    pub travel: Travel,
    /// The byte order of its integers.
    pub order: Order,
    /// The width of its count.
    pub len: Width,
    /// The least that its count may be.
    pub min: u64,
    /// The most.
    pub max: Option<u64>,
    /// Its count, instead of a prefix.
    pub count: Option<Expr>,
    /// Whether it is there.
    pub condition: Option<Expr>,
    /// The constant that it is.
    pub magic: Option<Magic>,
    /// The first version that has it.
    pub since: Option<u32>,
    /// The first version that no longer has it.
    pub removed: Option<u32>,
    /// The first version that writes its default.
    pub retired: Option<u32>,
    /// The function that makes its value when it is not on the wire.
    pub default: Option<String>,
    /// The function that says whether a value may stay.
    pub check: Option<String>,
    /// What it covers.
    pub span: Option<Span>,
    /// The length of its content in bytes, where that is told.
    pub bytes: Option<Extent>,
    /// Bytes around it that belong to no value.
    pub padding: Padding,
    /// The tag of its variant, which is not on the wire with it.
    pub tag: Option<Expr>,
    /// How many bits it has of bytes that it shares; 0 of one that shares none.
    pub bits: u32,
    /// Whether its count is a signed number, of which -1 says that there is no value.
    pub nullable: bool,
    /// The least that its count may be, or the fewest bytes beside [`bytes`](Self::bytes), where
    /// earlier fields say it.
    pub least: Option<Expr>,
    /// The most, where earlier fields say it.
    pub most: Option<Expr>,
    /// What it is when it is written, and held against when it is read.
    pub computed: Option<Expr>,
}

/// The length in bytes of what a field holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// What tells it.
    pub told: ExtentLen,
    /// The fewest bytes.
    pub min: u64,
    /// The most bytes.
    pub max: Option<u64>,
}

/// What tells a length in bytes.
#[derive(Debug, Clone, PartialEq)]
pub enum ExtentLen {
    /// A number of this width before the content.
    Prefix(Width),
    /// An expression over earlier fields.
    Expression(Expr),
}

impl Field {
    /// A field encoded as its type says.
    pub(crate) const fn bare(name: String, ty: Type) -> Self {
        Self {
            name,
            doc: String::new(),
            ty,
            travel: Travel::Plain,
            order: Order::Around,
            len: Width::Format,
            min: 0,
            max: None,
            count: None,
            condition: None,
            magic: None,
            since: None,
            removed: None,
            retired: None,
            default: None,
            check: None,
            span: None,
            bytes: None,
            padding: Padding::NONE,
            tag: None,
            bits: 0,
            nullable: false,
            least: None,
            most: None,
            computed: None,
        }
    }

    /// Whether it may have bytes.
    pub(crate) const fn is_on_wire(&self) -> bool {
        self.travel.is_on_wire()
    }
}

/// An expression over earlier fields. Equal to another when it is written the same.
#[derive(Clone)]
pub struct Expr {
    /// As it is written.
    pub text: String,
    /// What it computes; a lock has none.
    pub node: Option<&'static Node>,
}

/// As it is written: what it computes may lie at several places.
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
    /// An integer of that many bytes, as the format lays it out; its value in two's complement,
    /// and whether it is signed.
    Int {
        /// Its width in bytes.
        bytes: u8,
        /// Whether it is signed.
        signed: bool,
        /// The value.
        value: i128,
    },
}

impl Model {
    /// That of a type.
    ///
    /// # Errors
    /// [`ModelError`] where a description, written by hand, goes beyond the limits.
    pub fn of<T: Describe + ?Sized>() -> Result<Self, ModelError> {
        Self::from_schema(T::SCHEMA)
    }

    /// That of a description.
    ///
    /// # Errors
    /// [`ModelError`] where a description, written by hand, goes beyond the limits.
    pub fn from_schema(schema: SchemaRef) -> Result<Self, ModelError> {
        let mut model = build::build(schema)?;
        merge::merge(&mut model);
        Ok(model)
    }
}
