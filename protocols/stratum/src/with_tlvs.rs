//! Messages together with the fields that extensions have appended.

use codec_core::{
    Decodable, DecodableRef, DecodeError, Encode, EncodeError, Format, MessageInfo, MessagesRef,
    Reader, Size, Writer,
};

use crate::tlv::{Tlvs, TlvsRef};

/// A message, and the fields that extensions have appended to it, in the form of the
/// message: [`Tlvs`] where it is owned, [`TlvsRef`] borrowed, `TlvsShared` shared.
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
/// let name = share.tlvs.fields.get(0).expect("one was appended");
/// assert_eq!(name.user_identity().expect("it is one")?.as_str(), Ok("Worker_001"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WithTlvs<M, T = Tlvs> {
    /// The message.
    pub message: M,
    /// The fields that extensions have appended; nothing, for most.
    pub tlvs: T,
}

/// A [`WithTlvs`] that borrows; `M` is the borrowed form of the message.
pub type WithTlvsRef<'de, M> = WithTlvs<M, TlvsRef<'de>>;
codec_core::shared! {
    /// A [`WithTlvs`] that is shared; `M` is the shared form of the message.
    pub type WithTlvsShared<M> = WithTlvs<M, crate::tlv::TlvsShared>;
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
