//! Codecs for `tokio_util::codec::Framed`, whose buffers are tokio's own.
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use std::io;

use bytes::{Bytes, BytesMut};
use codec_core::{Encode, Format, Header, Messages, Reader};
use tokio_util::codec::{Decoder, Encoder};

use crate::frame::Frame;
use crate::read::{FrameError, FrameErrorKind, FrameReadError};
use crate::tokio::MessageError;
use crate::tokio::front::{Miss, front};
use crate::write::{FrameWriteError, frame_into, frame_len};

/// Splits frames off the buffer of a `Framed`: header and payload, the payload
/// without a copy. Nothing is reserved on the word of a header.
///
/// Where the buffer need not be tokio's,
/// [`FrameReader::read_frame_async`](crate::FrameReader::read_frame_async) and
/// [`MessageStream`](crate::MessageStream) keep frames in a pool and copy
/// nothing, either.
///
/// ```
/// use bytes::BytesMut;
/// use codec_core::Header;
/// use codec_pool::{FrameCodec, LengthHeader};
/// use tokio_util::codec::{Decoder, Encoder};
/// let mut codec = FrameCodec::<LengthHeader<1>>::new();
/// let mut buffer = BytesMut::from(&[2, 7, 8, 1][..]);
/// let (header, payload) = codec.decode(&mut buffer)?.expect("one is whole");
/// assert_eq!((header.payload_len(), &payload[..]), (2, &[7, 8][..]));
/// assert!(codec.decode(&mut buffer)?.is_none());
/// codec.encode((header, payload), &mut buffer)?;
/// assert_eq!(buffer[..], [1, 2, 7, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FrameCodec<H> {
    max_payload: usize,
    consumed: u64,
    failed: Option<FrameError>,
    header: PhantomData<fn() -> H>,
}

impl<H: Header> FrameCodec<H> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        let max_payload = H::MAX_PAYLOAD;
        Self { max_payload, consumed: 0, failed: None, header: PhantomData }
    }

    /// Sets the longest payload that is accepted, in bytes; without it, and at
    /// most, what the header can describe.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.max_payload = bytes.min(H::MAX_PAYLOAD);
        self
    }

    /// The offset of the next frame from the start of the stream.
    pub const fn consumed(&self) -> u64 {
        self.consumed
    }

    fn fail(&mut self, kind: FrameErrorKind) -> FrameError {
        let error = FrameError::new(kind, self.consumed);
        *self.failed.insert(error)
    }

    fn split(&mut self, buffer: &mut BytesMut) -> Result<Option<(H, Bytes)>, FrameError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if buffer.len() < H::SIZE {
            return Ok(None);
        }
        match front::<H>(buffer, self.max_payload) {
            Ok((header, total)) => {
                self.consumed += total as u64;
                let mut frame = buffer.split_to(total);
                Ok(Some((header, frame.split_off(header.size()).freeze())))
            }
            Err(Miss::Needs(_)) => Ok(None),
            Err(Miss::Header(error)) => Err(self.fail(FrameErrorKind::Header(error))),
            Err(Miss::TooLong(len)) => {
                Err(self.fail(FrameErrorKind::PayloadTooLong { len, max: self.max_payload }))
            }
            Err(Miss::Payload(error, total)) => {
                let error = FrameError::new(FrameErrorKind::Payload(error), self.consumed);
                self.consumed += total as u64;
                drop(buffer.split_to(total));
                Err(error)
            }
        }
    }

    /// What is left in the buffer at the end of a stream is an error.
    fn check_end(&mut self, buffer: &BytesMut) -> Result<(), FrameError> {
        let received = buffer.len();
        if received == 0 {
            return Ok(());
        }
        let needed = if received < H::SIZE {
            H::SIZE
        } else {
            match front::<H>(buffer, self.max_payload) {
                Err(Miss::Needs(bytes)) => bytes,
                _ => received,
            }
        };
        Err(self.fail(FrameErrorKind::UnexpectedEnd { received, needed }))
    }
}

