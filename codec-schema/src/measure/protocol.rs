//! Whole protocols.

use codec_core::Protocol;
use codec_core::schema::{Describe, DescribeHeader, HeaderSchema, SchemaRef};

use super::{DescribeFormat, Encoding};

/// A whole protocol: header, format and messages.
///
/// ```
/// use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_schema::ProtocolSchema;
///
/// #[derive(Debug, Clone, Copy, Header)]
/// #[codec(schema)]
/// struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow, schema)]
/// struct Ping { nonce: u16 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages, borrow, schema)]
/// enum Any { Ping(Ping) }
/// struct Pings;
/// impl Protocol for Pings {
///     type Header = Short;
///     type Format = Sv2;
///     type Dispatch = ById;
///     type Message = Any;
///     type MessageRef<'de> = AnyRef<'de>;
/// }
///
/// const PINGS: ProtocolSchema = ProtocolSchema::of::<Pings>("Pings");
/// assert_eq!((PINGS.header.size, PINGS.encoding.name), (2, "Sv2"));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ProtocolSchema {
    /// The name.
    pub name: &'static str,
    /// The header before each payload.
    pub header: &'static HeaderSchema,
    /// The format of payloads.
    pub encoding: Encoding,
    /// The messages.
    pub messages: SchemaRef,
}

impl ProtocolSchema {
    /// The description of `P`.
    pub const fn of<P: Protocol>(name: &'static str) -> Self
    where
        P::Header: DescribeHeader,
        P::Format: DescribeFormat,
        P::Message: Describe,
    {
        Self {
            name,
            header: <P::Header as DescribeHeader>::HEADER,
            encoding: <P::Format as DescribeFormat>::ENCODING,
            messages: <P::Message as Describe>::SCHEMA,
        }
    }
}
