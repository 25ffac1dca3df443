//! The messages of a mining connection.

use codec_derive::{Decode, Encode};

use crate::{common, extensions, mining};

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
#[codec(messages, borrow, shared, handler(async))]
#[cfg_attr(feature = "schema", codec(schema))]
#[non_exhaustive]
pub enum MiningMessage {
    /// `SetupConnection`, 0x00.
    #[codec(from = client)]
    SetupConnection(common::SetupConnection),
    /// `SetupConnection.Success`, 0x01.
    #[codec(from = server)]
    SetupConnectionSuccess(common::SetupConnectionSuccess),
    /// `SetupConnection.Error`, 0x02.
    #[codec(from = server)]
    SetupConnectionError(common::SetupConnectionError),
    /// `ChannelEndpointChanged`, 0x03.
    #[codec(from = server)]
    ChannelEndpointChanged(common::ChannelEndpointChanged),
    /// `Reconnect`, 0x04.
    #[codec(from = server)]
    Reconnect(common::Reconnect),
    /// `RequestExtensions`, 0x00 of extension 0x0001.
    #[codec(from = client)]
    RequestExtensions(extensions::RequestExtensions),
    /// `RequestExtensions.Success`, 0x01 of extension 0x0001.
    #[codec(from = server)]
    RequestExtensionsSuccess(extensions::RequestExtensionsSuccess),
    /// `RequestExtensions.Error`, 0x02 of extension 0x0001.
    #[codec(from = server)]
    RequestExtensionsError(extensions::RequestExtensionsError),
    /// `OpenStandardMiningChannel`, 0x10.
    #[codec(from = client)]
    OpenStandardMiningChannel(mining::OpenStandardMiningChannel),
    /// `OpenStandardMiningChannel.Success`, 0x11.
    #[codec(from = server)]
    OpenStandardMiningChannelSuccess(mining::OpenStandardMiningChannelSuccess),
    /// `OpenMiningChannel.Error`, 0x12.
    #[codec(from = server)]
    OpenMiningChannelError(mining::OpenMiningChannelError),
    /// `OpenExtendedMiningChannel`, 0x13.
    #[codec(from = client)]
    OpenExtendedMiningChannel(mining::OpenExtendedMiningChannel),
    /// `OpenExtendedMiningChannel.Success`, 0x14.
    #[codec(from = server)]
    OpenExtendedMiningChannelSuccess(mining::OpenExtendedMiningChannelSuccess),
    /// `NewMiningJob`, 0x15.
    #[codec(from = server)]
    NewMiningJob(mining::NewMiningJob),
    /// `UpdateChannel`, 0x16.
    #[codec(from = client)]
    UpdateChannel(mining::UpdateChannel),
    /// `UpdateChannel.Error`, 0x17.
    #[codec(from = server)]
    UpdateChannelError(mining::UpdateChannelError),
    /// `CloseChannel`, 0x18.
    CloseChannel(mining::CloseChannel),
    /// `SetExtranoncePrefix`, 0x19.
    #[codec(from = server)]
    SetExtranoncePrefix(mining::SetExtranoncePrefix),
    /// `SubmitSharesStandard`, 0x1a.
    #[codec(from = client)]
    SubmitSharesStandard(mining::SubmitSharesStandard),
    /// `SubmitSharesExtended`, 0x1b.
    #[codec(from = client)]
    SubmitSharesExtended(mining::SubmitSharesExtended),
    /// `SubmitShares.Success`, 0x1c.
    #[codec(from = server)]
    SubmitSharesSuccess(mining::SubmitSharesSuccess),
    /// `SubmitShares.Error`, 0x1d.
    #[codec(from = server)]
    SubmitSharesError(mining::SubmitSharesError),
    /// `NewExtendedMiningJob`, 0x1f.
    #[codec(from = server)]
    NewExtendedMiningJob(mining::NewExtendedMiningJob),
    /// `SetNewPrevHash`, 0x20.
    #[codec(from = server)]
    SetNewPrevHash(mining::SetNewPrevHash),
    /// `SetTarget`, 0x21.
    #[codec(from = server)]
    SetTarget(mining::SetTarget),
    /// `SetCustomMiningJob`, 0x22.
    #[codec(from = client)]
    SetCustomMiningJob(mining::SetCustomMiningJob),
    /// `SetCustomMiningJob.Success`, 0x23.
    #[codec(from = server)]
    SetCustomMiningJobSuccess(mining::SetCustomMiningJobSuccess),
    /// `SetCustomMiningJob.Error`, 0x24.
    #[codec(from = server)]
    SetCustomMiningJobError(mining::SetCustomMiningJobError),
    /// `SetGroupChannel`, 0x25.
    #[codec(from = server)]
    SetGroupChannel(mining::SetGroupChannel),
}
