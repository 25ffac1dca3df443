//! Messages into frames, directly into pooled memory.
#![forbid(unsafe_code)]

use core::fmt;
use core::future::poll_fn;
use core::marker::PhantomData;
use std::time::Instant;

use codec_core::{
    Encode, EncodeError, EncodeErrorKind, Format, Header, IdOf, MessageInfo, Protocol, ToPayload,
};

use crate::frame::{Frame, Plain};
use crate::memory::PoolBytes;
use crate::pool::{Pool, PoolError, WaitMode};
use crate::write::amend::{Amend, AsDescribed, By};
use crate::write::error::FrameWriteError;
use crate::write::flush::FlushPolicy;
use crate::write::layer::WriteLayer;
use crate::write::outbox::Outbox;

/// Puts messages into frames, one after another, until they are
/// [flushed](Self::flush). It holds a chunk of its pool only while frames wait.
///
/// ```
/// use codec_core::Sv2;
/// use codec_pool::{FrameWriter, LengthHeader, Pool};
/// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
/// writer.write_message::<Sv2, _>((), 0, &7u8)?;
/// writer.write_message::<Sv2, _>((), 0, &0x0908u16)?;
/// assert_eq!(writer.pending_len(), 5);
/// let mut wire = Vec::new();
/// writer.flush(&mut wire)?;
/// assert_eq!(wire, [1, 7, 2, 8, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameWriter<P, L = Plain> {
    pub(crate) outbox: Outbox,
    pub(crate) flush_policy: FlushPolicy,
    /// When what waits was first seen to wait, where a delay is set.
    pub(crate) waiting_since: Option<Instant>,
    pub(super) layer: L,
    protocol: PhantomData<fn() -> P>,
}

impl<P: Protocol> FrameWriter<P> {
    /// A writer with nothing to send.
    pub const fn new(pool: Pool) -> Self {
        Self::with_layer(pool, Plain)
    }

    /// Queues a frame without copying it.
    pub fn push(&mut self, frame: Frame<P>) {
        self.outbox.push(frame.into_bytes());
    }
}

impl<P: Protocol, L: WriteLayer> FrameWriter<P, L> {
    pub(super) const fn with_layer(pool: Pool, layer: L) -> Self {
        Self {
            outbox: Outbox::new(pool),
            flush_policy: FlushPolicy::new(),
            waiting_since: None,
            layer,
            protocol: PhantomData,
        }
    }

