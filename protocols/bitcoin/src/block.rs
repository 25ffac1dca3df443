//! Blocks, their headers, and requests for them.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};
pub use codec_node::block::{MAX_HEADERS, MAX_LOCATOR};

use crate::command::MAX_MESSAGE_PAYLOAD;
use crate::digest::Digest;
use crate::transaction::Transaction;

/// The length of a header in bytes.
pub const HEADER_LEN: usize = 80;

/// The header of a block: 80 bytes.
///
/// ```
/// use codec_bitcoin::{Digest, block::BlockHeaderRef};
/// use codec_core::{Consensus, Format};
/// let payload = [7; 80];
/// let mut header: BlockHeaderRef = Consensus::from_slice_ref(&payload)?;
/// assert_eq!(header.hash(), Digest::of(&payload));
/// header.nonce += 1;
/// assert_ne!(header.hash(), Digest::of(&payload));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct BlockHeader {
    /// The version of the block, and what its miner signals (BIP9).
    pub version: i32,
    /// The block before it.
    pub prev_block: Digest,
    /// Root of the tree of its transactions' ids.
    pub merkle_root: Digest,
    /// Time it was created, in seconds since 1970.
    pub timestamp: u32,
    /// The target, in compact form.
    pub bits: u32,
    /// The nonce, which the miner varies.
    pub nonce: u32,
}

codec_node::blocks!(Digest, HEADER_LEN, BlockHeader, BlockHeaderRef<'_>, BlockHeaderShared; Copy);

/// The most transactions of a block: each takes 60 bytes.
pub const MAX_TRANSACTIONS: usize = 66_666;

/// A block.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "block")]
pub struct Block {
    /// The header, whose hash is the block's id.
    pub header: BlockHeader,
    /// The transactions, the first of which is the coinbase; at most 66,666.
    #[codec(max = MAX_TRANSACTIONS)]
    pub transactions: Vec<Transaction>,
}

/// The part of a block's tree that leads to the transactions that a filter has matched
/// (BIP37).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "merkleblock")]
pub struct MerkleBlock {
    /// The header.
    pub header: BlockHeader,
    /// The number of the block's transactions.
    pub transaction_count: u32,
    /// Hashes of the tree, depth first.
    #[codec(max = MAX_MESSAGE_PAYLOAD / 32)]
    pub hashes: Vec<Digest>,
    /// A bit for each node that is visited, the lowest of a byte first: whether the way goes
    /// on from there.
    #[codec(max = MAX_MESSAGE_PAYLOAD)]
    pub flags: Vec<u8>,
}
