//! Jobs that the client has built itself, after declaring them with the job declaration
//! protocol.

use codec_core::wire::{B064K, B0255, Seq0255, Str0255, U256};
use codec_derive::{Decode, Encode};

use crate::header::CHANNEL;

/// Proposes a custom job (section 5.3.18).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x22, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetCustomMiningJob {
    /// An extended channel.
    pub channel_id: u32,
    /// Chosen by the client; the answer repeats it.
    pub request_id: u32,
    /// The token under which the job was declared.
    pub mining_job_token: B0255,
    /// Version field of the block header.
    pub version: u32,
    /// Hash of the previous block, as it is hashed.
    pub prev_hash: U256,
    /// The smallest time that may be hashed, in seconds since 1970.
    pub min_ntime: u32,
    /// Difficulty field of the block header.
    pub nbits: u32,
    /// Version field of the coinbase transaction.
    pub coinbase_tx_version: u32,
    /// Bytes that the coinbase script starts with.
    pub coinbase_prefix: B0255,
    /// Sequence field of the coinbase transaction's input (`nSequence`).
    pub coinbase_tx_input_n_sequence: u32,
    /// Outputs of the coinbase transaction, with their count, in consensus encoding.
    pub coinbase_tx_outputs: B064K,
    /// Lock time of the coinbase transaction.
    pub coinbase_tx_locktime: u32,
    /// Merkle path of the coinbase transaction, deepest hash first.
    pub merkle_path: Seq0255<U256>,
}

/// Accepts a custom job (section 5.3.19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x23, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetCustomMiningJobSuccess {
    /// The channel.
    pub channel_id: u32,
    /// The id of the request.
    pub request_id: u32,
    /// Identifies the job on this channel from here on.
    pub job_id: u32,
}

/// Refuses a custom job (section 5.3.20).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x24, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetCustomMiningJobError {
    /// The channel.
    pub channel_id: u32,
    /// The id of the request.
    pub request_id: u32,
    /// `invalid-channel-id`, `invalid-mining-job-token`,
    /// `invalid-job-param-value-{}` and others.
    pub error_code: Str0255,
}
