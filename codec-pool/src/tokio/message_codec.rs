//! A codec of messages for `tokio_util::codec::Framed`.
#![forbid(unsafe_code)]

use std::io;

use bytes::{Bytes, BytesMut};
use codec_core::{Header as _, IdOf, Protocol, ToPayload};
use tokio_util::codec::{Decoder, Encoder};

use crate::read::MessageError;
use crate::tokio::FrameCodec;
use crate::write::{FrameWriteError, frame_into, frame_len};

/// Decodes and encodes the messages of a protocol, for `Framed`. A payload that is
/// no message ends the stream of a `Framed`, as any error of a decoder does.
#[derive(Debug)]
pub struct MessageCodec<P> {
    frames: FrameCodec<P>,
}

impl<P: Protocol> MessageCodec<P> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        Self { frames: FrameCodec::new() }
    }

    /// Sets the longest payload that is accepted, in bytes.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.frames = self.frames.with_max_payload(bytes);
        self
    }
}

impl<P: Protocol> Default for MessageCodec<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// Decodes a payload, if there is one.
fn message<P: Protocol>(
    frame: Option<(P::Header, Bytes)>,
    offset: u64,
) -> Result<Option<P::Message>, MessageError> {
    let Some((header, payload)) = frame else { return Ok(None) };
    let decoded = P::decode(header.id(), &payload);
    decoded.map(Some).map_err(|error| {
        let message = P::name_of(header.id());
        MessageError::Decode { message, offset, error }
    })
}

impl<P: Protocol> Decoder for MessageCodec<P> {
    type Item = P::Message;
    type Error = MessageError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<P::Message>, MessageError> {
        let offset = self.frames.consumed();
        message::<P>(self.frames.decode(buffer)?, offset)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<P::Message>, MessageError> {
        let offset = self.frames.consumed();
        message::<P>(self.frames.decode_eof(buffer)?, offset)
    }
}

impl<P: Protocol, M: ToPayload<P::Dispatch, IdOf<P>>> Encoder<M> for MessageCodec<P> {
    type Error = io::Error;

    fn encode(&mut self, message: M, buffer: &mut BytesMut) -> io::Result<()> {
        let start = buffer.len();
        let len = frame_len::<P::Format, P::Header, M>(&message).map_err(FrameWriteError::from)?;
        buffer.resize(start + len, 0);
        let room = &mut buffer[start..];
        let (id, flags) = message.envelope();
        let written = frame_into::<P::Format, P::Header, M>(room, id, flags, &message);
        // Nothing of a message that failed is sent.
        buffer.truncate(start + written.as_ref().map_or(0, |(_, len)| *len));
        written.map(drop).map_err(|error| FrameWriteError::from(error).into())
    }
}
