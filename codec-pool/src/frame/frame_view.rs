//! A view of a frame: the header, the bytes, and what they decode to.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::message::{check_flags, decode_payload};
use codec_core::trace::{Explanation, explain_payload};
use codec_core::{
    Borrowed, ById, Decodable, DecodableRef, DecodeError, Format, Header as _, IdOf, Layout as _,
    Limits, Messages, MessagesRef, Protocol,
};

/// A view of a frame: a parsed header and borrowed bytes. It is `Copy`, and what borrows from it
/// lives as long as the bytes, not as long as the view.
///
/// Offsets in errors count from the first byte of the payload.
///
/// ```
/// use codec_core::{DecodeErrorKind, Sv2};
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
/// reader.feed(&[3, 1, 2, 3])?;
/// let frame = reader.next_frame()?.expect("all of it is there").view();
/// assert_eq!((frame.payload(), frame.bytes()), (&[1, 2, 3][..], &[3, 1, 2, 3][..]));
/// assert_eq!(frame.decode::<Sv2, (u8, u16)>()?, (1, 0x0302));
/// let error = frame.decode::<Sv2, u16>().unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameView<'a, P: Protocol> {
    header: P::Header,
    bytes: &'a [u8],
}

impl<'a, P: Protocol> FrameView<'a, P> {
    /// `bytes` are the header's and the payload's.
    #[inline]
    pub(crate) const fn new(header: P::Header, bytes: &'a [u8]) -> Self {
        Self { header, bytes }
    }

    /// The frame's header.
    #[inline]
    pub const fn header(&self) -> P::Header {
        self.header
    }

    /// The payload.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        &self.bytes[self.header.size()..]
    }

    /// Header and payload as received.
    #[inline]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The limits for decoding the payload: [`Limits::for_input`] of its length. For other
    /// limits, decode [`payload`](Self::payload) by [`Format::from_slice_with`].
    #[inline]
    pub fn limits(&self) -> Limits {
        Limits::for_input(self.payload().len())
    }

    /// Decodes the payload, all of it, into an owned value, within
    /// [`limits`](Self::limits).
    ///
    /// # Errors
    /// The same as [`Format::from_slice_with`].
    #[inline]
    pub fn decode<F: Format, T: Decodable>(&self) -> Result<T, DecodeError> {
        F::from_slice_with(self.limits(), self.payload())
    }

    /// Decodes the payload, all of it, into a value that borrows from it, within
    /// [`limits`](Self::limits).
    ///
    /// # Errors
    /// The same as [`Format::from_slice_ref_with`].
    #[inline]
    pub fn decode_ref<F: Format, T: DecodableRef<'a>>(&self) -> Result<T, DecodeError> {
        F::from_slice_ref_with(self.limits(), self.payload())
    }

    /// Decodes the message of the protocol, from all of the payload.
    ///
    /// # Errors
    /// The same as [`Protocol::decode`], and where the format is
    /// [`Strict`](codec_core::Strict), [`InvalidFlags`](codec_core::DecodeErrorKind::InvalidFlags)
    /// when the header carries other flags than the message has.
    #[inline]
    pub fn message(&self) -> Result<P::Message, DecodeError> {
        let decoded = P::decode(self.header.id(), self.payload());
        check_flags::<P::Format, P::Dispatch, _, _>(&self.header, decoded)
    }

    /// Like [`message`](Self::message), borrowing from the payload.
    ///
    /// # Errors
    /// The same as [`message`](Self::message).
    #[inline]
    pub fn message_ref(&self) -> Result<P::MessageRef<'a>, DecodeError> {
        if !P::Format::RULES.strict {
            // There are no flags to check, which would require moving the message.
            return P::decode_ref(self.header.id(), self.payload());
        }
        let decoded = P::decode_ref(self.header.id(), self.payload());
        check_flags::<P::Format, Borrowed<P::Dispatch>, _, _>(&self.header, decoded)
    }

    /// The name of the message, by the header's id; `None` for an id that the protocol does not
    /// have.
    #[inline]
    pub fn message_name(&self) -> Option<&'static str> {
        P::name_of(self.header.id())
    }

    /// Decodes the message once more, slowly, and describes the payload: the tree of fields, and in
    /// which field of which message decoding stopped.
    pub fn explain(&self) -> Explanation<'a> {
        explain_payload::<P>(self.header.id(), self.payload())
    }

    /// Decodes the message with the header's id, from all of the payload, in any format
    /// and as any enum of messages.
    ///
    /// # Errors
    /// [`UnknownMessage`](codec_core::DecodeErrorKind::UnknownMessage), and
    /// those of [`decode`](Self::decode).
    #[inline]
    pub fn decode_message<F: Format, M: Messages<Id = IdOf<P>>>(&self) -> Result<M, DecodeError> {
        let decoded = decode_payload::<F, M>(self.header.id(), self.payload());
        check_flags::<F, ById, _, _>(&self.header, decoded)
    }

    /// Like [`decode_message`](Self::decode_message), borrowing from the payload.
    ///
    /// # Errors
    /// The same as [`decode_message`](Self::decode_message).
    #[inline]
    pub fn decode_message_ref<F: Format, M: MessagesRef<'a, Id = IdOf<P>>>(
        &self,
    ) -> Result<M, DecodeError> {
        let decoded = decode_payload::<F, M>(self.header.id(), self.payload());
        check_flags::<F, ById, _, _>(&self.header, decoded)
    }
}

impl<P: Protocol> Clone for FrameView<'_, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Protocol> Copy for FrameView<'_, P> {}

/// The header and the length, not the payload.
impl<P: Protocol> fmt::Debug for FrameView<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameView")
            .field("header", &self.header)
            .field("len", &self.bytes.len())
            .finish()
    }
}
