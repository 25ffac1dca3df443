//! Any message of the protocol, distinguished by the id in the frame's header.

use codec_derive::{Decode, Encode};

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
#[codec(messages, borrow, shared, handler(async))]
#[cfg_attr(feature = "schema", codec(schema))]
#[non_exhaustive]
pub enum AnyMessage {
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
    MiningSetNewPrevHash(mining::SetNewPrevHash),
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
    /// `AllocateMiningJobToken`, 0x50.
    #[codec(from = client)]
    AllocateMiningJobToken(job_declaration::AllocateMiningJobToken),
    /// `AllocateMiningJobToken.Success`, 0x51.
    #[codec(from = server)]
    AllocateMiningJobTokenSuccess(job_declaration::AllocateMiningJobTokenSuccess),
    /// `ProvideMissingTransactions`, 0x55.
    #[codec(from = server)]
    ProvideMissingTransactions(job_declaration::ProvideMissingTransactions),
    /// `ProvideMissingTransactions.Success`, 0x56.
    #[codec(from = client)]
    ProvideMissingTransactionsSuccess(job_declaration::ProvideMissingTransactionsSuccess),
    /// `DeclareMiningJob`, 0x57.
    #[codec(from = client)]
    DeclareMiningJob(job_declaration::DeclareMiningJob),
    /// `DeclareMiningJob.Success`, 0x58.
    #[codec(from = server)]
    DeclareMiningJobSuccess(job_declaration::DeclareMiningJobSuccess),
    /// `DeclareMiningJob.Error`, 0x59.
    #[codec(from = server)]
    DeclareMiningJobError(job_declaration::DeclareMiningJobError),
    /// `PushSolution`, 0x60.
    #[codec(from = client)]
    PushSolution(job_declaration::PushSolution),
    /// `CoinbaseOutputConstraints`, 0x70.
    #[codec(from = client)]
    CoinbaseOutputConstraints(template_distribution::CoinbaseOutputConstraints),
    /// `NewTemplate`, 0x71.
    #[codec(from = server)]
    NewTemplate(template_distribution::NewTemplate),
    /// `SetNewPrevHash`, 0x72.
    #[codec(from = server)]
    TemplateSetNewPrevHash(template_distribution::SetNewPrevHash),
    /// `RequestTransactionData`, 0x73.
    #[codec(from = client)]
    RequestTransactionData(template_distribution::RequestTransactionData),
    /// `RequestTransactionData.Success`, 0x74.
    #[codec(from = server)]
    RequestTransactionDataSuccess(template_distribution::RequestTransactionDataSuccess),
    /// `RequestTransactionData.Error`, 0x75.
    #[codec(from = server)]
    RequestTransactionDataError(template_distribution::RequestTransactionDataError),
    /// `SubmitSolution`, 0x76.
    #[codec(from = client)]
    SubmitSolution(template_distribution::SubmitSolution),
    /// `RequestExtensions`, extension 1, 0x00.
    #[codec(from = client)]
    RequestExtensions(extensions::RequestExtensions),
    /// `RequestExtensions.Success`, extension 1, 0x01.
    #[codec(from = server)]
    RequestExtensionsSuccess(extensions::RequestExtensionsSuccess),
    /// `RequestExtensions.Error`, extension 1, 0x02.
    #[codec(from = server)]
    RequestExtensionsError(extensions::RequestExtensionsError),
}