    /// Queues a message of the protocol, until the next [`flush`](Self::flush). The
    /// header takes the id from the message.
    ///
    /// # Errors
    /// The same as [`write_message`](Self::write_message).
    #[inline]
    pub fn send<M>(&mut self, message: &M) -> Result<(), FrameWriteError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let (id, flags) = message.envelope();
        self.write_message::<P::Format, M>(id, flags, message)
    }

    /// Like [`send`](Self::send), with a header in which `set` fills the fields that are neither
    /// the id nor the payload's length: a sequence number, a session. It is called when the
    /// payload is encoded and the header describes it, and again, with a new header, where
    /// that did not fit the memory at hand.
    ///
    /// ```
    /// use codec_core::{Decode, Encode, Header, Protocol, Sv2};
    /// use codec_pool::{FrameReader, FrameWriter, Pool};
    ///
    /// #[derive(Debug, Clone, Copy, Header)]
    /// #[codec(be)]
    /// struct Numbered { #[codec(payload_len)] len: u16, #[codec(id)] kind: u8, sequence: u8 }
    ///
    /// #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    /// #[codec(id = 1, plain)]
    /// struct Ping;
    ///
    /// #[derive(Encode, Decode)]
    /// #[codec(messages, borrow)]
    /// enum Any { Ping(Ping) }
    ///
    /// struct Link;
    ///
    /// impl Protocol for Link {
    ///     type Header = Numbered;
    ///     type Format = Sv2;
    ///     type Dispatch = codec_core::ById;
    ///     type Message = Any;
    ///     type MessageRef<'de> = AnyRef<'de>;
    /// }
    ///
    /// let mut writer = FrameWriter::<Link>::new(Pool::default());
    /// writer.send_with(&Ping, |header| header.sequence = 7)?;
    /// let mut wire = Vec::new();
    /// writer.flush(&mut wire)?;
    /// assert_eq!(wire, [0, 0, 1, 7]);
    /// let mut reader = FrameReader::<Link>::new(Pool::default());
    /// let frame = reader.read_frame(&mut &wire[..])?.expect("there is one");
    /// assert_eq!(frame.header().sequence, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`write_message`](Self::write_message), and
    /// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when `set` has changed the
    /// id or the length. Nothing is queued then.
    #[inline]
    pub fn send_with<M>(
        &mut self,
        message: &M,
        set: impl Fn(&mut P::Header),
    ) -> Result<(), FrameWriteError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let (id, flags) = message.envelope();
        self.write_amended::<P::Format, M>(id, flags, message, &mut By(set))
    }

    /// Makes a frame of a message of the protocol that is not queued: to be kept, or
    /// encoded once and [pushed](Self::push) to many writers.
    ///
    /// # Errors
    /// The same as [`write_message`](Self::write_message).
    #[track_caller]
    pub fn encode<M>(&mut self, message: &M) -> Result<Frame<P>, FrameWriteError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let (id, flags) = message.envelope();
        self.encode_frame::<P::Format, M>(id, flags, message)
    }

    /// Like [`encode`](Self::encode), with a header in which `set` fills fields, as for
    /// [`send_with`](Self::send_with).
    ///
    /// # Errors
    /// The same as [`send_with`](Self::send_with).
    #[track_caller]
    pub fn encode_with<M>(
        &mut self,
        message: &M,
        set: impl Fn(&mut P::Header),
    ) -> Result<Frame<P>, FrameWriteError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        let (id, flags) = message.envelope();
        self.encode_amended::<P::Format, M>(id, flags, message, &mut By(set))
    }

    /// Queues a message that knows its id, in any format.
    ///
    /// # Errors
    /// The same as [`write_message`](Self::write_message).
    #[inline]
    pub fn write<F: Format, M>(&mut self, message: &M) -> Result<(), FrameWriteError>
    where
        M: MessageInfo<Id = IdOf<P>> + Encode + ?Sized,
    {
        self.write_message::<F, M>(message.id(), message.flags(), message)
    }

    /// Queues a message under this id and with these flags: for an enum of messages, its `id()` and
    /// `flags()`.
    ///
    /// # Errors
    /// [`FrameWriteError::Encode`] when the message has no encoding or is too long
    /// for the header, [`FrameWriteError::Pool`] when there is no memory. Nothing is
    /// queued then, and what was before stays.
    #[inline]
    pub fn write_message<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
    ) -> Result<(), FrameWriteError> {
        self.write_amended::<F, T>(id, flags, message, &mut AsDescribed)
    }

    #[inline]
    fn write_amended<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
        amend: &mut impl Amend<P::Header>,
    ) -> Result<(), FrameWriteError> {
        if L::IS_SEALED {
            return self.write_sealed::<F, T>(id, flags, message, amend);
        }
        // Most messages fit the room there is, and then their size need not be computed first.
        match frame_into::<F, P::Header, T>(self.outbox.spare(), id, flags, message, amend) {
            Ok((_, len)) => {
                self.outbox.append(len);
                Ok(())
            }
            Err(error) if error.kind() == EncodeErrorKind::BufferTooSmall => {
                let result = self.write_with_room::<F, T>(id, flags, message, amend);
                if result.is_err() {
                    self.outbox.release_if_empty();
                }
                result
            }
            Err(error) => Err(error.into()),
        }
    }

    #[cold]
    fn write_with_room<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
        amend: &mut impl Amend<P::Header>,
    ) -> Result<(), FrameWriteError> {
        let len = frame_len::<F, P::Header, T>(message)?;
        if len > self.outbox.pool().chunk_size() {
            self.outbox.admit_piece(len)?;
            let frame = self.large_frame::<F, T>(len, id, flags, message, amend)?;
            self.outbox.push(frame.into_bytes());
        } else {
            self.outbox.make_room_to_queue(len)?;
            let room = self.outbox.spare();
            let (_, len) = frame_into::<F, P::Header, T>(room, id, flags, message, amend)?;
            self.outbox.append(len);
        }
        Ok(())
    }

    /// Makes a frame that is not queued: to be kept, or encoded once and
    /// [pushed](Self::push) to many writers.
    ///
    /// ```
    /// # use codec_core::Sv2;
    /// # use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    /// let frame = writer.encode_frame::<Sv2, _>((), 0, &7u8)?;
    /// writer.push(frame.clone());
    /// writer.push(frame);
    /// let mut wire = Vec::new();
    /// writer.flush(&mut wire)?;
    /// assert_eq!(wire, [1, 7, 1, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`write_message`](Self::write_message).
    #[track_caller]
    pub fn encode_frame<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
    ) -> Result<Frame<P>, FrameWriteError> {
        self.encode_amended::<F, T>(id, flags, message, &mut AsDescribed)
    }

    #[track_caller]
    fn encode_amended<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
        amend: &mut impl Amend<P::Header>,
    ) -> Result<Frame<P>, FrameWriteError> {
        let len = frame_len::<F, P::Header, T>(message)?;
        if len > self.outbox.pool().chunk_size() {
            return self.large_frame::<F, T>(len, id, flags, message, amend);
        }
        self.outbox.make_room(len)?;
        let frame = frame_into::<F, P::Header, T>(self.outbox.spare(), id, flags, message, amend)
            .map(|(header, len)| Frame::new(header, self.outbox.detach(len)));
        self.outbox.release_if_empty();
        Ok(frame?)
    }

    #[track_caller]
    fn large_frame<F: Format, T: Encode + ?Sized>(
        &mut self,
        len: usize,
        id: IdOf<P>,
        flags: u32,
        message: &T,
        amend: &mut impl Amend<P::Header>,
    ) -> Result<Frame<P>, FrameWriteError> {
        let mut chunk = self.outbox.take_large(len)?;
        let frame = frame_into::<F, P::Header, T>(chunk.spare(), id, flags, message, amend).map(
            |(header, len)| {
                let fits = chunk.advance(len);
                debug_assert!(fits, "it was just written there");
                Frame::new(header, chunk.share_next(len))
            },
        );
        self.outbox.pool().give_back(chunk);
        Ok(frame?)
    }

    /// Waits until there is room for a frame of `len` bytes, header included;
    /// then a message of that length is written without waiting.
    ///
    /// If the pool's policy is [`Policy::Wait`](crate::Policy::Wait), this
    /// is how a task waits for memory: it blocks no thread, and any executor
    /// may run it. Dropping the future loses nothing. Under other policies it
    /// is ready at once.
    ///
    /// # Errors
    /// The errors of the pool, but no time-out; and the limits on what waits.
    pub async fn ready(&mut self, len: usize) -> Result<(), PoolError> {
        let mut ticket = None;
        let len = Self::on_wire(len);
        poll_fn(|cx| self.outbox.poll_room_to_queue(len, &mut WaitMode::Task(&mut ticket, cx)))
            .await
    }

    /// Number of bytes that wait to be sent.
    pub const fn pending_len(&self) -> usize {
        self.outbox.len()
    }

    /// The bytes that wait, piece by piece; none of them is empty.
    pub fn pending(&self) -> impl Iterator<Item = &[u8]> {
        self.outbox.pieces()
    }

    /// Marks the first `len` bytes that wait as sent.
    ///
    /// # Panics
    /// When fewer wait.
    pub fn consume(&mut self, len: usize) {
        self.outbox.consume(len);
        if self.outbox.len() == 0 {
            self.waiting_since = None;
        }
    }

    /// Takes all that waits, as reference-counted pieces of one or more frames each.
    ///
    /// ```
    /// # use codec_core::Sv2;
    /// # use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    /// writer.write_message::<Sv2, _>((), 0, &7u8)?;
    /// let pieces: Vec<_> = writer.take_pending().collect();
    /// assert_eq!(pieces, [[1, 7]]);
    /// assert_eq!(writer.pending_len(), 0);
    /// # Ok::<(), codec_pool::FrameWriteError>(())
    /// ```
    #[track_caller]
    pub fn take_pending(&mut self) -> impl Iterator<Item = PoolBytes> {
        self.waiting_since = None;
        self.outbox.drain()
    }
}

