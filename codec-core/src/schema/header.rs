//! Frame headers.

use super::attribute::{Constant, Order};
use super::kind::Int;
use super::record::attributes;
use crate::message::header::Header;
use crate::wire::U24;

/// A frame header whose layout is known as data, implemented by `#[codec(schema)]` next to
/// `#[derive(Header)]`.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use codec_core::Header;
/// use codec_core::schema::{DescribeHeader, Role};
///
/// #[derive(Debug, Clone, Copy, Header)]
/// #[codec(schema)]
/// struct Short { #[codec(id)] kind: u8, #[codec(payload_len, be)] len: u16 }
///
/// let header = Short::HEADER;
/// assert_eq!((header.size, header.parts[1].offset, header.parts[1].size), (3, 1, 2));
/// assert_eq!(header.parts[1].role, Role::PayloadLen);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "the layout of the frame header `{Self}` is not described",
    label = "`DescribeHeader` is not implemented for this type",
    note = "add `#[codec(schema)]` beside `#[derive(Header)]`"
)]
pub trait DescribeHeader: Header {
    /// The layout.
    const HEADER: &'static HeaderSchema;
}

/// The layout of a frame header of fixed size.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct HeaderSchema {
    /// The type's name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The size in bytes.
    pub size: u64,
    /// The longest payload in bytes.
    pub max_payload: u64,
    /// The parts, in wire order, without gaps.
    pub parts: &'static [Part],
}

impl HeaderSchema {
    /// The layout of `H`, with these parts.
    pub const fn new<H: Header>(
        name: &'static str,
        doc: &'static str,
        parts: &'static [Part],
    ) -> Self {
        Self { name, doc, size: H::SIZE as u64, max_payload: H::MAX_PAYLOAD as u64, parts }
    }
}

/// A part of a frame header.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Part {
    /// The name.
    pub name: &'static str,
    /// The doc comment.
    pub doc: &'static str,
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The kind of its value.
    pub shape: HeaderShape,
    /// `true` if an integer is big-endian.
    pub big_endian: bool,
    /// The purpose.
    pub role: Role,
    /// Number of bytes that a length counts in addition to the payload.
    pub includes: u64,
    /// The constant of a part with [`Role::Magic`], if the type knows it.
    pub magic: Option<Constant>,
}

impl Part {
    /// A part at this offset.
    pub const fn new(name: &'static str, offset: usize, size: usize, role: Role) -> Self {
        let (offset, size) = (offset as u64, size as u64);
        let (shape, big_endian, magic) = (HeaderShape::Unsigned, false, None);
        Self { name, doc: "", offset, size, shape, big_endian, role, includes: 0, magic }
    }

    attributes! {
        /// A length that counts this many bytes in addition to the payload.
        includes: usize, includes as u64;
        /// With this doc comment.
        doc: &'static str, doc;
        /// With this shape.
        shape: HeaderShape, shape;
    }

    /// Sets the byte order of this part.
    #[must_use]
    pub const fn order(mut self, order: Order) -> Self {
        self.big_endian = matches!(order, Order::Big);
        self
    }

    /// Sets the constant that this part holds.
    #[must_use]
    pub const fn magic(mut self, magic: Constant) -> Self {
        if !magic.integer {
            self.shape = HeaderShape::Bytes;
        }
        self.magic = Some(magic);
        self
    }
}

/// The kind of value of a part of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderShape {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer.
    Signed,
    /// Bytes.
    Bytes,
    /// ASCII, with zeros after it.
    Ascii,
}

/// The purpose of a part of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The id of the message.
    Id,
    /// The length of the payload in bytes.
    PayloadLen,
    /// The flags of the message.
    Flags,
    /// A constant.
    Magic,
    /// A checksum of the payload; its kind, in words.
    Checksum(&'static str),
    /// Anything else.
    Own,
    /// An integer whose bits belong partly to an id and partly to flags.
    Pieces(&'static [Piece]),
}

/// Bits of an integer in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The value that the bits belong to: an id or flags.
    pub of: Role,
    /// The bits, as a mask over the integer.
    pub mask: u64,
    /// Number of bits by which the masked bits are shifted to the left to get their value; to the
    /// right if negative.
    pub shift: i8,
}

impl Piece {
    /// The bits under `mask`, shifted to the left by `shift`.
    pub const fn new(of: Role, mask: u64, shift: i8) -> Self {
        Self { of, mask, shift }
    }
}

/// A type that a part of a derived header can have.
pub trait DescribeHeaderField {
    /// The kind of its value.
    const SHAPE: HeaderShape;
}

macro_rules! shapes {
    ($($shape:ident: $($int:ty)*;)*) => {$($(
        impl DescribeHeaderField for $int {
            const SHAPE: HeaderShape = HeaderShape::$shape;
        }
    )*)*};
}

shapes! {
    Unsigned: u8 u16 U24 u32 u64;
    Signed: i8 i16 i32 i64;
}

impl<const N: usize> DescribeHeaderField for [u8; N] {
    const SHAPE: HeaderShape = HeaderShape::Bytes;
}

/// The integer type of a part, if it is an integer.
impl Part {
    /// The integer type; `None` for bytes and ASCII.
    pub const fn int(&self) -> Option<Int> {
        let [bytes, ..] = self.size.to_le_bytes();
        match self.shape {
            HeaderShape::Unsigned => Some(Int::unsigned(bytes)),
            HeaderShape::Signed => Some(Int::signed(bytes)),
            HeaderShape::Bytes | HeaderShape::Ascii => None,
        }
    }
}
