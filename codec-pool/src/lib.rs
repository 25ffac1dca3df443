//! Frame memory that its user can see and steer.
//!
//! * A [`Pool`] owns chunks of equal size, shared by all connections. Frames
//!   are laid one behind the other into a chunk and keep it alive by a count,
//!   so a thousand small frames that someone keeps pin two chunks.
//! * A [`FrameReader`] splits frames out of what it is fed, or reads itself. It
//!   lends each as a [`FrameRef`], without a count and without a copy;
//!   [`FrameRef::detach`] makes a [`Frame`] of it that may be kept, sent and
//!   turned into `bytes::Bytes`.
//! * A [`FrameWriter`] encodes straight into pooled memory and sends many
//!   frames with one call.
//! * [`Pool::stats`] says where the memory is, [`Pool::holders`] who has it, and
//!   [`Policy`] what happens when there is no more.
//!
//! With the feature `tokio` they read and write over `AsyncRead` and
//! `AsyncWrite`, as futures, codecs, streams and sinks; with `tracing`, refusals,
//! waits and fall-backs are events; with `metrics`, the counts have names for
//! exporters.
//!
//! Nothing is ever reserved on the word of a header: memory grows with the
//! bytes that arrived.
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

mod connection;
mod frame;
mod memory;
mod pool;
mod read;
#[cfg(feature = "tokio")]
mod tokio;
mod write;

pub use connection::{
    Connection, ConnectionError, ConnectionErrorKind, ConnectionLimits, Halves, Layers, Receiver,
    Sender, Split, Traffic, Transport, Untimed,
};
pub use frame::{Frame, FrameRef, FrameView, LengthHeader, LengthHeaderBe, VarintHeader};
pub use frame::{Opener, Opening, Plain, SealError, Sealed, Sealer};
pub use memory::PoolBytes;
pub use pool::{Holder, Holders, Policy, Pool, PoolBuilder, PoolError, PoolStats, Refusal};
#[cfg(feature = "metrics")]
pub use pool::{Metric, MetricKind};
pub use read::{FrameError, FrameErrorKind, FrameReadError, FrameReader, MessageError, ReadLayer};
#[cfg(feature = "tokio")]
pub use tokio::{AsyncConnection, AsyncHalves, AsyncReceiver, AsyncSender};
#[cfg(feature = "tokio")]
pub use tokio::{FrameCodec, FrameStream, MessageCodec, MessageSink, MessageStream};
pub use write::{FlushPolicy, FrameWriteError, FrameWriter, Scratch, WriteLayer};

/// Holds the examples of the page on the pool to what they say.
#[cfg(all(doctest, feature = "tokio"))]
#[doc = include_str!("../../docs/pool.md")]
struct Page;
