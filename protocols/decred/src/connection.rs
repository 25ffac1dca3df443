//! Setting a connection up and keeping it alive.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};
pub use codec_node::connection::{
    Ping, PingRef, Pong, PongRef, RejectCode, SendHeaders, SendHeadersRef, VerAck, VerAckRef,
};
codec_core::shared! {
    pub use codec_node::connection::{PingShared, PongShared, SendHeadersShared, VerAckShared};
}

use crate::address::NetAddress;
use crate::ascii::Ascii;
use crate::check;
use crate::digest::Digest;

/// A choice: whether transactions are to be sent without a request. Any byte but 0 means
/// yes, and the byte is kept as received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Relay(pub u8);

/// Introduces a node; the first message of both sides.
///
/// The fields from `from` on are optional: the payload may end before any of them, and a
/// field is present only if all those before it are.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::address::NetAddress;
/// use codec_decred::connection::{Relay, Version, VersionRef};
/// let address = NetAddress { services: 0, ip: [0; 16], port: 9108 };
/// let version = Version {
///     protocol: 12,
///     services: 1,
///     time: 2,
///     to: address,
///     from: Some(address),
///     nonce: Some(3),
///     user_agent: None,
///     last_block: None,
///     relay: None,
/// };
/// let bytes = Consensus::to_vec(&version)?;
/// assert_eq!(bytes.len(), 20 + 26 + 26 + 8);
/// assert_eq!(Consensus::from_slice_ref::<VersionRef>(&bytes)?.nonce, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "version")]
pub struct Version {
    /// The version of the protocol that the node speaks.
    pub protocol: i32,
    /// The services that the node offers, one bit each.
    pub services: u64,
    /// The node's time, in seconds since 1970.
    #[codec(check = check::signed_time)]
    pub time: i64,
    /// The address at which the node believes the other to be.
    pub to: NetAddress,
    /// The address at which the node believes itself to be.
    #[codec(tail)]
    pub from: Option<NetAddress>,
    /// A nonce by which a node detects that it has connected to itself.
    #[codec(tail)]
    pub nonce: Option<u64>,
    /// Its software, such as `/dcrwire:1.0.0/`.
    #[codec(tail)]
    pub user_agent: Option<Ascii<256>>,
    /// Height of the last block that it knows.
    #[codec(tail)]
    pub last_block: Option<i32>,
    /// A choice: whether transactions are to be sent without a request.
    #[codec(tail)]
    pub relay: Option<Relay>,
}

/// Asks for no announcements of transactions with lower fees; since version 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "feefilter")]
pub struct FeeFilter {
    /// Minimum fee, in atoms per kilobyte.
    pub min_fee: i64,
}

/// Reports that a message was rejected; until version 8. No current node accepts it, so it
/// is not a variant of [`AnyMessage`](crate::AnyMessage).
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::connection::{Reject, RejectCode};
/// let reject = Reject {
///     command: "ping".into(),
///     code: RejectCode::Malformed,
///     reason: "no".into(),
///     hash: None,
/// };
/// assert_eq!(Consensus::to_vec(&reject)?, b"\x04ping\x01\x02no");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "reject")]
pub struct Reject {
    /// The command of the message, ASCII.
    pub command: Vec<u8>,
    /// The reason, as a code.
    pub code: RejectCode,
    /// The reason in words, ASCII.
    pub reason: Vec<u8>,
    /// Hash of the `block` or `tx` that was rejected.
    #[codec(if = has_hash(&command))]
    pub hash: Option<Digest>,
}

fn has_hash(command: &[u8]) -> bool {
    matches!(command, b"block" | b"tx")
}
