//! Filters with which a light client finds the blocks that concern it.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use crate::digest::Digest;

/// The longest filter in bytes.
pub const MAX_FILTER: usize = 262_144;

/// Requests the filter of a block; since version 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfilter")]
pub struct GetCFilter {
    /// The block.
    pub block: Digest,
    /// The kind of filter: 0 regular, 1 extended.
    pub kind: u8,
}

/// The filter of a block; since version 6.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::{Digest, filter::CFilter};
/// let filter = CFilter { block: Digest([7; 32]), kind: 1, data: vec![8, 9] };
/// assert_eq!(Consensus::to_vec(&filter)?[31..], [7, 1, 2, 8, 9]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfilter")]
pub struct CFilter {
    /// The block.
    pub block: Digest,
    /// The kind of filter: 0 regular, 1 extended.
    pub kind: u8,
    /// The filter, at most 262,144 bytes.
    #[codec(max = MAX_FILTER)]
    pub data: Vec<u8>,
}

/// Requests the headers of filters; since version 6.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfheaders")]
pub struct GetCFHeaders {
    /// Blocks that the client has, the newest first; at most 500.
    #[codec(max = 500)]
    pub locator: Vec<Digest>,
    /// The last one requested.
    pub stop: Digest,
    /// The kind of filter: 0 regular, 1 extended.
    pub kind: u8,
}

/// The headers of filters; since version 6.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfheaders")]
pub struct CFHeaders {
    /// The block of the last of them.
    pub stop: Digest,
    /// The kind of filter: 0 regular, 1 extended.
    pub kind: u8,
    /// At most 2,000.
    #[codec(max = 2000)]
    pub headers: Vec<Digest>,
}

/// Requests the supported kinds of filters; since version 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcftypes")]
pub struct GetCFTypes {}

/// Lists the supported kinds of filters; since version 6.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cftypes")]
pub struct CFTypes {
    /// At most 256.
    #[codec(max = 256)]
    pub kinds: Vec<u8>,
}

/// Requests the filter of a block to which the header commits; since version 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfilterv2")]
pub struct GetCFilterV2 {
    /// The block.
    pub block: Digest,
}

/// The filter of a block, and the proof that the header commits to it; since
/// version 7.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfilterv2")]
pub struct CFilterV2 {
    /// The block.
    pub block: Digest,
    /// The filter, at most 262,144 bytes.
    #[codec(max = MAX_FILTER)]
    pub data: Vec<u8>,
    /// The index of the filter's leaf in the header's tree.
    pub proof_index: u32,
    /// The Merkle path from the leaf to the root; at most 32 hashes.
    #[codec(max = 32)]
    pub proof: Vec<Digest>,
}

/// Requests the filters of a range of blocks; since version 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getcfsv2")]
pub struct GetCFiltersV2 {
    /// The first block.
    pub start: Digest,
    /// The last block.
    pub end: Digest,
}

/// The filters of a range of blocks; since version 11.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "cfiltersv2")]
pub struct CFiltersV2 {
    /// At most 100.
    #[codec(max = 100)]
    pub filters: Vec<CFilterV2>,
}
