//! The header of a protocol's frames.

use std::fmt::Write as _;

use crate::measure::{DescribeFormat, ProtocolSchema};
use codec_core::schema::{self, DescribeHeader, HeaderShape, Role};
use codec_core::{Protocol, schema::Describe};

use super::build::magic;
use super::{Magic, Model, ModelError};

/// The header before each payload.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The type's name.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The longest payload in bytes.
    pub max_payload: u64,
    /// The parts, in wire order.
    pub parts: Vec<Part>,
}

/// A part of a frame header.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The name.
    pub name: String,
    /// The offset in the header.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The shape.
    pub shape: HeaderShape,
    /// `true` if an integer is big-endian.
    pub big_endian: bool,
    /// The role, as written in a lock: `id`, `payload_len` (`payload_len + 4` if it counts four
    /// bytes more), `flags`, `magic`, `checksum` and its kind, `own`, or the bits of an integer
    /// that belong to an id and to flags.
    pub role: String,
    /// The constant, if the type knows it.
    pub magic: Option<Magic>,
}

impl Model {
    /// The model of a protocol: the header of its frames, and its messages.
    ///
    /// ```
    /// use codec_schema::Model;
    /// let model = Model::of_protocol::<codec_stratum::Sv2Protocol>()?;
    /// let header = model.header.as_ref().unwrap();
    /// assert_eq!((header.size, &*header.parts[2].role), (6, "payload_len"));
    /// # Ok::<(), codec_schema::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] if a hand-written description exceeds the limits.
    pub fn of_protocol<P: Protocol>() -> Result<Self, ModelError>
    where
        P::Header: DescribeHeader,
        P::Format: DescribeFormat,
        P::Message: Describe,
    {
        Self::from_protocol(&ProtocolSchema::of::<P>(""))
    }

    /// The model of a protocol's description.
    ///
    /// # Errors
    /// [`ModelError`] if a hand-written description exceeds the limits.
    pub fn from_protocol(protocol: &ProtocolSchema) -> Result<Self, ModelError> {
        let mut model = Self::from_schema(protocol.messages)?;
        let of = protocol.header;
        model.header = Some(Header {
            name: of.name.to_owned(),
            size: of.size,
            max_payload: of.max_payload,
            parts: of.parts.iter().map(part).collect(),
        });
        Ok(model)
    }
}

fn part(of: &schema::Part) -> Part {
    let (name, offset, size, shape) = (of.name.to_owned(), of.offset, of.size, of.shape);
    let (big_endian, mut role) = (of.big_endian, role(of.role));
    if of.includes > 0 {
        let _ = write!(role, " + {}", of.includes);
    }
    Part { name, offset, size, shape, big_endian, role, magic: of.magic.map(magic) }
}

fn role(of: Role) -> String {
    match of {
        Role::Id => String::from("id"),
        Role::PayloadLen => String::from("payload_len"),
        Role::Flags => String::from("flags"),
        Role::Magic => String::from("magic"),
        Role::Checksum(which) => format!("checksum {which}"),
        Role::Pieces(pieces) => {
            let piece = |piece: &schema::Piece| {
                let (direction, by) = match piece.shift {
                    shift @ 0.. => ("<<", shift.unsigned_abs()),
                    shift => (">>", shift.unsigned_abs()),
                };
                format!("{} & {:#x} {direction} {by}", role(piece.of), piece.mask)
            };
            pieces.iter().map(piece).collect::<Vec<_>>().join(", ")
        }
        _ => String::from("own"),
    }
}
