//! The messages of a template distribution connection.

use codec_derive::{Decode, Encode};

use crate::{common, extensions, template_distribution};

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
#[codec(messages, borrow, shared, handler(async))]
#[cfg_attr(feature = "schema", codec(schema))]
#[non_exhaustive]
pub enum TemplateDistributionMessage {
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
    /// `CoinbaseOutputConstraints`, 0x70.
    #[codec(from = client)]
    CoinbaseOutputConstraints(template_distribution::CoinbaseOutputConstraints),
    /// `NewTemplate`, 0x71.
    #[codec(from = server)]
    NewTemplate(template_distribution::NewTemplate),
    /// `SetNewPrevHash`, 0x72.
    #[codec(from = server)]
    SetNewPrevHash(template_distribution::SetNewPrevHash),
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
}
