//! Stratum V2 as one type.

use codec_core::{ById, Protocol, Sv2};

use crate::header::FrameHeader;
use crate::message::{AnyMessage, AnyMessageRef};

/// Stratum V2: its header, its format and its messages. Frame readers, frame writers
/// and connections take it as their one parameter. Fields that extensions append to messages are
/// trailing bytes by it: [`Sv2TlvProtocol`](crate::Sv2TlvProtocol) is the protocol for those.
///
/// ```
/// use codec_core::{DecodeErrorKind, Protocol};
/// use codec_stratum::{AnyMessageRef, Sv2Protocol};
/// let message = Sv2Protocol::decode_ref(0x03, &[7, 0, 0, 0])?;
/// assert!(matches!(message, AnyMessageRef::ChannelEndpointChanged(changed) if changed.channel_id == 7));
/// let error = Sv2Protocol::decode(0x03, &[7, 0, 0, 0, 1]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 4));
/// assert_eq!(Sv2Protocol::name_of(0x03), Some("ChannelEndpointChanged"));
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
}
