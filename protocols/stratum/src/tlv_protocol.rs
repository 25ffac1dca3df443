//! Protocols with the fields that extensions append to their messages.

use core::marker::PhantomData;

use codec_core::{ById, Decodable, DecodeError, Format, Messages, MessagesRef, Protocol, Reader};

use crate::header::FrameHeader;
use crate::sv2_protocol::Sv2Protocol;
use crate::tlv::Tlvs;
use crate::with_tlvs::{WithTlvs, WithTlvsRef};

/// The protocol `P` with the fields that extensions append to its messages, such as the names of
/// workers in shares once extension 0x0002 was negotiated: `TlvProtocol<MiningProtocol>` for a
/// mining connection. Fields that were not negotiated are to be ignored, so that it may be used
/// whether or not any were; by `P` itself they are trailing bytes.
///
/// ```
/// use codec_core::Protocol;
/// use codec_stratum::{MiningMessageRef, MiningProtocol, Negotiated, TlvProtocol};
/// type Extended = TlvProtocol<MiningProtocol>;
/// let decoded = Extended::decode_ref(0x03, b"\x07\0\0\0\x02\0\x01\x02\0w1")?;
/// assert!(matches!(decoded.message, MiningMessageRef::ChannelEndpointChanged(_)));
/// assert_eq!(decoded.tlvs.fields.len(), 1);
/// assert_eq!(decoded.tlvs.user_identity(&Negotiated::new()), Ok(None)); // nothing was agreed on
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TlvProtocol<P>(PhantomData<fn() -> P>);

/// All of Stratum V2 with the fields that extensions append.
pub type Sv2TlvProtocol = TlvProtocol<Sv2Protocol>;

impl<P> Protocol for TlvProtocol<P>
where
    P: Protocol<Header = FrameHeader, Dispatch = ById, Message: Messages<Id = u32>>,
    for<'de> P::MessageRef<'de>: MessagesRef<'de, Id = u32>,
{
    type Header = FrameHeader;
    type Format = P::Format;
    type Dispatch = ById;
    type Message = WithTlvs<P::Message>;
    type MessageRef<'de> = WithTlvsRef<'de, P::MessageRef<'de>>;

    fn name_of(id: u32) -> Option<&'static str> {
        P::name_of(id)
    }
}

/// A message to which nothing is appended.
impl<M> From<M> for WithTlvs<M> {
    fn from(message: M) -> Self {
        Self { message, tlvs: Tlvs::default() }
    }
}

/// The owned and the shared form.
macro_rules! messages {
    ($($tlvs:ty)*) => {$(
        impl<M: Messages> Messages for WithTlvs<M, $tlvs> {
            #[inline]
            fn decode_message<F: Format>(
                id: M::Id,
                r: &mut Reader<'_, F>,
            ) -> Result<Self, DecodeError> {
                Ok(Self { message: M::decode_message(id, r)?, tlvs: <$tlvs>::decode(r)? })
            }
        }
    )*};
}

messages!(Tlvs);
codec_core::shared! { messages!(crate::tlv::TlvsShared); }
