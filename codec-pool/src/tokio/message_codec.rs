//! A codec of messages for `tokio_util::codec::Framed`.
#![forbid(unsafe_code)]

use core::fmt;
use std::io;

use bytes::{Bytes, BytesMut};
use codec_core::message::check_flags;
use codec_core::{Header as _, IdOf, Protocol, ToPayload};
use tokio_util::codec::{Decoder, Encoder};

use crate::connection::Layers;
use crate::frame::{Opener, Plain, Sealed, Sealer};
use crate::read::MessageError;
use crate::tokio::FrameCodec;
use crate::write::{AsDescribed, FrameWriteError, frame_into, frame_len};

/// Decodes and encodes the messages of a protocol, for `Framed`. A payload that is
/// no message ends the stream of a `Framed`, as any error of a decoder does.
pub struct MessageCodec<P, L: Layers = Plain> {
    frames: FrameCodec<P, L>,
}

impl<P: Protocol> MessageCodec<P> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        Self { frames: FrameCodec::new() }
    }
}

impl<P: Protocol, S: Sealer, O: Opener> MessageCodec<P, Sealed<(S, O)>> {
    /// A codec whose frames are sealed by `sealer` and opened by `opener`, as
    /// [`FrameCodec::sealed`] has it.
    pub const fn sealed(sealer: S, opener: O) -> Self {
        Self { frames: FrameCodec::sealed(sealer, opener) }
    }
}

impl<P: Protocol, L: Layers> MessageCodec<P, L> {
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
    let decoded = check_flags::<P::Format, P::Dispatch, _, _>(&header, decoded);
    decoded.map(Some).map_err(|error| {
        let message = P::name_of(header.id());
        MessageError::Decode { message, offset, error }
    })
}

impl<P: Protocol, L: Layers> Decoder for MessageCodec<P, L> {
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

impl<P: Protocol, L: Layers, M: ToPayload<P::Dispatch, IdOf<P>>> Encoder<M> for MessageCodec<P, L> {
    type Error = io::Error;

    fn encode(&mut self, message: M, buffer: &mut BytesMut) -> io::Result<()> {
        let len = frame_len::<P::Format, P::Header, M>(&message).map_err(FrameWriteError::from)?;
        let (id, flags) = message.envelope();
        let append = |room: &mut [u8]| {
            let frame =
                frame_into::<P::Format, P::Header, M>(room, id, flags, &message, &mut AsDescribed);
            frame.map(|(_, len)| len).map_err(FrameWriteError::from)
        };
        Ok(self.frames.layers.append::<P::Header, _>(buffer, len, append)?)
    }
}

/// Its position, not what it has read.
impl<P, L: Layers> fmt::Debug for MessageCodec<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageCodec").field("frames", &self.frames).finish()
    }
}
