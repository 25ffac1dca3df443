//! Any message of the protocol, distinguished by the id in the frame's header.

use codec_core::{Decode, Encode};

use crate::{common, extensions, job_declaration, mining, template_distribution};

/// A message of Stratum V2.
///
/// `AnyMessageRef` borrows from the payload; `AnyMessageShared` holds a reference-counted
/// handle to it. Look-up ignores the channel bit, as the specification requires (section
/// 3.2).
///
/// ```
/// use codec_core::{MessageInfo, Messages, Reader, Sv2};
/// use codec_stratum::AnyMessage;
/// let mut r = Reader::<Sv2>::new(&[2, 0, 1, 0, 0, 0]);
/// let message = AnyMessage::decode_message(0x01, &mut r)?;
/// assert_eq!((message.name(), message.id(), message.flags()), ("SetupConnectionSuccess", 1, 0));
/// assert!(AnyMessage::decode_message(0xff, &mut r).is_err());
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, schema)]
#[non_exhaustive]
pub enum AnyMessage {
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
    MiningSetNewPrevHash(mining::SetNewPrevHash),
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
    /// `AllocateMiningJobToken`, 0x50.
    AllocateMiningJobToken(job_declaration::AllocateMiningJobToken),
    /// `AllocateMiningJobToken.Success`, 0x51.
    AllocateMiningJobTokenSuccess(job_declaration::AllocateMiningJobTokenSuccess),
    /// `ProvideMissingTransactions`, 0x55.
    ProvideMissingTransactions(job_declaration::ProvideMissingTransactions),
    /// `ProvideMissingTransactions.Success`, 0x56.
    ProvideMissingTransactionsSuccess(job_declaration::ProvideMissingTransactionsSuccess),
    /// `DeclareMiningJob`, 0x57.
    DeclareMiningJob(job_declaration::DeclareMiningJob),
    /// `DeclareMiningJob.Success`, 0x58.
    DeclareMiningJobSuccess(job_declaration::DeclareMiningJobSuccess),
    /// `DeclareMiningJob.Error`, 0x59.
    DeclareMiningJobError(job_declaration::DeclareMiningJobError),
    /// `PushSolution`, 0x60.
    PushSolution(job_declaration::PushSolution),
    /// `CoinbaseOutputConstraints`, 0x70.
    CoinbaseOutputConstraints(template_distribution::CoinbaseOutputConstraints),
    /// `NewTemplate`, 0x71.
    NewTemplate(template_distribution::NewTemplate),
    /// `SetNewPrevHash`, 0x72.
    TemplateSetNewPrevHash(template_distribution::SetNewPrevHash),
    /// `RequestTransactionData`, 0x73.
    RequestTransactionData(template_distribution::RequestTransactionData),
    /// `RequestTransactionData.Success`, 0x74.
    RequestTransactionDataSuccess(template_distribution::RequestTransactionDataSuccess),
    /// `RequestTransactionData.Error`, 0x75.
    RequestTransactionDataError(template_distribution::RequestTransactionDataError),
    /// `SubmitSolution`, 0x76.
    SubmitSolution(template_distribution::SubmitSolution),
    /// `RequestExtensions`, extension 1, 0x00.
    RequestExtensions(extensions::RequestExtensions),
    /// `RequestExtensions.Success`, extension 1, 0x01.
    RequestExtensionsSuccess(extensions::RequestExtensionsSuccess),
    /// `RequestExtensions.Error`, extension 1, 0x02.
    RequestExtensionsError(extensions::RequestExtensionsError),
}
