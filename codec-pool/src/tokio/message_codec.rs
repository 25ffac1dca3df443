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
use crate::read::{FrameReadError, MessageError, OnUnknown, Unknown, undecoded};
use crate::tokio::FrameCodec;
use crate::write::{AsDescribed, FrameWriteError, frame_into, frame_len};

/// Decodes and encodes the messages of a protocol, for `Framed`. A payload that is
/// no message ends the stream of a `Framed`, as any error of a decoder does.
pub struct MessageCodec<P, L: Layers = Plain> {
    frames: FrameCodec<P, L>,
    unknown: Unknown,
}

impl<P: Protocol> MessageCodec<P> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        Self { frames: FrameCodec::new(), unknown: Unknown::new(OnUnknown::Refuse) }
    }
}

impl<P: Protocol, S: Sealer, O: Opener> MessageCodec<P, Sealed<(S, O)>> {
    /// A codec whose frames are sealed by `sealer` and opened by `opener`, as
    /// [`FrameCodec::sealed`] has it.
    pub const fn sealed(sealer: S, opener: O) -> Self {
        let frames = FrameCodec::sealed(sealer, opener);
        Self { frames, unknown: Unknown::new(OnUnknown::Refuse) }
    }
}

impl<P: Protocol, L: Layers> MessageCodec<P, L> {
    /// Sets the longest payload that is accepted, in bytes.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.frames = self.frames.with_max_payload(bytes);
        self
    }

    /// Sets what becomes of frames whose ids the protocol does not have, which are
    /// [counted](Self::unknown). Unless they are discarded, the first ends the stream with
    /// [`MessageError::Unknown`].
    #[must_use]
    pub const fn on_unknown(mut self, policy: OnUnknown) -> Self {
        self.unknown.policy = policy;
        self
    }

    /// Number of frames with ids that the protocol does not have.
    pub const fn unknown(&self) -> u64 {
        self.unknown.seen
    }

    /// The message in the next frame that has one; `next` decodes frames.
    fn message(
        &mut self,
        buffer: &mut BytesMut,
        next: impl Fn(&mut FrameCodec<P, L>, &mut BytesMut) -> NextFrame<P>,
    ) -> Result<Option<P::Message>, MessageError> {
        loop {
            let offset = self.frames.consumed();
            let Some((header, payload)) = next(&mut self.frames, buffer)? else { return Ok(None) };
            let decoded = P::decode(header.id(), &payload);
            let error = match check_flags::<P::Format, P::Dispatch, _, _>(&header, decoded) {
                Ok(message) => return Ok(Some(message)),
                Err(error) => error,
            };
            self.unknown.judge(undecoded::<P>(header, offset, error))?;
        }
    }
}

impl<P: Protocol> Default for MessageCodec<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// A frame that was decoded, if all of it is there.
type NextFrame<P> = Result<Option<(<P as Protocol>::Header, Bytes)>, FrameReadError>;

impl<P: Protocol, L: Layers> Decoder for MessageCodec<P, L> {
    type Item = P::Message;
    type Error = MessageError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<P::Message>, MessageError> {
        self.message(buffer, FrameCodec::decode)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<P::Message>, MessageError> {
        self.message(buffer, FrameCodec::decode_eof)
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

/// The position, not what it has read.
impl<P, L: Layers> fmt::Debug for MessageCodec<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageCodec").field("frames", &self.frames).finish_non_exhaustive()
    }
}
