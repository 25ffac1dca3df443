//! The messages of a mining connection.

use codec_core::{Decode, Encode};

use crate::{common, mining};

/// A message of a mining connection, those of its setup included.
///
/// ```
/// use codec_core::MessageInfo;
/// use codec_stratum::MiningMessage;
/// use codec_stratum::mining::SubmitSharesSuccess;
/// let message = MiningMessage::from(SubmitSharesSuccess {
///     channel_id: 1,
///     last_sequence_number: 2,
///     new_submits_accepted_count: 2,
///     new_shares_sum: 2048,
/// });
/// assert_eq!((message.name(), message.id()), ("SubmitSharesSuccess", 0x1c));
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, schema)]
#[non_exhaustive]
pub enum MiningMessage {
    /// `SetupConnection`, 0x00.
    SetupConnection(common::SetupConnection),
    /// `SetupConnection.Success`, 0x01.
    SetupConnectionSuccess(common::SetupConnectionSuccess),
    /// `SetupConnection.Error`, 0x02.
    SetupConnectionError(common::SetupConnectionError),
    /// `ChannelEndpointChanged`, 0x03.
    ChannelEndpointChanged(common::ChannelEndpointChanged),
    /// `Reconnect`, 0x04.
    Reconnect(common::Reconnect),
    /// `OpenStandardMiningChannel`, 0x10.
    OpenStandardMiningChannel(mining::OpenStandardMiningChannel),
    /// `OpenStandardMiningChannel.Success`, 0x11.
    OpenStandardMiningChannelSuccess(mining::OpenStandardMiningChannelSuccess),
    /// `OpenMiningChannel.Error`, 0x12.
    OpenMiningChannelError(mining::OpenMiningChannelError),
    /// `OpenExtendedMiningChannel`, 0x13.
    OpenExtendedMiningChannel(mining::OpenExtendedMiningChannel),
    /// `OpenExtendedMiningChannel.Success`, 0x14.
    OpenExtendedMiningChannelSuccess(mining::OpenExtendedMiningChannelSuccess),
    /// `NewMiningJob`, 0x15.
    NewMiningJob(mining::NewMiningJob),
    /// `UpdateChannel`, 0x16.
    UpdateChannel(mining::UpdateChannel),
    /// `UpdateChannel.Error`, 0x17.
    UpdateChannelError(mining::UpdateChannelError),
    /// `CloseChannel`, 0x18.
    CloseChannel(mining::CloseChannel),
    /// `SetExtranoncePrefix`, 0x19.
    SetExtranoncePrefix(mining::SetExtranoncePrefix),
    /// `SubmitSharesStandard`, 0x1a.
    SubmitSharesStandard(mining::SubmitSharesStandard),
    /// `SubmitSharesExtended`, 0x1b.
    SubmitSharesExtended(mining::SubmitSharesExtended),
    /// `SubmitShares.Success`, 0x1c.
    SubmitSharesSuccess(mining::SubmitSharesSuccess),
    /// `SubmitShares.Error`, 0x1d.
    SubmitSharesError(mining::SubmitSharesError),
    /// `NewExtendedMiningJob`, 0x1f.
    NewExtendedMiningJob(mining::NewExtendedMiningJob),
    /// `SetNewPrevHash`, 0x20.
    SetNewPrevHash(mining::SetNewPrevHash),
    /// `SetTarget`, 0x21.
    SetTarget(mining::SetTarget),
    /// `SetCustomMiningJob`, 0x22.
    SetCustomMiningJob(mining::SetCustomMiningJob),
    /// `SetCustomMiningJob.Success`, 0x23.
    SetCustomMiningJobSuccess(mining::SetCustomMiningJobSuccess),
    /// `SetCustomMiningJob.Error`, 0x24.
    SetCustomMiningJobError(mining::SetCustomMiningJobError),
    /// `SetGroupChannel`, 0x25.
    SetGroupChannel(mining::SetGroupChannel),
}
