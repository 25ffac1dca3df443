//! All messages, the header of their frames, and the protocol as one type.
#![forbid(unsafe_code)]

use codec_core::{Bincode, ById, Protocol};
use codec_derive::{Decode, Encode, Header};

use crate::{Subscribe, Update, Write, WriteResult};

/// The version of the protocol that this crate speaks.
pub const VERSION: u16 = 1;

/// Any message.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, schema)]
pub enum AnyMessage {
    /// 1: a write of a tag.
    Write(Write),
    /// 2: its answer.
    WriteResult(WriteResult),
    /// 3: asks for updates.
    Subscribe(Subscribe),
    /// 4: an update.
    Update(Update),
}

/// The header before each message: two bytes that are `IG`, the message's id in two bytes, and
/// the payload's length in four, at most 16 MiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Header)]
#[codec(schema)]
pub struct FrameHeader {
    #[codec(magic = b"IG")]
    magic: (),
    /// The message's id.
    #[codec(id)]
    id: u16,
    /// The payload's length in bytes.
    #[codec(payload_len, max = 0x100_0000)]
    len: u32,
}

/// The protocol: what frame readers, frame writers and connections of `codec-pool` take as their
/// one parameter.
///
/// ```
/// use codec_core::Protocol;
/// use codec_industrial::{AnyMessageRef, Gateway, WriteResult};
/// let message = Gateway::decode_ref(2, &[7, 0, 0, 0, 1, 0])?;
/// assert_eq!(message, AnyMessageRef::WriteResult(WriteResult { sequence: 7, status: 1 }));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gateway;

impl Protocol for Gateway {
    type Header = FrameHeader;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = AnyMessage;
    type MessageRef<'de> = AnyMessageRef<'de>;
}
