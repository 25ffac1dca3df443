//! Codecs for `tokio_util::codec::Framed`, whose buffers are tokio's own.
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use std::io;

use bytes::{Bytes, BytesMut};
use codec_core::{Header as _, Protocol};
use tokio_util::codec::{Decoder, Encoder};

use crate::frame::Frame;
use crate::read::{FrameError, FrameErrorKind, FrameReadError};
use crate::tokio::front::{Miss, front};

/// Splits frames off the buffer of a `Framed`: header and payload, the payload
/// without a copy. No memory is reserved for a declared length.
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
pub struct FrameCodec<P> {
    max_payload: usize,
    consumed: u64,
    failed: Option<FrameError>,
    protocol: PhantomData<fn() -> P>,
}

impl<P: Protocol> FrameCodec<P> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        let max_payload = <P::Header>::MAX_PAYLOAD;
        Self { max_payload, consumed: 0, failed: None, protocol: PhantomData }
    }

    /// Sets the longest payload that is accepted, in bytes; without it, and at
    /// most, what the header can describe.
    #[must_use]
    pub fn with_max_payload(mut self, bytes: usize) -> Self {
        self.max_payload = bytes.min(<P::Header>::MAX_PAYLOAD);
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

    fn split(&mut self, buffer: &mut BytesMut) -> Result<Option<(P::Header, Bytes)>, FrameError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if buffer.len() < <P::Header>::SIZE {
            return Ok(None);
        }
        match front::<P::Header>(buffer, self.max_payload) {
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
        let needed = if received < <P::Header>::SIZE {
            <P::Header>::SIZE
        } else {
            match front::<P::Header>(buffer, self.max_payload) {
                Err(Miss::Needs(bytes)) => bytes,
                _ => received,
            }
        };
        Err(self.fail(FrameErrorKind::UnexpectedEnd { received, needed }))
    }
}

impl<P: Protocol> Default for FrameCodec<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Protocol> Decoder for FrameCodec<P> {
    type Item = (P::Header, Bytes);
    type Error = FrameReadError;

    fn decode(
        &mut self,
        buffer: &mut BytesMut,
    ) -> Result<Option<(P::Header, Bytes)>, FrameReadError> {
        Ok(self.split(buffer)?)
    }

    fn decode_eof(
        &mut self,
        buffer: &mut BytesMut,
    ) -> Result<Option<(P::Header, Bytes)>, FrameReadError> {
        let frame = self.split(buffer)?;
        if frame.is_none() {
            self.check_end(buffer)?;
        }
        Ok(frame)
    }
}

/// A header and the payload that it describes.
impl<P: Protocol> Encoder<(P::Header, Bytes)> for FrameCodec<P> {
    type Error = io::Error;

    fn encode(
        &mut self,
        (header, payload): (P::Header, Bytes),
        buffer: &mut BytesMut,
    ) -> io::Result<()> {
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

impl<P: Protocol> Encoder<Frame<P>> for FrameCodec<P> {
    type Error = io::Error;

    fn encode(&mut self, frame: Frame<P>, buffer: &mut BytesMut) -> io::Result<()> {
        buffer.extend_from_slice(frame.bytes());
        Ok(())
    }
}
