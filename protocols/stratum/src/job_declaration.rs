//! Declaring jobs that the miner's side has built itself (Stratum V2 specification, section 6.4).

use codec_core::wire::{B016M, B032, B064K, B0255, PackedSeq064K, Seq064K, Str0255, U256};
use codec_derive::{Decode, Encode};

/// Flags of [`SetupConnection`](crate::common::SetupConnection) when the
/// protocol is job declaration (section 6.4.1).
pub mod setup_flags {
    /// The client agrees to reveal the transactions of its jobs.
    pub const DECLARE_TX_DATA: u32 = 1 << 0;
}

/// Requests a token for declaring a job (section 6.4.2).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::job_declaration::AllocateMiningJobToken;
/// let ask = AllocateMiningJobToken { user_identifier: "me".try_into()?, request_id: 1 };
/// assert_eq!(Sv2::to_vec(&ask)?, b"\x02me\x01\0\0\0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x50)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct AllocateMiningJobToken {
    /// The identification of the client that the pool requires.
    pub user_identifier: Str0255,
    /// Chosen by the client; the answer repeats it.
    pub request_id: u32,
}

/// Hands out a token (section 6.4.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x51)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct AllocateMiningJobTokenSuccess {
    /// The id of the request.
    pub request_id: u32,
    /// Entitles the client to declare a job.
    pub mining_job_token: B0255,
    /// Outputs that the pool requires in the coinbase transaction, with their count; the
    /// first is where the pool is paid.
    pub coinbase_tx_outputs: B064K,
}

/// Requests transactions of a declared job that the server doesn't know (section 6.4.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x55)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct ProvideMissingTransactions {
    /// The id of the declaration.
    pub request_id: u32,
    /// Positions of the transactions in the declared list, from 0.
    pub unknown_tx_position_list: Seq064K<u16>,
}

/// Returns the transactions (section 6.4.8).
///
/// ```
/// use codec_core::{Format, Sv2, wire::PackedSeq064K};
/// use codec_stratum::job_declaration::ProvideMissingTransactionsSuccess;
/// let transactions: [&[u8]; 2] = [b"tx", b"t"];
/// let found = ProvideMissingTransactionsSuccess {
///     request_id: 1,
///     transaction_list: PackedSeq064K::from_blobs(transactions)?,
/// };
/// assert_eq!(Sv2::to_vec(&found)?, b"\x01\0\0\0\x02\0\x02\0\0tx\x01\0\0t");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x56)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct ProvideMissingTransactionsSuccess {
    /// The id of the declaration.
    pub request_id: u32,
    /// The transactions, in the order in which they were requested, in one allocation.
    pub transaction_list: PackedSeq064K<B016M>,
}

/// Declares a job with all its transactions (section 6.4.4).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x57)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct DeclareMiningJob {
    /// Chosen by the client; the answer repeats it.
    pub request_id: u32,
    /// The token that the server handed out.
    pub mining_job_token: B0255,
    /// Version field of the block header.
    pub version: u32,
    /// The coinbase transaction up to the extranonce.
    pub coinbase_tx_prefix: B064K,
    /// The coinbase transaction after the extranonce.
    pub coinbase_tx_suffix: B064K,
    /// Witness ids of the other transactions, in the block's order.
    pub wtxid_list: Seq064K<U256>,
    /// Further data that the server may need to check the job.
    pub excess_data: B064K,
}

/// Accepts a declared job (section 6.4.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x58)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct DeclareMiningJobSuccess {
    /// The id of the request.
    pub request_id: u32,
    /// The token to propose the job to the pool with.
    pub new_mining_job_token: B0255,
}

/// Refuses a declared job (section 6.4.6).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x59)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct DeclareMiningJobError {
    /// The id of the request.
    pub request_id: u32,
    /// `invalid-mining-job-token`, `invalid-job-param-value-{}` and others.
    pub error_code: Str0255,
    /// Details.
    pub error_details: B064K,
}

/// A block was found on a declared job (section 6.4.9).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x60)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct PushSolution {
    /// The whole extranonce.
    pub extranonce: B032,
    /// Hash of the previous block, as it is hashed.
    pub prev_hash: U256,
    /// Nonce field of the block header.
    pub nonce: u32,
    /// Time field of the block header, in seconds since 1970.
    pub ntime: u32,
    /// Difficulty field of the block header.
    pub nbits: u32,
    /// Version field of the block header.
    pub version: u32,
}
