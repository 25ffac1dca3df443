//! Messages with their header.

use core::marker::PhantomData;
use core::ops::Range;

use codec_core::message::{SealError, Sealer};
use codec_core::{EncodeError, EncodeErrorKind, Format, Header, IdOf, Protocol, ToPayload};
use embedded_io::Write;

use crate::error::FixedSendError;
use crate::layer::{Plain, WriteLayer};

/// Encodes messages with their headers in a buffer of `N` bytes, which has to hold the
/// longest of them and a header.
///
/// See [`FixedFrameReader`](crate::FixedFrameReader) for an example.
#[derive(Debug)]
pub struct FixedFrameWriter<P, const N: usize, L = Plain> {
    bytes: [u8; N],
    layer: L,
    protocol: PhantomData<fn() -> P>,
}

impl<P: Protocol, const N: usize> FixedFrameWriter<P, N> {
    /// A writer. Const, so that it may be a `static`'s value.
    pub const fn new() -> Self {
        const { assert!(N >= <P::Header as Header>::MAX_SIZE, "the buffer holds no header") };
        Self { bytes: [0; N], layer: Plain, protocol: PhantomData }
    }

    /// The frame of a message, header and payload.
    ///
    /// # Errors
    /// [`BufferTooSmall`](codec_core::EncodeErrorKind::BufferTooSmall) when it is longer than
    /// the buffer, and those of the message and of the header.
    pub fn encode<M>(&mut self, message: &M) -> Result<&[u8], EncodeError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let frame = self.place(message)?;
        Ok(&self.bytes[frame])
    }
}

impl<P: Protocol, const N: usize, S: Sealer> FixedFrameWriter<P, N, S> {
    /// A writer of frames that are encrypted, each in the buffer, of which `N` bytes hold the longest as
    /// it is sent. `codec_noise::Sealer` is a sealer.
    pub const fn sealed(sealer: S) -> Self {
        const {
            assert!(
                <P::Header as Header>::SIZE == S::HEADER,
                "the sealer is for headers of another size"
            );
            assert!(
                <P::Header as Header>::MAX_SIZE == S::HEADER,
                "only a header of fixed size can be sealed"
            );
            assert!(N >= S::OVERHEAD + S::HEADER, "the buffer holds no header");
        }
        Self { bytes: [0; N], layer: sealer, protocol: PhantomData }
    }
}

impl<P: Protocol, const N: usize, L: WriteLayer> FixedFrameWriter<P, N, L> {
    /// Places the frame of a message in the buffer, so that it can be sealed there.
    fn place<M>(&mut self, message: &M) -> Result<Range<usize>, EncodeError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let (id, flags) = message.envelope();
        // The payload comes first: a header may depend on all of it.
        let room = L::OVERHEAD + P::Header::MAX_SIZE;
        let len = P::Format::encode_into(message, &mut self.bytes[room..])?;
        if L::sealed_len(len) > N - room {
            return Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0));
        }
        let payload = &self.bytes[room..room + len];
        let header = P::Header::describe(id, flags, payload)?;
        let start = room - header.size();
        header.write(&mut self.bytes[start..room]);
        Ok(start..room + len)
    }

    /// Seals the frame that was placed there.
    fn seal(&mut self, frame: Range<usize>) -> Result<&[u8], SealError> {
        let len = frame.end - L::OVERHEAD - P::Header::MAX_SIZE;
        let start = frame.start - L::OVERHEAD;
        let end = L::OVERHEAD + P::Header::MAX_SIZE + L::sealed_len(len);
        let room = &mut self.bytes[start..end];
        self.layer.seal_frame(room, len)?;
        Ok(room)
    }

    /// Sends a message, and flushes.
    ///
    /// # Errors
    /// See [`FixedSendError`].
    pub fn send<M, W: Write>(
        &mut self,
        message: &M,
        sink: &mut W,
    ) -> Result<(), FixedSendError<W::Error>>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let frame = self.place(message)?;
        let frame = self.seal(frame).map_err(FixedSendError::Sealed)?;
        sink.write_all(frame).and_then(|()| sink.flush()).map_err(FixedSendError::Write)
    }

    /// Like [`send`](Self::send), to an asynchronous sink. A future that is dropped may leave a
    /// part of the frame sent.
    ///
    /// # Errors
    /// See [`FixedSendError`].
    #[cfg(feature = "async")]
    pub async fn send_async<M, W: embedded_io_async::Write>(
        &mut self,
        message: &M,
        sink: &mut W,
    ) -> Result<(), FixedSendError<W::Error>>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let frame = self.place(message)?;
        let frame = self.seal(frame).map_err(FixedSendError::Sealed)?;
        sink.write_all(frame).await.map_err(FixedSendError::Write)?;
        sink.flush().await.map_err(FixedSendError::Write)
    }
}

impl<P: Protocol, const N: usize> Default for FixedFrameWriter<P, N> {
    fn default() -> Self {
        Self::new()
    }
}
