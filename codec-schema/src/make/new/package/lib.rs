//! The messages of a protocol: what is before each, and its fields.
//!
//! `wire/protocol.lock` describes their bytes to other programs, and `wire/vectors.json` has examples
//! of them; `tests/wire.rs` holds both to the types here.

use codec_core::{ById, Decode, Encode, Header, Postcard, Protocol};

/// The header before each message: six bytes.
#[derive(Debug, Clone, Copy, Header)]
#[codec(schema)]
pub struct FrameHeader {
    /// The message, by the `id` that its type has.
    #[codec(id)]
    pub id: u16,
    /// The number of bytes of the message.
    #[codec(payload_len)]
    pub len: u32,
}

/// The first message of either side.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(id = 1, borrow, schema)]
pub struct Hello {
    /// The version of the protocol that the sender speaks.
    pub version: u16,
    /// The sender's name, of at most 64 bytes.
    #[codec(max = 64)]
    pub name: String,
}

/// Values of a sensor.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(id = 2, borrow, schema)]
pub struct Reading {
    /// The sensor that was read.
    pub sensor: u32,
    /// Its state at that time.
    pub state: State,
    /// The values in thousandths, at most 1,000 of them: a message with more is refused.
    #[codec(max = 1000)]
    pub values: Vec<i32>,
}

/// The state of a sensor: a tag of one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
#[codec(plain, tag = u8, schema)]
pub enum State {
    /// It works.
    Good,
    /// Its battery is low.
    Low,
    /// It is broken, and its values mean nothing.
    #[codec(value = 255)]
    Broken,
}

/// All messages. A new one is a struct with an `id` of its own, and a variant here.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(messages, borrow, schema)]
pub enum Message {
    /// The first message.
    Hello(Hello),
    /// Values of a sensor.
    Reading(Reading),
}

/// The protocol: its header, the format of its messages, and the messages.
#[derive(Debug)]
pub struct Wire;

impl Protocol for Wire {
    type Header = FrameHeader;
    type Format = Postcard;
    type Dispatch = ById;
    type Message = Message;
    type MessageRef<'de> = MessageRef<'de>;
}
