//! Announcements of a node's data, and requests for it.

use codec_core::{Decode, Encode};

use crate::digest::Digest;

/// The bit by which a type asks for witnesses (BIP144).
const WITNESS: u32 = 0x4000_0000;

/// The kinds of objects in an inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u32)]
pub enum InvType {
    /// Nothing; its hash is ignored.
    #[codec(value = 0)]
    Error,
    /// A transaction, by its id; without witnesses when it is requested.
    #[codec(value = 1)]
    Tx,
    /// A block; without witnesses when it is requested.
    #[codec(value = 2)]
    Block,
    /// A block of which only some transactions are requested (BIP37).
    #[codec(value = 3)]
    FilteredBlock,
    /// A block in compact form (BIP152).
    #[codec(value = 4)]
    CompactBlock,
    /// A transaction, by the hash that covers its witnesses (BIP339).
    #[codec(value = 5)]
    WitnessId,
    /// A transaction by its id, with its witnesses (BIP144).
    #[codec(value = WITNESS | 1)]
    WitnessTx,
    /// A block with its witnesses (BIP144).
    #[codec(value = WITNESS | 2)]
    WitnessBlock,
    /// A block with witnesses of which only some transactions are requested (BIP144).
    #[codec(value = WITNESS | 3)]
    FilteredWitnessBlock,
    /// Any other number.
    #[codec(other)]
    Other(u32),
}

/// One thing that a node has or wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct InvVect {
    /// What it is.
    pub kind: InvType,
    /// Which one it is.
    pub hash: Digest,
}

/// The most entries of an inventory.
pub const MAX_INVENTORY: usize = 50_000;

/// Announces what the node has.
///
/// ```
/// use codec_bitcoin::Digest;
/// use codec_bitcoin::inventory::{Inv, InvType, InvVect};
/// use codec_core::{Consensus, Format};
/// let inv = Inv { entries: vec![InvVect { kind: InvType::Block, hash: Digest([7; 32]) }] };
/// let bytes = Consensus::to_vec(&inv)?;
/// assert_eq!((bytes.len(), &bytes[..6]), (37, &[1, 2, 0, 0, 0, 7][..]));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "inv")]
pub struct Inv {
    /// At most 50,000.
    #[codec(max = MAX_INVENTORY)]
    pub entries: Vec<InvVect>,
}

/// Requests what another node has.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getdata")]
pub struct GetData {
    /// At most 50,000.
    #[codec(max = MAX_INVENTORY)]
    pub entries: Vec<InvVect>,
}

/// Answers a [`GetData`] for what the node doesn't have.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "notfound")]
pub struct NotFound {
    /// At most 50,000.
    #[codec(max = MAX_INVENTORY)]
    pub entries: Vec<InvVect>,
}

/// Requests the transactions that wait for a block (BIP35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mempool")]
pub struct MemPool {}
