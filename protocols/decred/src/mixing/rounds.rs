//! The rounds of a mix, its end, and the blame when it fails.

use codec_core::wire::{B032, Vec};
use codec_derive::{Decode, Encode};

use super::{MAX_MESSAGES, MAX_PEERS, Sender};
use crate::digest::Digest;
use crate::transaction::Transaction;
use crate::{check, compact};

/// An element of the field in which slots are reserved: at most 32 bytes.
pub type FieldElement = B032;

/// Length of a mixed message in bytes.
pub const MESSAGE_LEN: usize = 20;
/// The same, as it is encoded before messages.
const WIRE_LEN: u8 = 20;

/// Reserves slots: a matrix of field elements.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixslotres")]
pub struct SlotReserve {
    /// The sender, and the run.
    pub sender: Sender,
    /// The rows of the matrix, 1 to 1,024: one for each message of the peer.
    #[codec(with = compact, check = check::rows)]
    pub rows: u16,
    /// The columns of the matrix, 1 to 512: one for each peer.
    #[codec(with = compact, check = check::columns)]
    pub columns: u16,
    /// The matrix, row by row.
    #[codec(count = usize::from(rows) * usize::from(columns))]
    pub matrix: Vec<FieldElement>,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}

/// Sends the roots of the polynomial that is the sum of the reservations.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixfactpoly")]
pub struct FactoredPoly {
    /// The sender, and the run.
    pub sender: Sender,
    /// At most 1,024.
    #[codec(max = MAX_MESSAGES)]
    pub roots: Vec<FieldElement>,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}

/// The length of each message, which is always 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct MessageLen {
    /// 20.
    #[codec(magic = WIRE_LEN)]
    pub len: (),
}

/// The rest of the shape of a matrix that has rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct DcShape {
    /// The columns of the matrix, at most 1,024: one for each message of all peers.
    #[codec(with = compact, check = check::messages)]
    pub columns: u16,
    /// Length of each of them.
    pub message_len: MessageLen,
}

fn cells(rows: u16, columns: Option<u16>) -> usize {
    usize::from(rows) * usize::from(columns.unwrap_or(0))
}

/// Sends messages that are only meaningful once those of all peers are summed: a matrix of
/// vectors of 20 bytes. dcrd reads a matrix without rows, but never writes one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixdcnet")]
pub struct DcNet {
    /// The sender, and the run.
    pub sender: Sender,
    /// The rows of the matrix, at most 1,024: one for each message of the peer.
    #[codec(with = compact, check = check::messages)]
    pub rows: u16,
    /// The rest of its shape, if there are rows.
    #[codec(if = rows != 0)]
    pub shape: Option<DcShape>,
    /// The matrix, row by row.
    #[codec(count = cells(rows, shape.as_ref().map(|shape| shape.columns)))]
    pub matrix: Vec<[u8; MESSAGE_LEN]>,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}

/// Signs the peer's inputs of the transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixconfirm")]
pub struct Confirm {
    /// The sender, and the run.
    pub sender: Sender,
    /// The transaction.
    pub transaction: Transaction,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}

/// Reveals the secrets of a run that failed, so that the peer to blame is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixsecrets")]
pub struct Secrets {
    /// The sender, and the run.
    pub sender: Sender,
    /// The seed from which the peer's keys were derived.
    pub seed: [u8; 32],
    /// The slots that it requested, at most 1,024.
    #[codec(max = MAX_MESSAGES)]
    pub slots: Vec<FieldElement>,
    /// Number of messages that it had, at most 1,024.
    #[codec(with = compact, check = check::messages)]
    pub message_count: u16,
    /// Length of each of them, if there are any.
    #[codec(if = message_count != 0)]
    pub message_len: Option<MessageLen>,
    /// The messages.
    #[codec(count = message_count)]
    pub messages: Vec<[u8; MESSAGE_LEN]>,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}
