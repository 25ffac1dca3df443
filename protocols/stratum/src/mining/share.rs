//! Results, accepted and refused.

use codec_core::wire::{B032, Str0255};
use codec_derive::{Decode, Encode};

use crate::header::CHANNEL;

/// A share on a standard channel (section 5.3.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x1a, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SubmitSharesStandard {
    /// The channel.
    pub channel_id: u32,
    /// Counts the shares of the channel.
    pub sequence_number: u32,
    /// The job that was worked on.
    pub job_id: u32,
    /// Nonce field of the block header.
    pub nonce: u32,
    /// Time field of the block header, in seconds since 1970.
    pub ntime: u32,
    /// Version field of the block header, complete.
    pub version: u32,
}

/// A share on an extended channel (section 5.3.12). Its owned form never
/// allocates either: 32 bytes are stored inline.
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::mining::SubmitSharesExtended;
/// let share = SubmitSharesExtended {
///     channel_id: 1,
///     sequence_number: 2,
///     job_id: 3,
///     nonce: 4,
///     ntime: 5,
///     version: 6,
///     extranonce: (&[7, 8]).try_into()?,
/// };
/// let bytes = Sv2::to_vec(&share)?;
/// assert_eq!(bytes[..8], [1, 0, 0, 0, 2, 0, 0, 0]);
/// assert_eq!(bytes[20..], [6, 0, 0, 0, 2, 7, 8]);
/// assert_eq!(Sv2::from_slice::<SubmitSharesExtended>(&bytes)?, share);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x1b, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SubmitSharesExtended {
    /// The channel.
    pub channel_id: u32,
    /// Counts the shares of the channel.
    pub sequence_number: u32,
    /// The job that was worked on.
    pub job_id: u32,
    /// Nonce field of the block header.
    pub nonce: u32,
    /// Time field of the block header, in seconds since 1970.
    pub ntime: u32,
    /// Version field of the block header, complete.
    pub version: u32,
    /// The client's part of the extranonce, of the length set by the channel.
    pub extranonce: B032,
}

/// Acknowledges shares, any number with one message (section 5.3.13).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::mining::SubmitSharesSuccess;
/// let acknowledged = SubmitSharesSuccess {
///     channel_id: 1,
///     last_sequence_number: 20,
///     new_submits_accepted_count: 10,
///     new_shares_sum: 10_000,
/// };
/// let bytes = Sv2::to_vec(&acknowledged)?;
/// assert_eq!(bytes, [1, 0, 0, 0, 20, 0, 0, 0, 10, 0, 0, 0, 0x10, 0x27, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x1c, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SubmitSharesSuccess {
    /// The channel.
    pub channel_id: u32,
    /// The last share that this covers.
    pub last_sequence_number: u32,
    /// Number of shares that this covers.
    pub new_submits_accepted_count: u32,
    /// The total value of the shares, in units of difficulty 1.
    pub new_shares_sum: u64,
}

/// Refuses a share (section 5.3.14).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x1d, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SubmitSharesError {
    /// The channel.
    pub channel_id: u32,
    /// The share.
    pub sequence_number: u32,
    /// `invalid-channel-id`, `stale-share`, `difficulty-too-low` or `invalid-job-id`.
    pub error_code: Str0255,
}
