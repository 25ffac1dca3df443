//! The limits of a peer on a connection.
#![forbid(unsafe_code)]

use core::time::Duration;

use crate::read::OnUnknown;

/// Limits of a peer on a connection: the length of a payload, times, and frames with ids that the
/// protocol does not have.
///
/// ```
/// use std::time::Duration;
/// use codec_pool::ConnectionLimits;
/// let limits = ConnectionLimits::new()
///     .max_payload(64 * 1024)
///     .idle_timeout(Duration::from_secs(60))
///     .write_timeout(Duration::from_secs(10));
/// assert_eq!(format!("{limits:?}"), "ConnectionLimits { max_payload: 65536, \
///     max_pending: 16777216, idle_timeout: Some(60s), write_timeout: Some(10s), \
///     on_unknown: Refuse }");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectionLimits {
    pub(crate) max_payload: usize,
    pub(crate) max_pending: usize,
    pub(crate) idle_timeout: Option<Duration>,
    pub(crate) write_timeout: Option<Duration>,
    pub(crate) on_unknown: OnUnknown,
}

impl ConnectionLimits {
    /// The longest payload that is accepted unless set otherwise: 4,194,304 bytes (4 MiB). A block
    /// of Bitcoin has at most 4,000,000.
    pub const DEFAULT_MAX_PAYLOAD: usize = 4 << 20;

    /// Number of bytes that may wait to be sent unless set otherwise: 16,777,216 (16 MiB), four of
    /// the longest payloads.
    pub const DEFAULT_MAX_PENDING: usize = 4 * Self::DEFAULT_MAX_PAYLOAD;

    /// Payloads of at most [`DEFAULT_MAX_PAYLOAD`](Self::DEFAULT_MAX_PAYLOAD) bytes, or as many as
    /// the header can describe if those are fewer, at most
    /// [`DEFAULT_MAX_PENDING`](Self::DEFAULT_MAX_PENDING) bytes that wait to be sent, and no time-outs:
    /// how long a silent peer is a good one, only the protocol says.
    pub const fn new() -> Self {
        Self::unlimited()
            .max_payload(Self::DEFAULT_MAX_PAYLOAD)
            .max_pending(Self::DEFAULT_MAX_PENDING)
    }

    /// Payloads as long as the header can describe, any number of bytes that wait to be sent, and no
    /// time-outs: for peers that are trusted.
    /// The memory of all connections is that of their pool.
    pub const fn unlimited() -> Self {
        Self {
            max_payload: usize::MAX,
            max_pending: usize::MAX,
            idle_timeout: None,
            write_timeout: None,
            on_unknown: OnUnknown::Refuse,
        }
    }

    /// Sets the longest payload that is accepted, in bytes. A longer one is
    /// [`PayloadTooLong`](crate::FrameErrorKind::PayloadTooLong).
    #[must_use]
    pub const fn max_payload(mut self, bytes: usize) -> Self {
        self.max_payload = bytes;
        self
    }

    /// Sets how many bytes may be queued and not yet be written, as they are sent: a peer that does
    /// not read costs no more. A frame that is pushed, and so shares its memory with others, counts with
    /// its entry in the queue, 24 bytes. A message too many is refused whole, with
    /// [`BudgetLimit::Pending`](crate::BudgetLimit::Pending), and can be queued after a flush.
    ///
    /// ```
    /// use codec_core::{Bincode, Protocol, Single};
    /// use codec_pool::{Connection, ConnectionLimits, LengthHeader, Pool, Untimed};
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
    /// let stream = Untimed(std::io::Cursor::new(Vec::new())); // or a socket
    /// let limits = ConnectionLimits::new().max_pending(6);
    /// let mut peer = Connection::<Numbers, _>::new(stream, &Pool::default(), limits);
    /// peer.queue(&1u16)?;
    /// peer.queue(&2u16)?;
    /// let error = peer.queue(&3u16).unwrap_err();
    /// assert!(error.is_recoverable());
    /// assert!(error.to_string().ends_with("the limit on bytes that wait to be sent is reached"));
    /// peer.flush()?;
    /// peer.queue(&3u16)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn max_pending(mut self, bytes: usize) -> Self {
        self.max_pending = bytes;
        self
    }

    /// Sets how long a peer may take from the start of the wait for a message until it is complete:
    /// a peer that sends a byte now and then is idle, too.
    #[must_use]
    pub const fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.idle_timeout = Some(timeout);
        self
    }

    /// Sets how long a peer may take to accept all that waits to be sent: nothing waits longer, from the
    /// first flush after which it waits, for a peer that takes a byte now and then either, however much
    /// is queued meanwhile, and however often a flush is given up.
    #[must_use]
    pub const fn write_timeout(mut self, timeout: Duration) -> Self {
        self.write_timeout = Some(timeout);
        self
    }

    /// Sets what becomes of frames whose ids the protocol does not have, where messages are awaited. An
    /// enum of messages with a variant for
    /// [others](https://github.com/codec-rs/codec/blob/main/docs/derive.md#other) has all ids.
    ///
    /// ```
    /// use codec_pool::{ConnectionLimits, OnUnknown};
    /// const PEER: ConnectionLimits = ConnectionLimits::new().on_unknown(OnUnknown::Discard);
    /// assert_ne!(PEER, ConnectionLimits::new());
    /// ```
    #[must_use]
    pub const fn on_unknown(mut self, policy: OnUnknown) -> Self {
        self.on_unknown = policy;
        self
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self::new()
    }
}
