//! Opening, changing and closing channels.

use codec_core::wire::{B032, Seq064K, Str0255, U256};
use codec_derive::{Decode, Encode};

use crate::header::CHANNEL;

/// Requests a channel for standard jobs (section 5.3.2).
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 0x10)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct OpenStandardMiningChannel {
    /// Chosen by the client; the answer repeats it.
    pub request_id: u32,
    /// The user to whom the work is credited, as known to the pool.
    pub user_identity: Str0255,
    /// Expected hash rate of the device, in hashes per second.
    pub nominal_hash_rate: f32,
    /// The largest target that the device can work with, little-endian.
    pub max_target: U256,
}

/// Opens a standard channel (section 5.3.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x11)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct OpenStandardMiningChannelSuccess {
    /// The id of the request.
    pub request_id: u32,
    /// Identifies the channel on this connection from here on.
    pub channel_id: u32,
    /// The target that a share has to meet, little-endian.
    pub target: U256,
    /// The part of the extranonce that the server has fixed.
    pub extranonce_prefix: B032,
    /// The group that the channel belongs to.
    pub group_channel_id: u32,
}

/// Refuses to open a standard or extended channel (section 5.3.6).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x12)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct OpenMiningChannelError {
    /// The id of the request.
    pub request_id: u32,
    /// `unknown-user`, `max-target-out-of-range` and others.
    pub error_code: Str0255,
}

/// Requests a channel for extended jobs (section 5.3.4).
///
/// ```
/// use codec_core::{Format, Sv2, wire::U256};
/// use codec_stratum::mining::OpenExtendedMiningChannel;
/// let open = OpenExtendedMiningChannel {
///     request_id: 1,
///     user_identity: "me".try_into()?,
///     nominal_hash_rate: 1.0,
///     max_target: U256::from([0xff; 32]),
///     min_extranonce_size: 8,
/// };
/// let bytes = Sv2::to_vec(&open)?;
/// assert_eq!(bytes[..11], [1, 0, 0, 0, 2, b'm', b'e', 0, 0, 0x80, 0x3f]);
/// assert_eq!(bytes[11..43], [0xff; 32]);
/// assert_eq!(bytes[43..], [8, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 0x13)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct OpenExtendedMiningChannel {
    /// Chosen by the client; the answer repeats it.
    pub request_id: u32,
    /// The user to whom the work is credited, as known to the pool.
    pub user_identity: Str0255,
    /// Expected hash rate of everything behind the channel, in hashes per second.
    pub nominal_hash_rate: f32,
    /// The largest target that the client can work with, little-endian.
    pub max_target: U256,
    /// Number of bytes of extranonce that the client needs for itself, at least.
    pub min_extranonce_size: u16,
}

/// Opens an extended channel (section 5.3.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x14)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct OpenExtendedMiningChannelSuccess {
    /// The id of the request.
    pub request_id: u32,
    /// Identifies the channel on this connection from here on.
    pub channel_id: u32,
    /// The target that a share has to meet, little-endian.
    pub target: U256,
    /// Number of bytes of extranonce that the client may choose.
    pub extranonce_size: u16,
    /// The part of the extranonce that the server has fixed.
    pub extranonce_prefix: B032,
    /// The group that the channel belongs to.
    pub group_channel_id: u32,
}

/// Announces a changed hash rate or target of a channel (section 5.3.7).
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 0x16, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct UpdateChannel {
    /// The channel.
    pub channel_id: u32,
    /// Expected hash rate, in hashes per second.
    pub nominal_hash_rate: f32,
    /// The largest target that the client can work with, little-endian.
    pub maximum_target: U256,
}

/// Refuses [`UpdateChannel`] (section 5.3.8).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x17, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct UpdateChannelError {
    /// The channel.
    pub channel_id: u32,
    /// `max-target-out-of-range` or `invalid-channel-id`.
    pub error_code: Str0255,
}

/// Ends a channel; either side may send it (section 5.3.9).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x18, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct CloseChannel {
    /// The channel, or a group with all its channels.
    pub channel_id: u32,
    /// The reason, in printable ASCII.
    pub reason_code: Str0255,
}

/// Changes the server's part of a channel's extranonce, for subsequent jobs (section
/// 5.3.10).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x19, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetExtranoncePrefix {
    /// The channel.
    pub channel_id: u32,
    /// The part of the extranonce that the server has fixed; as long as before.
    pub extranonce_prefix: B032,
}

/// Puts channels into a group (section 5.3.22).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::mining::{SetGroupChannel, SetGroupChannelRef};
/// let group = SetGroupChannel { group_channel_id: 9, channel_ids: vec![1, 2].try_into()? };
/// let bytes = Sv2::to_vec(&group)?;
/// assert_eq!(bytes, [9, 0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
/// let borrowed: SetGroupChannelRef = Sv2::from_slice_ref(&bytes)?;
/// assert_eq!(borrowed.channel_ids.iter().sum::<u32>(), 3); // read from the input
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x25)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetGroupChannel {
    /// The group.
    pub group_channel_id: u32,
    /// The channels that belong to it from here on.
    pub channel_ids: Seq064K<u32>,
}
