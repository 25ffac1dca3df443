//! A protocol for a device, and sources that return its bytes in pieces.

use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
use embedded_io::{ErrorKind, ErrorType, Read};

#[derive(Debug, Clone, Copy, Header)]
pub(crate) struct Short {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len)]
    len: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow)]
pub(crate) struct Ping {
    pub(crate) nonce: u32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2)]
pub(crate) struct Samples {
    #[codec(len = u8)]
    pub(crate) values: heapless::Vec<u16, 8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages)]
pub(crate) enum Any {
    Ping(Ping),
    Samples(Samples),
}

pub(crate) struct Link;

impl Protocol for Link {
    type Header = Short;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = Any;
}

/// Returns bytes in pieces of given lengths, the last length repeatedly; fails where a length is 0.
pub(crate) struct Pieces<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) lens: &'a [usize],
}

impl ErrorType for Pieces<'_> {
    type Error = ErrorKind;
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, ErrorKind> {
        assert!(!room.is_empty(), "a source may take it for its end");
        let [len, rest @ ..] = self.lens else { panic!("no lengths") };
        if !rest.is_empty() {
            self.lens = rest;
        }
        if *len == 0 {
            return Err(ErrorKind::Interrupted);
        }
        let len = room.len().min(*len).min(self.bytes.len());
        let (piece, later) = self.bytes.split_at(len);
        room[..len].copy_from_slice(piece);
        self.bytes = later;
        Ok(len)
    }
}
