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
use crate::digest::Digest;
use crate::flag::Flag;

/// A service that a node offers, in [`Version::services`]: the blocks of the whole chain.
pub const NODE_NETWORK: u64 = 1;
/// Filters of transactions (BIP37).
pub const NODE_BLOOM: u64 = 1 << 2;
/// Blocks and transactions with their witnesses (BIP144).
pub const NODE_WITNESS: u64 = 1 << 3;
/// Compact filters of blocks (BIP157).
pub const NODE_COMPACT_FILTERS: u64 = 1 << 6;
/// The blocks of the last two days (BIP159).
pub const NODE_NETWORK_LIMITED: u64 = 1 << 10;

/// The longest name of a node's software, in bytes.
pub const MAX_USER_AGENT: usize = 256;

/// Introduces a node; the first message of both sides.
///
/// ```
/// use codec_bitcoin::address::NetAddress;
/// use codec_bitcoin::connection::{Version, VersionRef};
/// use codec_core::{Consensus, Format};
/// let address = NetAddress { services: 0, ip: [0; 16], port: 8333 };
/// let version = Version {
///     protocol: 70016,
///     services: 9,
///     time: 2,
///     to: address,
///     from: address,
///     nonce: 3,
///     user_agent: b"/example:1.0/".to_vec(),
///     last_block: 840_000,
///     relay: None,
/// };
/// let bytes = Consensus::to_vec(&version)?;
/// assert_eq!(bytes.len(), 20 + 26 + 26 + 8 + 1 + 13 + 4);
/// let read: VersionRef = Consensus::from_slice_ref(&bytes)?;
/// assert_eq!((read.last_block, read.software()), (840_000, "/example:1.0/".into()));
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
    pub time: i64,
    /// The address at which the node believes the other to be.
    pub to: NetAddress,
    /// The address at which the node believes itself to be; today all zero.
    pub from: NetAddress,
    /// A nonce by which a node detects that it has connected to itself.
    pub nonce: u64,
    /// Its software, such as `/Satoshi:28.0.0/`: at most 256 bytes of any kind.
    #[codec(max = MAX_USER_AGENT)]
    pub user_agent: Vec<u8>,
    /// Height of the last block that it knows.
    pub last_block: i32,
    /// Set if transactions are to be announced (BIP37); they are, too, when the payload ends before.
    #[codec(tail)]
    pub relay: Option<Flag>,
}

#[cfg(feature = "alloc")]
macro_rules! software {
    ($($form:ty),*) => {$(
        impl $form {
            /// The user agent as a string, what is not UTF-8 in it replaced.
            #[must_use]
            pub fn software(&self) -> alloc::borrow::Cow<'_, str> {
                alloc::string::String::from_utf8_lossy(&self.user_agent)
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
software!(Version, VersionRef<'_>);
#[cfg(feature = "bytes")]
software!(VersionShared);

/// Asks to announce transactions by the hash that covers their witnesses (BIP339); sent
/// before the `verack`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "wtxidrelay")]
pub struct WtxidRelay {}

/// Asks for no announcements of transactions with lower fees (BIP133).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "feefilter")]
pub struct FeeFilter {
    /// Minimum fee, in satoshis per 1,000 virtual bytes.
    pub min_fee: i64,
}

/// Offers to reconcile sets of transactions instead of announcing each (BIP330).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "sendtxrcncl")]
pub struct SendTxRcncl {
    /// The version of reconciliation that the node speaks.
    pub version: u32,
    /// The node's part of the salt of short ids.
    pub salt: u64,
}

/// Reports that a message was rejected (BIP61). Bitcoin Core no longer sends it.
///
/// ```
/// use codec_bitcoin::connection::{Reject, RejectCode};
/// use codec_core::{Consensus, Format};
/// let reject = Reject {
///     command: b"ping".to_vec(),
///     code: RejectCode::Malformed,
///     reason: b"no".to_vec(),
///     hash: None,
/// };
/// assert_eq!(Consensus::to_vec(&reject)?, b"\x04ping\x01\x02no");
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "reject")]
pub struct Reject {
    /// The command of the message, ASCII, at most 12 bytes.
    #[codec(max = 12)]
    pub command: Vec<u8>,
    /// The reason, as a code.
    pub code: RejectCode,
    /// The reason in words, at most 111 bytes.
    #[codec(max = 111)]
    pub reason: Vec<u8>,
    /// Hash of the block or transaction that was rejected, if it was one.
    #[codec(tail)]
    pub hash: Option<Digest>,
}
