//! Blocks without the transactions that the other node already has (BIP152).

use codec_core::wire::Vec;
use codec_core::{Consensus, Format};
use codec_derive::{Decode, Encode};
use sha2::{Digest as _, Sha256};

use crate::block::BlockHeader;
use crate::compact_size::short;
use crate::digest::Digest;
use crate::flag::Flag;
use crate::siphash::siphash;
use crate::transaction::Transaction;

/// Says whether blocks are to be announced in compact form, and which version of it the
/// node speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "sendcmpct")]
pub struct SendCompact {
    /// Set if blocks are to be sent without an announcement before.
    pub announce: Flag,
    /// 2, with which transactions have their witnesses; 1 is of the time before.
    pub version: u64,
}

/// The short name of a transaction in one compact block: 6 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, Decode)]
#[codec(transparent, plain, schema)]
#[repr(transparent)]
pub struct ShortId(pub [u8; 6]);

/// The key of the short names in one compact block.
///
/// ```
/// use codec_bitcoin::Digest;
/// use codec_bitcoin::block::BlockHeader;
/// use codec_bitcoin::compact_block::ShortIdKey;
/// let header = BlockHeader {
///     version: 1,
///     prev_block: Digest([2; 32]),
///     merkle_root: Digest([3; 32]),
///     timestamp: 4,
///     bits: 5,
///     nonce: 6,
/// };
/// let key = ShortIdKey::new(&header, 7);
/// assert_eq!(key.short_id(Digest([8; 32])), key.short_id(Digest([8; 32])));
/// assert_ne!(key.short_id(Digest([8; 32])), key.short_id(Digest([9; 32])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortIdKey([u64; 2]);

impl ShortIdKey {
    /// The key for a block, with the nonce of [`CompactBlock`].
    #[must_use]
    pub fn new(header: &BlockHeader, nonce: u64) -> Self {
        let mut bytes = [0; 88];
        let written = Consensus::encode_into(&(*header, nonce), &mut bytes[..]);
        debug_assert_eq!(written, Ok(88), "a header has one size");
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|index| hash[at + index]));
        Self([word(0), word(8)])
    }

    /// The short name of the transaction with this [`wtxid`](Transaction::wtxid) (version 2;
    /// in version 1 it is the txid).
    #[must_use]
    pub fn short_id(&self, wtxid: Digest) -> ShortId {
        let bytes = siphash(self.0, &wtxid.0).to_le_bytes();
        ShortId(core::array::from_fn(|index| bytes[index]))
    }
}

/// Number of transactions between this one and the one before it in a list: a `CompactSize` of
/// at most 16 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(plain, schema)]
pub struct Gap(#[codec(with = short)] pub u16);

/// Indices in a block, from the gaps between them.
///
/// ```
/// use codec_bitcoin::compact_block::{Gap, indices};
/// assert_eq!(indices([Gap(0), Gap(0), Gap(5)]).collect::<Vec<_>>(), [0, 1, 7]);
/// ```
pub fn indices(gaps: impl IntoIterator<Item = Gap>) -> impl Iterator<Item = u64> {
    gaps.into_iter().scan(0, |next, gap| {
        let index = *next + u64::from(gap.0);
        *next = index + 1;
        Some(index)
    })
}

/// A transaction that a compact block holds, because the other node is not likely to have it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct PrefilledTransaction {
    /// Number of transactions of the block between this and the one prefilled before.
    pub gap: Gap,
    /// The transaction.
    pub transaction: Transaction,
}

/// The most transactions of a block in compact form.
pub const MAX_COMPACT: usize = 65_535;

/// Returns an error if an index has more than 16 bits.
fn check_indices(gaps: impl Iterator<Item = Gap>) -> Result<(), &'static str> {
    let fits = indices(gaps).all(|index| index <= 0xffff);
    if fits { Ok(()) } else { Err("an index of a transaction is over 65,535") }
}

/// A block by the short names of its transactions: at most 65,535, prefilled ones included.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cmpctblock", check = Self::has_short_indices)]
pub struct CompactBlock {
    /// The header, whose hash is the block's id.
    pub header: BlockHeader,
    /// A random number, in the key of the short names.
    pub nonce: u64,
    /// The transactions that are not prefilled, in order.
    #[codec(max = MAX_COMPACT)]
    pub short_ids: Vec<ShortId>,
    /// The others, always with the coinbase.
    #[codec(max = MAX_COMPACT)]
    pub prefilled: Vec<PrefilledTransaction>,
}

macro_rules! compact_block {
    ($($form:ty),*) => {$(
        impl $form {
            /// Refuses what Bitcoin Core refuses.
            fn has_short_indices(&self) -> Result<(), &'static str> {
                if self.short_ids.len() + self.prefilled.len() > MAX_COMPACT {
                    return Err("there are more than 65,535 transactions");
                }
                check_indices(self.prefilled.iter().map(|transaction| transaction.gap))
            }
        }
    )*};
}

compact_block!(CompactBlock, CompactBlockRef<'_>);
codec_core::shared! { compact_block!(CompactBlockShared); }

/// The most transactions that can be requested of a block: their indices have 16 bits.
pub const MAX_REQUESTED: usize = 65_536;

/// Requests transactions of a block that was received in compact form.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getblocktxn", check = Self::has_short_indices)]
pub struct GetBlockTxn {
    /// The block.
    pub block: Digest,
    /// The gaps between the [`indices`] of the transactions, of which none is over 65,535.
    #[codec(max = MAX_REQUESTED)]
    pub gaps: Vec<Gap>,
}

macro_rules! get_block_txn {
    ($($form:ty),*) => {$(
        impl $form {
            /// Refuses what Bitcoin Core refuses.
            fn has_short_indices(&self) -> Result<(), &'static str> {
                check_indices(self.gaps.iter().map(|gap| Gap(gap.0)))
            }
        }
    )*};
}

get_block_txn!(GetBlockTxn, GetBlockTxnRef<'_>);
codec_core::shared! { get_block_txn!(GetBlockTxnShared); }

/// Answers a [`GetBlockTxn`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "blocktxn")]
pub struct BlockTxn {
    /// The block.
    pub block: Digest,
    /// The transactions, in the order of the request; at most 65,536.
    #[codec(max = MAX_REQUESTED)]
    pub transactions: Vec<Transaction>,
}