impl<H: Header> Default for FrameCodec<H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Header> Decoder for FrameCodec<H> {
    type Item = (H, Bytes);
    type Error = FrameReadError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<(H, Bytes)>, FrameReadError> {
        Ok(self.split(buffer)?)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<(H, Bytes)>, FrameReadError> {
        let frame = self.split(buffer)?;
        if frame.is_none() {
            self.check_end(buffer)?;
        }
        Ok(frame)
    }
}

/// A header and the payload that it describes.
impl<H: Header> Encoder<(H, Bytes)> for FrameCodec<H> {
    type Error = io::Error;

    fn encode(&mut self, (header, payload): (H, Bytes), buffer: &mut BytesMut) -> io::Result<()> {
        if header.payload_len() != payload.len() {
            let misfit = "the header describes a payload of another length";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, misfit));
        }
        let start = buffer.len();
        buffer.resize(start + header.size(), 0);
        header.write(&mut buffer[start..]);
        buffer.extend_from_slice(&payload);
        Ok(())
    }
}

impl<H: Header> Encoder<Frame<H>> for FrameCodec<H> {
    type Error = io::Error;

    fn encode(&mut self, frame: Frame<H>, buffer: &mut BytesMut) -> io::Result<()> {
        buffer.extend_from_slice(frame.bytes());
        Ok(())
    }
}

/// Decodes and encodes the messages of an enum, for `Framed`. A payload that is
/// no message ends the stream of a `Framed`, as any error of a decoder does.
#[derive(Debug)]
pub struct MessageCodec<F, H, M> {
    frames: FrameCodec<H>,
    message: PhantomData<fn() -> (F, M)>,
}

impl<F, H: Header, M> MessageCodec<F, H, M> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        Self { frames: FrameCodec::new(), message: PhantomData }
    }

    /// Sets the longest payload that is accepted, in bytes.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.frames = self.frames.with_max_payload(bytes);
        self
    }
}

impl<F, H: Header, M> Default for MessageCodec<F, H, M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Decodes a payload, if there is one.
fn message<F: Format, H: Header, M: Messages<Id = H::Id>>(
    frame: Option<(H, Bytes)>,
    offset: u64,
) -> Result<Option<M>, MessageError> {
    let Some((header, payload)) = frame else { return Ok(None) };
    let mut r = Reader::<F>::new(&payload);
    let decoded = M::decode_message(header.id(), &mut r).and_then(|message| {
        r.cursor().finish()?;
        Ok(message)
    });
    decoded.map(Some).map_err(|error| MessageError::Decode { offset, error })
}

impl<F: Format, H: Header, M: Messages<Id = H::Id>> Decoder for MessageCodec<F, H, M> {
    type Item = M;
    type Error = MessageError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<M>, MessageError> {
        let offset = self.frames.consumed();
        message::<F, H, M>(self.frames.decode(buffer)?, offset)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<M>, MessageError> {
        let offset = self.frames.consumed();
        message::<F, H, M>(self.frames.decode_eof(buffer)?, offset)
    }
}

impl<F: Format, H: Header, M> Encoder<M> for MessageCodec<F, H, M>
where
    M: Messages<Id = H::Id> + Encode,
{
    type Error = io::Error;

    fn encode(&mut self, message: M, buffer: &mut BytesMut) -> io::Result<()> {
        let start = buffer.len();
        let len = frame_len::<F, H, M>(&message).map_err(FrameWriteError::from)?;
        buffer.resize(start + len, 0);
        let room = &mut buffer[start..];
        let written = frame_into::<F, H, M>(room, message.id(), message.flags(), &message);
        // Nothing of a message that failed is sent.
        buffer.truncate(start + written.as_ref().map_or(0, |(_, len)| *len));
        written.map(drop).map_err(|error| FrameWriteError::from(error).into())
    }
}

impl From<io::Error> for MessageError {
    fn from(error: io::Error) -> Self {
        Self::Read(error.into())
    }
}
