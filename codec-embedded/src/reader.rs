//! Frames of a header and a payload.

use core::marker::PhantomData;
use core::ops::Range;

use codec_core::message::Opener;
use codec_core::{DecodeError, Header, Protocol};
use embedded_io::Read;

use crate::buffer::Buffer;
use crate::error::{FixedFrameError, FixedReadError};
use crate::frame::FixedFrame;
use crate::layer::{Plain, ReadLayer};

/// Finds frames in a buffer of `N` bytes: the longest frame that it takes, header and
/// payload. It allocates nothing, and copies a frame only to the front of the buffer, when
/// its end did not fit after the frames before it.
///
/// Bytes come from an [`embedded_io::Read`], or from anywhere: [`room`](Self::room) and
/// [`fill`](Self::fill) are for interrupts and DMA.
///
/// ```
/// use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_embedded::{FixedFrameReader, FixedFrameWriter};
///
/// #[derive(Debug, Clone, Copy, Header)]
/// struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping { nonce: u16 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
/// struct Link;
/// impl Protocol for Link {
///     type Header = Short;
///     type Format = Sv2;
///     type Dispatch = ById;
///     type Message = Any;
///     type MessageRef<'de> = Any;
/// }
///
/// let mut writer = FixedFrameWriter::<Link, 16>::new();
/// let sent = writer.encode(&Ping { nonce: 7 })?;
/// assert_eq!(sent, [1, 2, 7, 0]);
/// let mut reader = FixedFrameReader::<Link, 16>::new();
/// let mut uart = sent; // an `embedded_io::Read`
/// assert_eq!(reader.read_message(&mut uart)?, Some(Any::Ping(Ping { nonce: 7 })));
/// assert_eq!(reader.read_message(&mut uart)?, None); // the source ended
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FixedFrameReader<P, const N: usize, L = Plain> {
    buffer: Buffer<N>,
    /// Number of bytes of the frame that was returned last.
    lent: usize,
    /// Bytes to come that belong to a frame that was too long.
    skip: usize,
    layer: L,
    /// Set when the header of the next frame is opened, and its payload is not.
    header_is_open: bool,
    protocol: PhantomData<fn() -> P>,
}

/// The header of the next frame, and the range of its payload among the bytes held.
struct Found<H> {
    header: H,
    payload: Range<usize>,
}

impl<P: Protocol, const N: usize> FixedFrameReader<P, N> {
    /// A reader that holds no bytes. Const, so that it may be a `static`'s value.
    pub const fn new() -> Self {
        const { assert!(N >= <P::Header as Header>::MAX_SIZE, "the buffer holds no header") };
        Self::with_layer(Plain)
    }
}

impl<P: Protocol, const N: usize, O: Opener> FixedFrameReader<P, N, O> {
    /// A reader of frames that are encrypted: each is opened where it was received, and `N` bytes hold
    /// the longest as it is sent. `codec_noise::Opener` is an opener.
    pub const fn sealed(opener: O) -> Self {
        const {
            assert!(
                <P::Header as Header>::SIZE == O::HEADER,
                "the opener is for headers of another size"
            );
            assert!(
                <P::Header as Header>::MAX_SIZE == O::HEADER,
                "only a header of fixed size can be sealed"
            );
            assert!(N >= O::OVERHEAD + O::HEADER, "the buffer holds no header");
        }
        Self::with_layer(opener)
    }

    /// The opener of the frames.
    pub const fn opener(&self) -> &O {
        &self.layer
    }
}

impl<P: Protocol, const N: usize, L: ReadLayer> FixedFrameReader<P, N, L> {
    const fn with_layer(layer: L) -> Self {
        let (lent, skip, header_is_open) = (0, 0, false);
        Self { buffer: Buffer::new(), lent, skip, layer, header_is_open, protocol: PhantomData }
    }

    /// Room for bytes to come. Never empty after [`next_frame`](Self::next_frame) has returned
    /// `None`.
    pub fn room(&mut self) -> &mut [u8] {
        self.settle();
        self.buffer.room()
    }

    /// Takes in bytes that were written to the front of the [`room`](Self::room).
    ///
    /// # Panics
    /// When there was no such room.
    pub fn fill(&mut self, len: usize) {
        self.buffer.fill(len);
    }

    /// Bytes that are held for frames to come.
    pub fn pending_len(&self) -> usize {
        self.buffer.held().len() - self.lent
    }

