//! Blocks, their headers, and requests for them.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};
pub use codec_node::block::{MAX_HEADERS, MAX_LOCATOR};

use crate::command::MAX_BLOCK_SIZE_VERSION;
use crate::digest::{Digest, merkle_root};
use crate::transaction::Transaction;

/// The length of a header in bytes.
pub const HEADER_LEN: usize = 180;

/// The header of a block: 180 bytes.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::{Digest, block::BlockHeaderRef};
/// let payload = [7; 180];
/// let mut header: BlockHeaderRef = Consensus::from_slice_ref(&payload)?;
/// assert_eq!(header.hash(), Digest::of(&payload));
/// header.nonce += 1;
/// assert_ne!(header.hash(), Digest::of(&payload));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct BlockHeader {
    /// The version of the block.
    pub version: i32,
    /// The block before it.
    pub prev_block: Digest,
    /// Root of the tree of its transactions.
    pub merkle_root: Digest,
    /// Root of the tree of its stake transactions.
    pub stake_root: Digest,
    /// The outcome of its votes, one bit each.
    pub vote_bits: u16,
    /// State of the lottery that picks the tickets to vote.
    pub final_state: [u8; 6],
    /// Number of votes.
    pub voters: u16,
    /// Number of tickets bought.
    pub fresh_stake: u8,
    /// Number of tickets revoked.
    pub revocations: u8,
    /// Number of live tickets.
    pub pool_size: u32,
    /// The target, in compact form.
    pub bits: u32,
    /// Price of a ticket in atoms.
    pub stake_bits: i64,
    /// Its height: the number of blocks before it.
    pub height: u32,
    /// Size of the block in bytes.
    pub size: u32,
    /// Time it was created, in seconds since 1970.
    pub timestamp: u32,
    /// The nonce, which the miner varies.
    pub nonce: u32,
    /// Extra data, which the miner varies as well.
    pub extra_data: [u8; 32],
    /// The version of the stake system that the votes are for.
    pub stake_version: u32,
}

codec_node::blocks!(Digest, HEADER_LEN, BlockHeader, BlockHeaderRef<'_>, BlockHeaderShared; );

/// The most transactions of one tree of a block, as of version 4.
pub const MAX_TRANSACTIONS: usize = 43_691;
/// The most transactions of one tree of a block, before version 4.
pub const OLD_MAX_TRANSACTIONS: usize = 33_334;

/// A block.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "block")]
pub struct Block {
    /// The header, whose hash is the block's id.
    pub header: BlockHeader,
    /// The regular transactions, at most 43,691.
    #[codec(max = MAX_TRANSACTIONS)]
    pub transactions: Vec<Transaction>,
    /// The stake transactions, at most 43,691.
    #[codec(max = MAX_TRANSACTIONS)]
    pub stake_transactions: Vec<Transaction>,
}

macro_rules! admission {
    ($($form:ty),*) => {$(
        impl $form {
            /// Returns whether no tree holds more transactions than this version of the
            /// protocol allows.
            #[must_use]
            pub fn is_in(&self, version: u32) -> bool {
                let old = version < MAX_BLOCK_SIZE_VERSION;
                let max = if old { OLD_MAX_TRANSACTIONS } else { MAX_TRANSACTIONS };
                self.transactions.len() <= max && self.stake_transactions.len() <= max
            }
        }
    )*};
}

admission!(Block, BlockRef<'_>);
codec_core::shared! { admission!(BlockShared); }

/// The root of a tree of which every leaf is known.
fn root(leaves: impl Iterator<Item = Option<Digest>>) -> Option<Digest> {
    let mut all = true;
    let known = leaves.map_while(|leaf| {
        all = leaf.is_some();
        leaf
    });
    let root = merkle_root(known);
    all.then_some(root)
}

macro_rules! roots {
    ($($form:ty),*) => {$(
        impl $form {
            /// Root of the tree of its regular transactions, whose leaves are their
            /// [full hashes](Transaction::full_hash); zero without any. `None` when one of them
            /// lacks its prefix or its witness.
            #[must_use]
            pub fn regular_root(&self) -> Option<Digest> {
                root(self.transactions.iter().map(|each| each.full_hash()))
            }

            /// The same of its stake transactions.
            #[must_use]
            pub fn stake_root(&self) -> Option<Digest> {
                root(self.stake_transactions.iter().map(|each| each.full_hash()))
            }

            /// Returns whether the roots in the header are those of the transactions: the two
            /// roots, or since DCP0005 their common root; then the header's stake root commits
            /// to other data.
            #[must_use]
            pub fn has_valid_roots(&self) -> bool {
                let roots = self.regular_root().zip(self.stake_root());
                roots.is_some_and(|(regular, stake)| {
                    let header = (self.header.merkle_root, self.header.stake_root);
                    header == (regular, stake) || header.0 == merkle_root([regular, stake])
                })
            }
        }
    )*};
}

roots!(Block, BlockRef<'_>);
codec_core::shared! { roots!(BlockShared); }
