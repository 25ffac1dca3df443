//! Codecs for `tokio_util::codec::Framed`, whose buffers are tokio's own.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use std::io;

use bytes::{Bytes, BytesMut};
use codec_core::{Header as _, Protocol};
use tokio_util::codec::{Decoder, Encoder};

use crate::connection::Layers;
use crate::frame::{Frame, Opener, Plain, Sealed, Sealer};
use crate::read::{Foreign, FrameError, FrameErrorKind, FrameReadError, Layer};
use crate::tokio::codec_layers::CodecLayers;
use crate::tokio::front::{Miss, front};
use crate::write::FrameWriteError;

/// Splits frames off the buffer of a `Framed`: header and payload, the payload
/// without a copy. No memory is reserved for a declared length.
///
/// If the buffer need not be tokio's,
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
pub struct FrameCodec<P, L: Layers = Plain> {
    max_payload: usize,
    consumed: u64,
    failed: Option<FrameError>,
    pub(super) layers: CodecLayers<L::Read, L::Write>,
    protocol: PhantomData<fn() -> P>,
}

impl<P: Protocol> FrameCodec<P> {
    /// A codec at the start of a stream.
    pub const fn new() -> Self {
        Self::over(CodecLayers::PLAIN)
    }
}

impl<P: Protocol, S: Sealer, O: Opener> FrameCodec<P, Sealed<(S, O)>> {
    /// A codec whose frames are sealed by `sealer` and opened by `opener`, at the start of their
    /// stream. They are opened and sealed in the buffers of the `Framed`: all that it decodes must
    /// come from one buffer, and all that it has encoded must be sent.
    pub const fn sealed(sealer: S, opener: O) -> Self {
        const {
            assert!(
                <P::Header>::SIZE == <P::Header>::MAX_SIZE,
                "only a header of fixed size can be sealed"
            );
            assert!(
                <P::Header>::SIZE == S::HEADER && <P::Header>::SIZE == O::HEADER,
                "the sealer or opener is for headers of another size"
            );
        }
        Self::over(CodecLayers::sealed(sealer, opener))
    }
}

impl<P: Protocol, L: Layers> FrameCodec<P, L> {
    const fn over(layers: CodecLayers<L::Read, L::Write>) -> Self {
        let max_payload = <P::Header>::MAX_PAYLOAD;
        Self { max_payload, consumed: 0, failed: None, layers, protocol: PhantomData }
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

    /// The error of bytes that are no frame, unless another protocol begins its streams so.
    #[cold]
    fn no_frame(&mut self, bytes: &[u8], kind: FrameErrorKind) -> FrameError {
        let is_start = self.consumed == 0 && !<L::Read as Layer>::IS_SEALED;
        let foreign = Foreign::of(bytes).filter(|_| is_start);
        self.fail(foreign.map_or(kind, FrameErrorKind::Foreign))
    }

    fn split(&mut self, buffer: &mut BytesMut) -> Result<Option<(P::Header, Bytes)>, FrameError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if <L::Read as Layer>::IS_SEALED {
            match self.layers.open::<P::Header>(buffer, self.max_payload) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => return Err(self.fail(FrameErrorKind::Sealed(error))),
            }
        }
        let skipped = <L::Read as Layer>::OVERHEAD;
        let there = buffer.get(skipped..).unwrap_or_default();
        if there.len() < <P::Header>::SIZE {
            return Ok(None);
        }
        match front::<P::Header>(there, self.max_payload) {
            Ok((header, total)) => {
                let mut frame = self.take_off(buffer, header.payload_len(), total);
                let mut payload = frame.split_off(skipped + header.size());
                payload.truncate(header.payload_len());
                Ok(Some((header, payload.freeze())))
            }
            Err(Miss::Needs(_)) => Ok(None),
            Err(Miss::Header(error)) => Err(self.no_frame(there, FrameErrorKind::Header(error))),
            Err(Miss::TooLong(len)) => {
                let kind = FrameErrorKind::PayloadTooLong { len, max: self.max_payload };
                Err(self.no_frame(there, kind))
            }
            Err(Miss::Payload(error, total)) => {
                let error = FrameError::new(FrameErrorKind::Payload(error), self.consumed);
                // A header whose payload is checked is no longer than this.
                drop(self.take_off(buffer, total - <P::Header>::SIZE, total));
                Err(error)
            }
        }
    }

    /// Takes a frame of `total` bytes off the buffer, with what it was sealed with.
    fn take_off(&mut self, buffer: &mut BytesMut, payload: usize, total: usize) -> BytesMut {
        let len = if <L::Read as Layer>::IS_SEALED {
            CodecLayers::<L::Read, L::Write>::incoming_len::<P::Header>(payload)
        } else {
            total
        };
        self.consumed += len as u64;
        self.layers.taken(len);
        buffer.split_to(len)
    }

    /// Bytes left in the buffer at the end of a stream are an error.
    fn check_end(&mut self, buffer: &BytesMut) -> Result<(), FrameError> {
        let received = buffer.len();
        if received == 0 {
            return Ok(());
        }
        let needed = if <L::Read as Layer>::IS_SEALED {
            self.layers.needed::<P::Header>()
        } else if received < <P::Header>::SIZE {
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

/// The position, not what it has read.
impl<P, L: Layers> fmt::Debug for FrameCodec<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameCodec")
            .field("max_payload", &self.max_payload)
            .field("consumed", &self.consumed)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

impl<P: Protocol> Default for FrameCodec<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Protocol, L: Layers> Decoder for FrameCodec<P, L> {
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
impl<P: Protocol, L: Layers> Encoder<(P::Header, Bytes)> for FrameCodec<P, L> {
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
        let len = header.size() + payload.len();
        let append = |room: &mut [u8]| {
            let (head, rest) = room.split_at_mut(header.size());
            header.write(head);
            rest.copy_from_slice(&payload);
            Ok::<_, FrameWriteError>(len)
        };
        Ok(self.layers.append::<P::Header, _>(buffer, len, append)?)
    }
}

impl<P: Protocol, L: Layers> Encoder<Frame<P>> for FrameCodec<P, L> {
    type Error = io::Error;

    fn encode(&mut self, frame: Frame<P>, buffer: &mut BytesMut) -> io::Result<()> {
        let bytes = frame.bytes();
        let append = |room: &mut [u8]| {
            room.copy_from_slice(bytes);
            Ok::<_, FrameWriteError>(bytes.len())
        };
        Ok(self.layers.append::<P::Header, _>(buffer, bytes.len(), append)?)
    }
}
