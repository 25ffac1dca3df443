//! The messages of a job declaration connection.

use codec_derive::{Decode, Encode};

use crate::{common, extensions, job_declaration};

/// A message of a job declaration connection, those of its setup included.
///
/// ```
/// use codec_core::{Messages, Reader, Sv2};
/// use codec_stratum::JobDeclarationMessage;
/// let mut r = Reader::<Sv2>::new(&[3, b'a', b'.', b'b', 7, 0, 0, 0]);
/// let message = JobDeclarationMessage::decode_message(0x50, &mut r)?;
/// assert!(matches!(message, JobDeclarationMessage::AllocateMiningJobToken(asked) if asked.request_id == 7));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, handler(async))]
#[cfg_attr(feature = "schema", codec(schema))]
#[non_exhaustive]
pub enum JobDeclarationMessage {
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
}