    /// The next frame; `None` when it is not complete.
    ///
    /// # Errors
    /// See [`FixedFrameError`]: after all but [`Header`](FixedFrameError::Header) the next
    /// call goes on.
    pub fn next_frame(&mut self) -> Result<Option<FixedFrame<'_, P>>, FixedFrameError> {
        let found = self.find()?;
        Ok(found.map(|found| self.frame(found)))
    }

    /// The next frame, and reads when it is not there yet; `None` at the end of the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read_frame<R: Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<FixedFrame<'_, P>>, FixedReadError<R::Error>> {
        loop {
            if let Some(found) = self.find()? {
                return Ok(Some(self.frame(found)));
            }
            let read = source.read(self.room()).map_err(FixedReadError::Read)?;
            if !self.filled(read)? {
                return Ok(None);
            }
        }
    }

    /// The next message, which owns what is in it; `None` at the end of the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read_message<R: Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<P::Message>, FixedReadError<R::Error>> {
        let frame = self.read_frame(source)?;
        decoded(frame.map(|frame| frame.message()))
    }

    /// The next message, borrowing from the buffer; `None` at the end of the source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub fn read_message_ref<R: Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<P::MessageRef<'_>>, FixedReadError<R::Error>> {
        let frame = self.read_frame(source)?;
        decoded(frame.map(|frame| frame.message_ref()))
    }

    /// Takes in what was read; false at the end of the source.
    fn filled<E>(&mut self, len: usize) -> Result<bool, FixedReadError<E>> {
        self.buffer.extend(len);
        if len == 0 && (self.pending_len() > 0 || self.skip > 0) {
            return Err(FixedReadError::UnexpectedEnd);
        }
        Ok(len > 0)
    }

    /// Drops the frame that was returned last, and what is held of one that was too long.
    fn settle(&mut self) {
        self.buffer.take(core::mem::take(&mut self.lent));
        let skipped = self.skip.min(self.buffer.held().len());
        self.buffer.take(skipped);
        self.skip -= skipped;
    }

    /// Finds the next frame.
    fn find(&mut self) -> Result<Option<Found<P::Header>>, FixedFrameError> {
        self.settle();
        if L::OVERHEAD > 0 && !self.header_is_open {
            let size = L::OVERHEAD + P::Header::MAX_SIZE;
            let Some(sealed) = self.buffer.held_mut().get_mut(..size) else {
                return Ok(None);
            };
            self.layer.open_header(sealed)?;
            self.header_is_open = true;
        }
        let held = self.buffer.held().get(L::OVERHEAD..);
        let Some(header) = held.and_then(whole_header::<P::Header>) else {
            return Ok(None);
        };
        let start = L::OVERHEAD + header.len();
        let header = P::Header::parse(header).map_err(FixedFrameError::Header)?;
        let len = header.payload_len();
        let needed = start.saturating_add(L::sealed_len(len));
        if needed > N {
            self.layer.skip_payload(len);
            self.header_is_open = false;
            self.skip = needed;
            self.settle();
            return Err(FixedFrameError::TooLong { needed, capacity: N });
        }
        let Some(sealed) = self.buffer.held_mut().get_mut(start..needed) else {
            return Ok(None);
        };
        self.layer.open_payload(sealed)?;
        self.header_is_open = false;
        self.lent = needed;
        let payload = start..start + len;
        header.verify(self.held(payload.clone())).map_err(FixedFrameError::Payload)?;
        Ok(Some(Found { header, payload }))
    }

    /// A frame that was found.
    fn frame(&self, found: Found<P::Header>) -> FixedFrame<'_, P> {
        FixedFrame { header: found.header, payload: self.held(found.payload) }
    }

    /// These of the bytes held; none that are not.
    fn held(&self, range: Range<usize>) -> &[u8] {
        self.buffer.held().get(range).unwrap_or_default()
    }
}

impl<P: Protocol, const N: usize> Default for FixedFrameReader<P, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the header that `held` begins with, once all of it is there.
fn whole_header<H: Header>(held: &[u8]) -> Option<&[u8]> {
    if held.len() < H::SIZE {
        return None;
    }
    held.get(..H::extent(held)?)
}

/// Converts the outcome of decoding a frame.
fn decoded<M, E>(outcome: Option<Result<M, DecodeError>>) -> Result<Option<M>, FixedReadError<E>> {
    outcome.transpose().map_err(|error| FixedFrameError::Payload(error).into())
}

#[cfg(feature = "async")]
impl<P: Protocol, const N: usize, L: ReadLayer> FixedFrameReader<P, N, L> {
    /// Like [`read_frame`](Self::read_frame), over an asynchronous source. A future that is
    /// dropped loses no byte, where a dropped read of the source loses none.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub async fn read_frame_async<R: embedded_io_async::Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<FixedFrame<'_, P>>, FixedReadError<R::Error>> {
        loop {
            if let Some(found) = self.find()? {
                return Ok(Some(self.frame(found)));
            }
            let read = source.read(self.room()).await.map_err(FixedReadError::Read)?;
            if !self.filled(read)? {
                return Ok(None);
            }
        }
    }

    /// Like [`read_message`](Self::read_message), over an asynchronous source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub async fn read_message_async<R: embedded_io_async::Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<P::Message>, FixedReadError<R::Error>> {
        let frame = self.read_frame_async(source).await?;
        decoded(frame.map(|frame| frame.message()))
    }

    /// Like [`read_message_ref`](Self::read_message_ref), over an asynchronous source.
    ///
    /// # Errors
    /// See [`FixedReadError`].
    pub async fn read_message_ref_async<R: embedded_io_async::Read>(
        &mut self,
        source: &mut R,
    ) -> Result<Option<P::MessageRef<'_>>, FixedReadError<R::Error>> {
        let frame = self.read_frame_async(source).await?;
        decoded(frame.map(|frame| frame.message_ref()))
    }
}
