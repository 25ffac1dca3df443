//! Messages together with the fields that extensions have appended.

use core::marker::PhantomData;

use codec_core::{
    ById, Decodable, DecodableRef, DecodeError, Encode, EncodeError, Format, MessageInfo, Messages,
    MessagesRef, Protocol, Reader, Size, Writer,
};

use crate::header::FrameHeader;
use crate::sv2_protocol::Sv2Protocol;
use crate::tlv::{Tlvs, TlvsRef, TlvsShared};

/// A message, and the fields that extensions have appended to it, in the form of the
/// message: [`Tlvs`] where it is owned, [`TlvsRef`] borrowed, [`TlvsShared`] shared.
///
/// It is decoded and encoded instead of its message, be that a struct or
/// [`AnyMessage`](crate::AnyMessage), and under the same id:
///
/// ```
/// use codec_core::Sv2;
/// use codec_pool::{FrameReader, FrameWriter, Pool};
/// use codec_stratum::mining::{SubmitSharesStandard, SubmitSharesStandardRef};
/// use codec_stratum::{FrameHeader, Tlvs, UserIdentity, WithTlvs, WithTlvsRef};
/// let message = SubmitSharesStandard {
///     channel_id: 1, sequence_number: 2, job_id: 3, nonce: 4, ntime: 5, version: 6,
/// };
/// let tlvs: Tlvs = UserIdentity::try_from("Worker_001")?.into();
/// let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
/// writer.write::<Sv2, _>(&WithTlvs { message, tlvs })?;
/// let mut wire = Vec::new();
/// writer.flush(&mut wire)?;
/// assert_eq!(wire[..6], [0, 0x80, 0x1a, 24 + 15, 0, 0]);
///
/// let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
/// let frame = reader.read_frame(&mut &wire[..])?.expect("one was written");
/// let share: WithTlvsRef<'_, SubmitSharesStandardRef<'_>> = frame.decode_ref::<Sv2, _>()?;
/// assert_eq!(share.message.sequence_number, 2);
/// let name = share.tlvs.user_identity().expect("one was appended");
/// assert_eq!(name.as_str(), Ok("Worker_001"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WithTlvs<M, T = Tlvs> {
    /// The message.
    pub message: M,
    /// What extensions have appended; nothing, for most.
    pub tlvs: T,
}

/// A [`WithTlvs`] that borrows; `M` is the borrowed form of the message.
pub type WithTlvsRef<'de, M> = WithTlvs<M, TlvsRef<'de>>;
/// A [`WithTlvs`] that is shared; `M` is the shared form of the message.
pub type WithTlvsShared<M> = WithTlvs<M, TlvsShared>;

/// A message to which nothing is appended.
impl<M> From<M> for WithTlvs<M> {
    fn from(message: M) -> Self {
        Self { message, tlvs: Tlvs::default() }
    }
}

impl<M: Encode, T: Encode> Encode for WithTlvs<M, T> {
    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.message.encoded_len::<F>() + self.tlvs.encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.message.encode(w)?;
        self.tlvs.encode(w)
    }
}

impl<M: Decodable, T: Decodable> Decodable for WithTlvs<M, T> {
    fn size<F: Format>() -> Size {
        Size { min: M::size::<F>().min, fixed: false }
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Ok(Self { message: M::decode(r)?, tlvs: T::decode(r)? })
    }
}

impl<'de, M: DecodableRef<'de>, T: DecodableRef<'de>> DecodableRef<'de> for WithTlvs<M, T> {
    fn ref_size<F: Format>() -> Size {
        Size { min: M::ref_size::<F>().min, fixed: false }
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Ok(Self { message: M::decode_ref(r)?, tlvs: T::decode_ref(r)? })
    }
}

impl<M: MessageInfo, T> MessageInfo for WithTlvs<M, T> {
    type Id = M::Id;

    #[inline]
    fn id(&self) -> M::Id {
        self.message.id()
    }

    #[inline]
    fn flags(&self) -> u32 {
        self.message.flags()
    }

    fn name(&self) -> &'static str {
        self.message.name()
    }

    fn name_of(id: M::Id) -> Option<&'static str> {
        M::name_of(id)
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

messages!(Tlvs TlvsShared);

impl<'de, M: MessagesRef<'de>> MessagesRef<'de> for WithTlvs<M, TlvsRef<'de>> {
    #[inline]
    fn decode_message_ref<F: Format>(
        id: M::Id,
        r: &mut Reader<'de, F>,
    ) -> Result<Self, DecodeError> {
        // A `?` on the message, which is large, would move it again.
        match M::decode_message_ref(id, r) {
            Ok(message) => Ok(Self { message, tlvs: TlvsRef::decode_ref(r)? }),
            Err(error) => Err(error),
        }
    }
}

/// The protocol `P` with the fields that extensions append to its messages, such as the names of
/// workers in shares once extension 0x0002 was negotiated: `TlvProtocol<MiningProtocol>` for a
/// mining connection. Fields that were not negotiated are to be ignored, so that it may be used
/// whether or not any were; by `P` itself they are trailing bytes.
///
/// ```
/// use codec_core::Protocol;
/// use codec_stratum::{MiningMessageRef, MiningProtocol, TlvProtocol};
/// type Extended = TlvProtocol<MiningProtocol>;
/// let decoded = Extended::decode_ref(0x03, b"\x07\0\0\0\x02\0\x01\x02\0w1")?;
/// assert!(matches!(decoded.message, MiningMessageRef::ChannelEndpointChanged(_)));
/// let name = decoded.tlvs.user_identity().expect("one is appended");
/// assert_eq!(name.as_str(), Ok("w1"));
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
}
