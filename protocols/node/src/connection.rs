//! Keeping a connection alive, and reasons to reject a message.

use codec_derive::{Decode, Encode};

/// Accepts the other's version, by which a connection begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "verack")]
pub struct VerAck {}

/// Asks whether the other node is alive (BIP31).
///
/// ```
/// use codec_core::{Consensus, Format, Message};
/// use codec_node::connection::Ping;
/// assert_eq!(Consensus::to_vec(&Ping { nonce: 258 })?, [2, 1, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(Ping::ID, "ping");
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "ping")]
pub struct Ping {
    /// The answer repeats it.
    pub nonce: u64,
}

/// Answers a [`Ping`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "pong")]
pub struct Pong {
    /// The nonce of the ping.
    pub nonce: u64,
}

/// Asks to announce blocks by their headers (BIP130).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "sendheaders")]
pub struct SendHeaders {}

/// Why something was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u8)]
pub enum RejectCode {
    /// It could not be read.
    #[codec(value = 0x01)]
    Malformed,
    /// It breaks a rule.
    #[codec(value = 0x10)]
    Invalid,
    /// It is of an old version.
    #[codec(value = 0x11)]
    Obsolete,
    /// It is a duplicate.
    #[codec(value = 0x12)]
    Duplicate,
    /// Most nodes would not relay it.
    #[codec(value = 0x40)]
    NonStandard,
    /// An output is too small.
    #[codec(value = 0x41)]
    Dust,
    /// The fee is too small.
    #[codec(value = 0x42)]
    InsufficientFee,
    /// It contradicts a checkpoint.
    #[codec(value = 0x43)]
    Checkpoint,
    /// Any other number.
    #[codec(other)]
    Other(u8),
}
