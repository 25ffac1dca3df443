//! A protocol of two messages, distinguished by the id in a header of four bytes.

use codec_core::{
    Bincode, ById, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind,
    Header, Protocol,
};

/// An id in a byte, and the payload's length in three.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Short {
    id: u8,
    len: u32,
}

impl Header for Short {
    type Id = u32;
    const SIZE: usize = 4;
    const MAX_PAYLOAD: usize = (1 << 24) - 1;

    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        match *bytes {
            [id, a, b, c] => Ok(Self { id, len: u32::from_le_bytes([a, b, c, 0]) }),
            _ => Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, bytes.len())),
        }
    }

    fn describe(id: u32, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        let refuse = |_| EncodeError::new(EncodeErrorKind::LengthOverLimit, 0);
        let id = u8::try_from(id).map_err(refuse)?;
        Ok(Self { id, len: u32::try_from(payload.len()).map_err(refuse)? })
    }

    fn write(&self, bytes: &mut [u8]) {
        let [a, b, c, _] = self.len.to_le_bytes();
        bytes[..4].copy_from_slice(&[self.id, a, b, c]);
    }

    fn id(&self) -> u32 {
        self.id.into()
    }

    fn payload_len(&self) -> usize {
        self.len as usize
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow)]
pub(crate) struct Ping {
    pub(crate) nonce: u32,
    pub(crate) urgent: bool,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2, borrow)]
pub(crate) struct Text {
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow)]
pub(crate) enum Any {
    Ping(Ping),
    Text(Text),
}

/// Bincode after [`Short`] headers.
#[derive(Debug)]
pub(crate) enum Talk {}

impl Protocol for Talk {
    type Header = Short;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

pub(crate) fn ping(nonce: u32) -> Ping {
    Ping { nonce, urgent: false }
}

pub(crate) fn text(len: usize) -> Text {
    Text { text: "x".repeat(len) }
}
