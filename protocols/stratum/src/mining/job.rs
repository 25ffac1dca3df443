//! Jobs, the previous block's hash, and targets.

use codec_core::wire::{B064K, Seq0255, U256};
use codec_derive::{Decode, Encode};

use crate::header::CHANNEL;

/// A job on a standard channel: the Merkle root is fixed (section 5.3.15).
///
/// ```
/// use codec_core::{Format, Sv2, wire::U256};
/// use codec_stratum::mining::NewMiningJob;
/// let job = NewMiningJob {
///     channel_id: 1,
///     job_id: 2,
///     min_ntime: None,
///     version: 0x2000_0000,
///     merkle_root: U256::from([7; 32]),
/// };
/// let bytes = Sv2::to_vec(&job)?;
/// assert_eq!(bytes[..13], [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x20]);
/// assert_eq!(bytes[13..], [7; 32]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x15, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct NewMiningJob {
    /// The channel, or a group.
    pub channel_id: u32,
    /// Identifies the job on this channel.
    pub job_id: u32,
    /// The smallest time that may be hashed, in seconds since 1970; `None` when the job is
    /// for a future block, which [`SetNewPrevHash`] announces.
    pub min_ntime: Option<u32>,
    /// Version field of the block header.
    pub version: u32,
    /// Merkle root field of the block header, as it is hashed.
    pub merkle_root: U256,
}

/// A job on an extended channel: the client computes the Merkle root from the coinbase
/// transaction, into which it puts its extranonce (section 5.3.16).
///
/// ```
/// use codec_core::{Format, Message, Sv2, wire::U256};
/// use codec_stratum::mining::{NewExtendedMiningJob, NewExtendedMiningJobRef};
/// let job = NewExtendedMiningJob {
///     channel_id: 1,
///     job_id: 2,
///     min_ntime: Some(3),
///     version: 4,
///     version_rolling_allowed: true,
///     merkle_path: vec![U256::from([5; 32])].try_into()?,
///     coinbase_tx_prefix: b"ab".try_into()?,
///     coinbase_tx_suffix: b"c".try_into()?,
/// };
/// let bytes = Sv2::to_vec(&job)?;
/// assert_eq!(bytes[..19], [1, 0, 0, 0, 2, 0, 0, 0, 1, 3, 0, 0, 0, 4, 0, 0, 0, 1, 1]);
/// assert_eq!(bytes[19..51], [5; 32]);
/// assert_eq!(bytes[51..], *b"\x02\0ab\x01\0c");
/// let borrowed: NewExtendedMiningJobRef = Sv2::from_slice_ref(&bytes)?;
/// assert_eq!(borrowed.coinbase_tx_prefix.as_bytes().as_ptr(), bytes[53..].as_ptr());
/// assert_eq!((NewExtendedMiningJob::ID, NewExtendedMiningJob::FLAGS), (0x1f, 0x8000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x1f, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct NewExtendedMiningJob {
    /// The channel, or a group.
    pub channel_id: u32,
    /// Identifies the job on this channel.
    pub job_id: u32,
    /// The smallest time that may be hashed, in seconds since 1970; `None` when the job is
    /// for a future block, which [`SetNewPrevHash`] announces.
    pub min_ntime: Option<u32>,
    /// Version field of the block header.
    pub version: u32,
    /// `true` if the client may change the version bits reserved by BIP 320.
    pub version_rolling_allowed: bool,
    /// Merkle path of the coinbase transaction, deepest hash first.
    pub merkle_path: Seq0255<U256>,
    /// The coinbase transaction up to the extranonce.
    pub coinbase_tx_prefix: B064K,
    /// The coinbase transaction after the extranonce.
    pub coinbase_tx_suffix: B064K,
}

/// A new block was found: jobs build on it from here on (section 5.3.17).
///
/// Not to be confused with the
/// [message of the same name](crate::template_distribution::SetNewPrevHash)
/// that a template provider sends.
///
/// ```
/// use codec_core::{Format, Sv2, wire::U256};
/// use codec_stratum::mining::SetNewPrevHash;
/// let found = SetNewPrevHash {
///     channel_id: 1,
///     job_id: 2,
///     prev_hash: U256::from([7; 32]),
///     min_ntime: 3,
///     nbits: 0x1703_4219,
/// };
/// let bytes = Sv2::to_vec(&found)?;
/// assert_eq!(bytes[..8], [1, 0, 0, 0, 2, 0, 0, 0]);
/// assert_eq!(bytes[40..], [3, 0, 0, 0, 0x19, 0x42, 0x03, 0x17]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x20, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetNewPrevHash {
    /// The channel, or a group.
    pub channel_id: u32,
    /// The job to work on now; it was sent before, without a time.
    pub job_id: u32,
    /// Hash of the previous block, as it is hashed.
    pub prev_hash: U256,
    /// The smallest time that may be hashed, in seconds since 1970.
    pub min_ntime: u32,
    /// Difficulty field of the block header.
    pub nbits: u32,
}

/// The target that shares have to meet from here on (section 5.3.21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x21, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetTarget {
    /// The channel, or a group.
    pub channel_id: u32,
    /// The largest hash that is accepted, little-endian.
    pub maximum_target: U256,
}
