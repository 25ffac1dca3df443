//! Announcements of a node's data, and requests for it.

use codec_derive::{Decode, Encode};
pub use codec_node::inventory::{MAX_INVENTORY, MemPool, MemPoolRef};
codec_core::shared! { pub use codec_node::inventory::MemPoolShared; }

use crate::digest::Digest;

/// The kinds of objects in an inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u32)]
pub enum InvType {
    /// Nothing; its hash is ignored.
    Error,
    /// A transaction.
    Tx,
    /// A block.
    Block,
    /// A block of which only some transactions are requested.
    FilteredBlock,
    /// A mixing message.
    Mix,
    /// Any other number.
    #[codec(other)]
    Other(u32),
}

codec_node::inventory!(InvType, Digest);
