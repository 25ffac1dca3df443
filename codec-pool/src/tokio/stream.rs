//! Frames and messages as a `Stream`.
#![forbid(unsafe_code)]

use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use codec_core::Protocol;
use futures_core::Stream;
use tokio::io::AsyncRead;

use crate::frame::{Frame, FrameRef, Plain};
use crate::pool::Ticket;
use crate::read::{
    FrameErrorKind, FrameReadError, FrameReader, MessageError, Miss, OnUnknown, ReadLayer, Unknown,
    undecoded,
};

/// A reader with its stream, and its place in the queue for memory.
struct Incoming<P, R, L: ReadLayer> {
    stream: R,
    reader: FrameReader<P, L>,
    ticket: Option<Ticket>,
    done: bool,
    unknown: Unknown,
}

/// Nothing in it is ever pinned but the stream.
impl<P, R: Unpin, L: ReadLayer> Unpin for Incoming<P, R, L> {}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> Incoming<P, R, L> {
    const fn new(stream: R, reader: FrameReader<P, L>) -> Self {
        let unknown = Unknown::new(OnUnknown::Refuse);
        Self { stream, reader, ticket: None, done: false, unknown }
    }

    fn poll_frame(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Option<FrameRef<'_, P>>, FrameReadError>> {
        while !self.done {
            let found = self.reader.find().inspect_err(|error| {
                // After a payload that does not match, there may be more.
                self.done = !matches!(error.kind(), FrameErrorKind::Payload(_));
            })?;
            if let Some((header, total)) = found {
                return Poll::Ready(Ok(Some(self.reader.lend(header, total))));
            }
            let stream = Pin::new(&mut self.stream);
            let filled = ready!(self.reader.poll_fill(cx, stream, &mut self.ticket));
            self.done = !matches!(filled, Ok(true));
            filled?;
        }
        Poll::Ready(Ok(None))
    }
}

/// The frames of an `AsyncRead`, each [detached](FrameRef::detach), as a `Stream`. It ends with the
/// stream, and after an error, unless that was a payload that does not match its header. Over a
/// reader of [sealed](FrameReader::sealed) frames, they are opened. A stream that is polled and
/// dropped, or whose future is, loses nothing: see [`into_parts`](Self::into_parts).
#[must_use = "a stream does nothing until it is polled"]
pub struct FrameStream<P, R, L: ReadLayer = Plain> {
    incoming: Incoming<P, R, L>,
}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> FrameStream<P, R, L> {
    /// The frames that `reader` finds in `stream`.
    pub const fn new(stream: R, reader: FrameReader<P, L>) -> Self {
        Self { incoming: Incoming::new(stream, reader) }
    }

    /// The stream and the reader, with what it has read and not given out.
    pub fn into_parts(self) -> (R, FrameReader<P, L>) {
        (self.incoming.stream, self.incoming.reader)
    }
}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> Stream for FrameStream<P, R, L> {
    type Item = Result<Frame<P>, FrameReadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let frame = ready!(self.get_mut().incoming.poll_frame(cx));
        Poll::Ready(frame.map(|frame| frame.map(FrameRef::detach)).transpose())
    }
}

