//! Block templates from a node (Stratum V2 specification, section 7).

use codec_core::wire::{B016M, B064K, B0255, PackedSeq064K, Seq0255, Str0255, U256};
use codec_derive::{Decode, Encode};

/// The space that the coinbase transaction needs (section 7.1).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::template_distribution::CoinbaseOutputConstraints;
/// let constraints = CoinbaseOutputConstraints {
///     coinbase_output_max_additional_size: 0x100,
///     coinbase_output_max_additional_sigops: 2,
/// };
/// assert_eq!(Sv2::to_vec(&constraints)?, [0, 1, 0, 0, 2, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x70)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct CoinbaseOutputConstraints {
    /// The most bytes that the pool will add in outputs.
    pub coinbase_output_max_additional_size: u32,
    /// The most signature operations in those outputs.
    pub coinbase_output_max_additional_sigops: u16,
}

/// A block template (section 7.2).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::template_distribution::NewTemplateRef;
/// let mut bytes = vec![0; 8 + 1 + 4 + 4 + 1 + 4 + 8 + 4 + 2 + 4 + 1];
/// bytes[8] = 1;
/// let template: NewTemplateRef = Sv2::from_slice_ref(&bytes)?;
/// assert!(template.future_template && template.merkle_path.is_empty());
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x71)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct NewTemplate {
    /// Identifies the template; strictly increasing.
    pub template_id: u64,
    /// `true` if it is for a future block, which [`SetNewPrevHash`] announces.
    pub future_template: bool,
    /// Version field of the block header.
    pub version: u32,
    /// Version field of the coinbase transaction.
    pub coinbase_tx_version: u32,
    /// Bytes that the coinbase script starts with.
    pub coinbase_prefix: B0255,
    /// Sequence field of the coinbase transaction's input.
    pub coinbase_tx_input_sequence: u32,
    /// The value that the client's outputs may spend, in satoshis.
    pub coinbase_tx_value_remaining: u64,
    /// Number of outputs in `coinbase_tx_outputs`.
    pub coinbase_tx_outputs_count: u32,
    /// Outputs that come last in the coinbase transaction.
    pub coinbase_tx_outputs: B064K,
    /// Lock time of the coinbase transaction.
    pub coinbase_tx_locktime: u32,
    /// Merkle path of the coinbase transaction, deepest hash first.
    pub merkle_path: Seq0255<U256>,
}

/// A new block was found: the template to work on now (section 7.3).
///
/// Not to be confused with the [message of the same name](crate::mining::SetNewPrevHash)
/// that a pool sends to a miner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x72)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetNewPrevHash {
    /// A template that was sent before.
    pub template_id: u64,
    /// Hash of the previous block, as it is hashed.
    pub prev_hash: U256,
    /// The time to start with, in seconds since 1970.
    pub header_timestamp: u32,
    /// Difficulty field of the block header (`nBits`).
    pub n_bits: u32,
    /// The largest hash that makes a block, little-endian.
    pub target: U256,
}

/// Requests the transactions of a template (section 7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x73)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestTransactionData {
    /// The template.
    pub template_id: u64,
}

/// Returns the transactions of a template (section 7.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x74)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestTransactionDataSuccess {
    /// The template.
    pub template_id: u64,
    /// Further data that a pool may need to check the work; opaque to the client.
    pub excess_data: B064K,
    /// All transactions but the coinbase, in the block's order, in one allocation.
    pub transaction_list: PackedSeq064K<B016M>,
}

/// The transactions are not available (section 7.6).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x75)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestTransactionDataError {
    /// The template.
    pub template_id: u64,
    /// `template-id-not-found` or `stale-template-id`.
    pub error_code: Str0255,
}

/// A block was found on a template (section 7.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x76)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SubmitSolution {
    /// The template.
    pub template_id: u64,
    /// Version field of the block header.
    pub version: u32,
    /// Time field of the block header, in seconds since 1970.
    pub header_timestamp: u32,
    /// Nonce field of the block header.
    pub header_nonce: u32,
    /// The whole coinbase transaction.
    pub coinbase_tx: B064K,
}
