//! The messages of a template distribution connection.

use codec_core::{Decode, Encode};

use crate::{common, template_distribution};

/// A message of a template distribution connection, those of its setup included.
///
/// ```
/// use codec_core::{MessagesRef, Reader, Sv2};
/// use codec_stratum::TemplateDistributionMessageRef;
/// let mut r = Reader::<Sv2>::new(&[7, 0, 0, 0, 0, 0, 0, 0]);
/// let message = TemplateDistributionMessageRef::decode_message_ref(0x73, &mut r)?;
/// let TemplateDistributionMessageRef::RequestTransactionData(asked) = message else {
///     return Err("another message".into());
/// };
/// assert_eq!(asked.template_id, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, schema)]
#[non_exhaustive]
pub enum TemplateDistributionMessage {
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
    /// `CoinbaseOutputConstraints`, 0x70.
    CoinbaseOutputConstraints(template_distribution::CoinbaseOutputConstraints),
    /// `NewTemplate`, 0x71.
    NewTemplate(template_distribution::NewTemplate),
    /// `SetNewPrevHash`, 0x72.
    SetNewPrevHash(template_distribution::SetNewPrevHash),
    /// `RequestTransactionData`, 0x73.
    RequestTransactionData(template_distribution::RequestTransactionData),
    /// `RequestTransactionData.Success`, 0x74.
    RequestTransactionDataSuccess(template_distribution::RequestTransactionDataSuccess),
    /// `RequestTransactionData.Error`, 0x75.
    RequestTransactionDataError(template_distribution::RequestTransactionDataError),
    /// `SubmitSolution`, 0x76.
    SubmitSolution(template_distribution::SubmitSolution),
}