impl<P: Protocol> Frame<P> {
    /// Makes a frame of a message: to be encoded once and pushed to many connections, or kept.
    /// [`FrameWriter::encode`] is the same for who has a writer.
    ///
    /// ```
    /// use codec_core::{Bincode, Protocol, Single};
    /// use codec_pool::{Frame, LengthHeader, Pool};
    ///
    /// struct Numbers;
    /// impl Protocol for Numbers {
    ///     type Header = LengthHeader<1>;
    ///     type Format = Bincode;
    ///     type Dispatch = Single;
    ///     type Message = u16;
    ///     type MessageRef<'de> = u16;
    /// }
    ///
    /// let frame = Frame::<Numbers>::encode(&Pool::default(), &0x0201u16)?;
    /// assert_eq!(frame.bytes(), [2, 1, 2]);
    /// # Ok::<(), codec_pool::FrameWriteError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`FrameWriter::write_message`].
    #[track_caller]
    pub fn encode<M>(pool: &Pool, message: &M) -> Result<Self, FrameWriteError>
    where
        M: ToPayload<P::Dispatch, IdOf<P>> + ?Sized,
    {
        FrameWriter::new(pool.clone()).encode(message)
    }
}

/// Length of a message's frame; an error when the header can't describe it.
pub(crate) fn frame_len<F: Format, H: Header, T: Encode + ?Sized>(
    message: &T,
) -> Result<usize, EncodeError> {
    let len = message.encoded_len::<F>();
    if len > H::MAX_PAYLOAD {
        return Err(EncodeError::new(EncodeErrorKind::LengthOverLimit, 0));
    }
    Ok(H::size_for(len).saturating_add(len))
}

/// Writes a frame to the front of `room`; the header last, since it describes the payload.
#[inline]
pub(crate) fn frame_into<F: Format, H: Header, T: Encode + ?Sized>(
    room: &mut [u8],
    id: H::Id,
    flags: u32,
    message: &T,
    amend: &mut impl Amend<H>,
) -> Result<(H, usize), EncodeError> {
    // The size of a header of fixed size is known before the payload's.
    let size =
        if H::SIZE == H::MAX_SIZE { H::SIZE } else { H::size_for(message.encoded_len::<F>()) };
    let Some((head, rest)) = room.split_at_mut_checked(size) else {
        return Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0));
    };
    let len = F::encode_into(message, rest)?;
    let mut header = H::describe(id, flags, &rest[..len])?;
    amend.amend(&mut header)?;
    header.write(head);
    Ok((header, size + len))
}

/// Shows how much waits, not what.
impl<P, L> fmt::Debug for FrameWriter<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameWriter")
            .field("pending_len", &self.outbox.len())
            .finish_non_exhaustive()
    }
}
