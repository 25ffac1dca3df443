//! Filters that select what is relevant to a client: those that it sends to the node (BIP37), and
//! those of blocks that it gets from the node (BIP157).

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use crate::command::MAX_MESSAGE_PAYLOAD;
use crate::digest::Digest;

/// The longest filter that a client may load, in bytes.
pub const MAX_BLOOM_FILTER: usize = 36_000;
/// The most hash functions of such a filter.
pub const MAX_HASH_FUNCTIONS: u32 = 50;

/// Has the node announce only what this filter matches.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "filterload")]
pub struct FilterLoad {
    /// The filter, at most 36,000 bytes.
    #[codec(max = MAX_BLOOM_FILTER)]
    pub filter: Vec<u8>,
    /// The number of hash functions, at most 50.
    #[codec(check = |count| *count <= MAX_HASH_FUNCTIONS)]
    pub hash_functions: u32,
    /// A random number in the seed of each of them.
    pub tweak: u32,
    /// The way in which the node extends the filter by what it has matched.
    pub flags: u8,
}

/// Adds an element to the filter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "filteradd")]
pub struct FilterAdd {
    /// The element, at most 520 bytes: the most that a script may push.
    #[codec(max = 520)]
    pub data: Vec<u8>,
}

/// Removes the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "filterclear")]
pub struct FilterClear {}

/// Requests the filters of a range of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfilters")]
pub struct GetCFilters {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// Height of the first block.
    pub start: u32,
    /// The last block.
    pub stop: Digest,
}

/// The filter of a block.
///
/// ```
/// use codec_bitcoin::{Digest, filter::CFilter};
/// use codec_core::{Consensus, Format};
/// let filter = CFilter { kind: 0, block: Digest([7; 32]), data: vec![8, 9] };
/// assert_eq!(Consensus::to_vec(&filter)?[32..], [7, 2, 8, 9]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfilter")]
pub struct CFilter {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// The block.
    pub block: Digest,
    /// The filter.
    #[codec(max = MAX_MESSAGE_PAYLOAD)]
    pub data: Vec<u8>,
}

/// Requests the hashes of the filters of a range of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfheaders")]
pub struct GetCFHeaders {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// Height of the first block.
    pub start: u32,
    /// The last block.
    pub stop: Digest,
}

/// The hashes of the filters of a range of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfheaders")]
pub struct CFHeaders {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// The last block.
    pub stop: Digest,
    /// The header of the filter before the first.
    pub previous: Digest,
    /// The hashes, at most 2,000.
    #[codec(max = 2000)]
    pub hashes: Vec<Digest>,
}

/// Requests the headers of the filters of every thousandth block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfcheckpt")]
pub struct GetCFCheckpoints {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// The last block.
    pub stop: Digest,
}

/// The headers of the filters of every thousandth block.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfcheckpt")]
pub struct CFCheckpoints {
    /// The kind of filter: 0 basic.
    pub kind: u8,
    /// The last block.
    pub stop: Digest,
    /// The headers.
    #[codec(max = MAX_MESSAGE_PAYLOAD / 32)]
    pub headers: Vec<Digest>,
}
