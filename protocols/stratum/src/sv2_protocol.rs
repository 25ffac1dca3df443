//! Stratum V2 and each of its subprotocols, each as one type.

use codec_core::{ById, MessageInfo as _, Protocol, Sv2};

use crate::header::FrameHeader;
use crate::message::{
    AnyMessage, AnyMessageRef, JobDeclarationMessage, JobDeclarationMessageRef, MiningMessage,
    MiningMessageRef, TemplateDistributionMessage, TemplateDistributionMessageRef, message_name,
};

/// Stratum V2: its header, its format and its messages. Frame readers, frame writers
/// and connections take it as their one parameter. Fields that extensions append to messages are
/// trailing bytes by it: [`TlvProtocol`](crate::TlvProtocol) is the protocol for those.
///
/// ```
/// use codec_core::{DecodeErrorKind, Protocol};
/// use codec_stratum::{AnyMessageRef, Sv2Protocol};
/// let message = Sv2Protocol::decode_ref(0x03, &[7, 0, 0, 0])?;
/// assert!(matches!(message, AnyMessageRef::ChannelEndpointChanged(changed) if changed.channel_id == 7));
/// let error = Sv2Protocol::decode(0x03, &[7, 0, 0, 0, 1]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 4));
/// assert_eq!(Sv2Protocol::name_of(0x01), Some("SetupConnection.Success"));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sv2Protocol {}

impl Protocol for Sv2Protocol {
    type Header = FrameHeader;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = AnyMessage;
    type MessageRef<'de> = AnyMessageRef<'de>;

    fn name_of(id: u32) -> Option<&'static str> {
        message_name(id)
    }
}

/// A subprotocol with its messages: those of the others are unknown on its connections.
macro_rules! subprotocols {
    ($($(#[$doc:meta])* $name:ident: $message:ident, $borrowed:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {}

        impl Protocol for $name {
            type Header = FrameHeader;
            type Format = Sv2;
            type Dispatch = ById;
            type Message = $message;
            type MessageRef<'de> = $borrowed<'de>;

            fn name_of(id: u32) -> Option<&'static str> {
                $message::name_of(id).and(message_name(id))
            }
        }
    )*};
}

subprotocols! {
    /// Connections for mining: as [`Sv2Protocol`], with [`MiningMessage`].
    ///
    /// ```
    /// use codec_core::{DecodeErrorKind, Protocol};
    /// use codec_stratum::{MiningMessageRef, MiningProtocol};
    /// let message = MiningProtocol::decode_ref(0x03, &[7, 0, 0, 0])?;
    /// assert!(matches!(message, MiningMessageRef::ChannelEndpointChanged(_)));
    /// let error = MiningProtocol::decode(0x73, &[0; 8]).unwrap_err(); // RequestTransactionData
    /// assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    MiningProtocol: MiningMessage, MiningMessageRef;
    /// Connections for job declaration: as [`Sv2Protocol`], with [`JobDeclarationMessage`].
    JobDeclarationProtocol: JobDeclarationMessage, JobDeclarationMessageRef;
    /// Connections for template distribution: as [`Sv2Protocol`], with
    /// [`TemplateDistributionMessage`].
    TemplateDistributionProtocol: TemplateDistributionMessage, TemplateDistributionMessageRef;
}
