//! Announcements of a node's data, and requests for it.

use codec_derive::{Decode, Encode};
pub use codec_node::inventory::{MAX_INVENTORY, MemPool, MemPoolRef};
codec_core::shared! { pub use codec_node::inventory::MemPoolShared; }

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

codec_node::inventory!(InvType, Digest);
