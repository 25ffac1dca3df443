//! Blocks, their headers, and requests for them.

use codec_derive::{Decode, Encode};
pub use codec_node::block::{MAX_HEADERS, MAX_LOCATOR};

use crate::command::MAX_MESSAGE_PAYLOAD;
use crate::digest::{Digest, merkle_root};
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

/// The bytes in an output of the coinbase before the commitment to the witnesses (BIP141).
const COMMITMENT: [u8; 6] = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

/// The commitment in a script of the coinbase.
fn commitment(script: &[u8]) -> Option<Digest> {
    script.strip_prefix(&COMMITMENT)?.first_chunk::<32>().copied().map(Digest)
}

macro_rules! roots {
    ($($form:ty),*) => {$(
        impl $form {
            /// Root of the tree of its transactions' ids, to be compared with the header's;
            /// `None` without transactions.
            #[must_use]
            pub fn merkle_root(&self) -> Option<Digest> {
                merkle_root(self.transactions.iter().map(|transaction| transaction.txid()))
            }

            /// Returns whether the root in the header is that of the transactions.
            #[must_use]
            pub fn has_valid_merkle_root(&self) -> bool {
                self.merkle_root() == Some(self.header.merkle_root)
            }

            /// Returns whether the coinbase commits to the witnesses of the transactions
            /// (BIP141); `true` when there are none and no commitment is needed.
            #[must_use]
            pub fn has_valid_witnesses(&self) -> bool {
                let Some(coinbase) = self.transactions.iter().next() else { return false };
                let outputs = coinbase.outputs.iter();
                let Some(committed) =
                    outputs.filter_map(|output| commitment(&output.script)).last()
                else {
                    return !self.transactions.iter().any(|transaction| transaction.is_segwit);
                };
                let reserved = coinbase.witnesses.iter().next().and_then(|witness| {
                    let item = witness.items.iter().next()?;
                    <[u8; 32]>::try_from(&item[..]).ok().filter(|_| witness.items.len() == 1)
                });
                let hashes = self.transactions.iter().skip(1).map(|each| each.wtxid());
                let root = merkle_root(core::iter::once(Digest::default()).chain(hashes));
                root.zip(reserved).is_some_and(|(root, reserved)| {
                    Digest::of(&[root.0, reserved].concat()) == committed
                })
            }
        }
    )*};
}

roots!(Block, BlockRef<'_>, BlockShared);

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
