//! The policy for frames of ids that the protocol does not have.
#![forbid(unsafe_code)]

/// The policy for a frame whose id the protocol does not have, where messages are awaited. Calls that
/// return frames, such as `next_frame`, lend all of them.
///
/// Each such frame is counted once in [`Traffic::unknown_in`](crate::Traffic::unknown_in), whatever the
/// policy.
///
/// ```
/// # use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_pool::{Connection, ConnectionErrorKind, ConnectionLimits, OnUnknown, Pool, Untimed};
/// # #[derive(Debug, Clone, Copy, Header)]
/// # struct Short { #[codec(id)] id: u8, #[codec(payload_len)] len: u8 }
/// # #[derive(Debug, PartialEq, Encode, Decode)]
/// # #[codec(id = 1)]
/// # struct Ping(u8);
/// # #[derive(Debug, PartialEq, Encode, Decode)]
/// # #[codec(messages)]
/// # enum Any { Ping(Ping) }
/// # struct Pings;
/// # impl Protocol for Pings {
/// #     type Header = Short; // a byte of id, a byte of length
/// #     type Format = Sv2;
/// #     type Dispatch = ById;
/// #     type Message = Any;
/// #     type MessageRef<'de> = Any;
/// # }
/// let wire = [9, 2, 0, 0, 1, 1, 7]; // a frame with the id 9, and a ping
/// let peer = |policy| {
///     let stream = Untimed(std::io::Cursor::new(wire.to_vec()));
///     let limits = ConnectionLimits::new().on_unknown(policy);
///     Connection::<Pings, _>::new(stream, &Pool::default(), limits)
/// };
///
/// let mut refuses = peer(OnUnknown::Refuse);
/// assert!(matches!(refuses.next().unwrap_err().kind(), ConnectionErrorKind::Unknown(_)));
/// assert_eq!(refuses.next()?, Some(Any::Ping(Ping(7))));
///
/// let mut discards = peer(OnUnknown::Discard);
/// assert_eq!(discards.next()?, Some(Any::Ping(Ping(7))));
///
/// let mut lends = peer(OnUnknown::Lend);
/// assert!(matches!(lends.next().unwrap_err().kind(), ConnectionErrorKind::Unknown(_)));
/// assert_eq!(lends.next_frame()?.expect("it waits").payload(), [0, 0]);
/// assert_eq!(lends.next()?, Some(Any::Ping(Ping(7))));
/// for peer in [refuses, discards, lends] {
///     assert_eq!(peer.traffic().unknown_in, 1);
/// }
/// # Ok::<(), codec_pool::ConnectionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnUnknown {
    /// It is an error with its header, such as
    /// [`ConnectionErrorKind::Unknown`](crate::ConnectionErrorKind::Unknown), after which the next message
    /// can be read. It costs nothing while all frames are known.
    #[default]
    Refuse,
    /// It is discarded.
    Discard,
    /// It is the same error, and a connection's next call of `next_frame` or `try_next_frame` lends it, to be
    /// forwarded or decoded; any other call passes over it. Streams of messages and codecs, which have no
    /// such calls, refuse it.
    Lend,
}
