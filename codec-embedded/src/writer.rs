//! Messages with their header.

use core::marker::PhantomData;

use codec_core::{EncodeError, Format, Header, IdOf, Protocol, ToPayload};
use embedded_io::Write;

use crate::error::FixedSendError;

/// Encodes messages with their headers in a buffer of `N` bytes, which has to hold the
/// longest of them and a header.
///
/// See [`FixedFrameReader`](crate::FixedFrameReader) for an example.
#[derive(Debug)]
pub struct FixedFrameWriter<P, const N: usize> {
    bytes: [u8; N],
    protocol: PhantomData<fn() -> P>,
}

impl<P: Protocol, const N: usize> FixedFrameWriter<P, N> {
    /// A writer. Const, so that it may be a `static`'s value.
    pub const fn new() -> Self {
        const { assert!(N >= <P::Header as Header>::MAX_SIZE, "the buffer holds no header") };
        Self { bytes: [0; N], protocol: PhantomData }
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
        let (id, flags) = message.envelope();
        // The payload comes first: a header may depend on all of it.
        let room = P::Header::MAX_SIZE;
        let len = P::Format::encode_into(message, &mut self.bytes[room..])?;
        let payload = &self.bytes[room..room + len];
        let header = P::Header::describe(id, flags, payload)?;
        let start = room - header.size();
        header.write(&mut self.bytes[start..room]);
        Ok(&self.bytes[start..room + len])
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
        let frame = self.encode(message)?;
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
        let frame = self.encode(message)?;
        sink.write_all(frame).await.map_err(FixedSendError::Write)?;
        sink.flush().await.map_err(FixedSendError::Write)
    }
}

impl<P: Protocol, const N: usize> Default for FixedFrameWriter<P, N> {
    fn default() -> Self {
        Self::new()
    }
}
