//! A pool of frame memory that is bounded and can be inspected; frame readers, writers and
//! connections on top.
//!
//! | | |
//! |---|---|
//! | [`Pool`] | owns chunks of equal size, shared by all connections; frames are laid one after another into a reference-counted chunk, so a thousand small frames that a program keeps pin two chunks |
//! | [`FrameReader`] | splits frames out of what it is fed, or reads itself; lends each as a [`FrameRef`], without a reference count or a copy; [`FrameRef::detach`] turns it into a [`Frame`] that may be kept, sent and turned into `bytes::Bytes` |
//! | [`FrameWriter`] | encodes directly into pooled memory and writes many frames with one call; a [`Scratch`] is a buffer for programs that write by themselves |
//! | [`Connection`], `AsyncConnection` | a stream with a reader and a writer: time-outs, halves, broadcasts, and errors that name peer, message and field |
//! | [`LengthHeader`], [`VarintHeader`] | headers of protocols that put a length before each message, and nothing else |
//! | [`Pool::stats`], [`Pool::holders`], [`Policy`] | where the memory is, who holds it, and what happens when it runs out |
//!
//! Readers, writers and connections are over a [`Protocol`](codec_core::Protocol): its
//! header, its format and its messages. A header alone is a protocol, too; then each call
//! names a format and a type.
//!
//! No memory is ever reserved for a declared length: it grows with the bytes that arrived.
//!
//! | feature | what it adds |
//! |---|---|
//! | `tokio` | readers, writers and connections over `AsyncRead` and `AsyncWrite`; codecs, streams and sinks |
//! | `tracing` | refusals, waits and fall-backs to the heap as events |
//! | `metrics` | counts by name, for exporters |
//!
//! ```
//! use codec_core::Sv2;
//! use codec_pool::{FrameReader, FrameWriter, LengthHeader, Pool};
//!
//! let pool = Pool::default();
//! let mut writer = FrameWriter::<LengthHeader<2>>::new(pool.clone());
//! writer.write_message::<Sv2, _>((), 0, &(1u8, 0x0302u16))?;
//! let mut wire = Vec::new();
//! writer.flush(&mut wire)?;
//! assert_eq!(wire, [3, 0, 1, 2, 3]);
//!
//! let mut reader = FrameReader::<LengthHeader<2>>::new(pool.clone());
//! let frame = reader.read_frame(&mut &wire[..])?.expect("one frame was written");
//! assert_eq!(frame.decode::<Sv2, (u8, u16)>()?, (1, 0x0302));
//! let kept = frame.detach();
//! drop((reader, writer));
//! assert_eq!(kept.payload(), [1, 2, 3]);
//! assert_eq!(pool.stats().open, 1); // `kept` keeps a chunk, which has room for more
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [The book's page on the pool](https://github.com/codec-rs/codec/blob/main/docs/pool.md)
//! says how memory is managed, and when to own, borrow or share.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod accept;
mod budget;
mod connection;
mod frame;
mod memory;
#[cfg(feature = "metrics")]
mod metrics;
mod pool;
mod read;
#[cfg(feature = "tokio")]
mod tokio;
mod write;

#[cfg(feature = "tokio")]
pub use accept::EstablishError;
pub use accept::{AcceptCounts, AcceptLimits, Acceptor, Admitted, NotAdmitted};
pub use budget::{Budget, BudgetCharge, BudgetLimits, BudgetUsage, OverBudget};
pub use connection::{
    Connection, ConnectionError, ConnectionErrorKind, ConnectionLimits, Halves, Layers, Receiver,
    Sender, Split, Traffic, Transport, Untimed,
};
pub use frame::{Frame, FrameMut, FrameRef, FrameView};
pub use frame::{LengthHeader, LengthHeaderBe, VarintHeader};
pub use frame::{Opener, Opening, Plain, SealError, Sealed, Sealer};
pub use memory::PoolBytes;
#[cfg(feature = "metrics")]
pub use metrics::{Metric, MetricKind, prometheus};
pub use pool::{
    BudgetLimit, Excess, Holder, Holders, Policy, Pool, PoolBuilder, PoolError, PoolStats, Refusal,
};
pub use read::{
    Foreign, FrameError, FrameErrorKind, FrameReadError, FrameReader, MessageError, OnUnknown,
    ReadLayer, UnknownFrame,
};
#[cfg(feature = "tokio")]
pub use tokio::{AsyncConnection, AsyncHalves, AsyncReceiver, AsyncSender};
#[cfg(feature = "tokio")]
pub use tokio::{FrameCodec, FrameStream, MessageCodec, MessageSink, MessageStream};
pub use write::{FlushPolicy, FrameWriteError, FrameWriter, Scratch, WriteLayer};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