/// The messages of an `AsyncRead` in the protocol `P`, as a `Stream`.
///
/// It ends with the stream. After an error of the stream or a frame that can't be read it ends,
/// too; after a payload that is no message it continues. Over a reader of
/// [sealed](FrameReader::sealed) frames, they are opened.
///
/// ```
/// use core::pin::pin;
/// use codec_core::{ById, Decode, Encode, Protocol, Sv2};
/// use codec_pool::{FrameReader, MessageSink, MessageStream, Pool};
/// use futures_core::Stream;
/// use futures_sink::Sink;
/// # use codec_core::{DecodeError, EncodeError, Header};
/// # #[derive(Debug, Clone, Copy)]
/// # struct Short { id: u32, len: u8 }
/// # impl Header for Short {
/// #     type Id = u32;
/// #     const SIZE: usize = 2;
/// #     const MAX_PAYLOAD: usize = 255;
/// #     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
/// #         Ok(Self { id: bytes[0].into(), len: bytes[1] })
/// #     }
/// #     fn describe(id: u32, _: u32, payload: &[u8]) -> Result<Self, EncodeError> {
/// #         Ok(Self { id, len: payload.len() as u8 })
/// #     }
/// #     fn write(&self, bytes: &mut [u8]) { bytes[..2].copy_from_slice(&[self.id as u8, self.len]) }
/// #     fn id(&self) -> u32 { self.id }
/// #     fn payload_len(&self) -> usize { self.len.into() }
/// # }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping(u8);
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
///
/// struct Pings;
/// impl Protocol for Pings {
///     type Header = Short; // a byte of id, a byte of length
///     type Format = Sv2;
///     type Dispatch = ById;
///     type Message = Any;
///     type MessageRef<'de> = Any;
/// }
///
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # runtime.block_on(async {
/// let pool = Pool::default();
/// let mut sink = MessageSink::<Pings, _>::new(Vec::new(), pool.clone());
/// // With the combinators of the crate `futures`, this is `sink.send(..).await?`.
/// core::future::poll_fn(|cx| Sink::<Any>::poll_ready(pin!(&mut sink), cx)).await?;
/// pin!(&mut sink).start_send(Any::Ping(Ping(7)))?;
/// core::future::poll_fn(|cx| Sink::<Any>::poll_flush(pin!(&mut sink), cx)).await?;
/// let (wire, _) = sink.into_parts();
/// assert_eq!(wire, [1, 1, 7]);
///
/// let reader = FrameReader::<Pings>::new(pool);
/// let mut messages = pin!(MessageStream::new(&wire[..], reader));
/// // And this is `messages.try_next().await?`.
/// let first = core::future::poll_fn(|cx| messages.as_mut().poll_next(cx)).await;
/// assert_eq!(first.transpose()?, Some(Any::Ping(Ping(7))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a stream does nothing until it is polled"]
pub struct MessageStream<P, R, L: ReadLayer = Plain> {
    incoming: Incoming<P, R, L>,
}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> MessageStream<P, R, L> {
    /// The messages that `reader` finds in `stream`.
    pub const fn new(stream: R, reader: FrameReader<P, L>) -> Self {
        Self { incoming: Incoming::new(stream, reader) }
    }

    /// Sets what becomes of frames whose ids the protocol does not have, which are
    /// [counted](Self::unknown). Unless they are discarded, each is a [`MessageError::Unknown`].
    pub const fn on_unknown(mut self, policy: OnUnknown) -> Self {
        self.incoming.unknown.policy = policy;
        self
    }

    /// Number of frames with ids that the protocol does not have.
    pub const fn unknown(&self) -> u64 {
        self.incoming.unknown.seen
    }

    /// The stream and the reader, with what it has read and not given out.
    pub fn into_parts(self) -> (R, FrameReader<P, L>) {
        (self.incoming.stream, self.incoming.reader)
    }
}

impl<P: Protocol, R: AsyncRead + Unpin, L: ReadLayer> Stream for MessageStream<P, R, L> {
    type Item = Result<P::Message, MessageError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let incoming = &mut self.get_mut().incoming;
        loop {
            let miss = match ready!(incoming.poll_frame(cx)) {
                Ok(Some(frame)) => match frame.message() {
                    Ok(message) => return Poll::Ready(Some(Ok(message))),
                    Err(error) => undecoded::<P>(frame.header(), frame.offset(), error),
                },
                Ok(None) => return Poll::Ready(None),
                Err(error) => Miss::Error(error.into()),
            };
            if let Err(error) = incoming.unknown.judge(miss) {
                return Poll::Ready(Some(Err(error)));
            }
        }
    }
}

impl<P, R, L: ReadLayer> fmt::Debug for FrameStream<P, R, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameStream").field("reader", &self.incoming.reader).finish_non_exhaustive()
    }
}

impl<P, R, L: ReadLayer> fmt::Debug for MessageStream<P, R, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MessageStream")
            .field("reader", &self.incoming.reader)
            .finish_non_exhaustive()
    }
}
