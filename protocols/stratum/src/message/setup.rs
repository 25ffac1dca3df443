//! The messages common to all subprotocols.

use codec_derive::{Decode, Encode};

use crate::{common, extensions};

/// A message that any connection may carry: setting it up, and moving it elsewhere.
///
/// ```
/// use codec_core::{Messages, Reader, Sv2};
/// use codec_stratum::CommonMessage;
/// let mut r = Reader::<Sv2>::new(&[2, 0, 1, 0, 0, 0]);
/// let message = CommonMessage::decode_message(0x01, &mut r)?;
/// assert!(matches!(message, CommonMessage::SetupConnectionSuccess(accepted) if accepted.flags == 1));
/// assert!(CommonMessage::decode_message(0x1a, &mut r).is_err());
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, shared, handler(async))]
#[cfg_attr(feature = "schema", codec(schema))]
#[non_exhaustive]
pub enum CommonMessage {
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
}
