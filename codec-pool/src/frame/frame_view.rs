//! A look at a frame: the header, the bytes, and what they decode to.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::{
    Cursor, Decodable, DecodableRef, DecodeError, Format, Header, Limits, Messages, MessagesRef,
    Reader,
};

/// A frame that is looked at: a parsed header and borrowed bytes. `Copy`, and
/// what borrows from it lives as long as the bytes do, not as long as the view.
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
#[derive(Clone, Copy)]
pub struct FrameView<'a, H> {
    header: H,
    bytes: &'a [u8],
}

impl<'a, H: Header> FrameView<'a, H> {
    /// `bytes` are the header's and the payload's.
    #[inline]
    pub(crate) const fn new(header: H, bytes: &'a [u8]) -> Self {
        Self { header, bytes }
    }

    /// The frame's header.
    #[inline]
    pub const fn header(&self) -> H {
        self.header
    }

    /// The payload.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        &self.bytes[self.header.size()..]
    }

    /// Header and payload as they came.
    #[inline]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What decoding the payload may take: [`Limits::for_input`] of its length. For other
    /// limits, decode [`payload`](Self::payload) by [`Format::from_slice_with`].
    #[inline]
    pub fn limits(&self) -> Limits {
        Limits::for_input(self.payload().len())
    }

    /// Decodes the payload, all of it, into a value of its own, within
    /// [`limits`](Self::limits).
    ///
    /// # Errors
    /// Those of [`Format::from_slice_with`].
    #[inline]
    pub fn decode<F: Format, T: Decodable>(&self) -> Result<T, DecodeError> {
        F::from_slice_with(self.limits(), self.payload())
    }

    /// Decodes the payload, all of it, into a value that borrows from it, within
    /// [`limits`](Self::limits).
    ///
    /// # Errors
    /// Those of [`Format::from_slice_ref_with`].
    #[inline]
    pub fn decode_ref<F: Format, T: DecodableRef<'a>>(&self) -> Result<T, DecodeError> {
        F::from_slice_ref_with(self.limits(), self.payload())
    }

    /// Decodes the message with the header's id, from all of the payload.
    ///
    /// # Errors
    /// [`UnknownMessage`](codec_core::DecodeErrorKind::UnknownMessage), and
    /// those of [`decode`](Self::decode).
    #[inline]
    pub fn decode_message<F: Format, M: Messages<Id = H::Id>>(&self) -> Result<M, DecodeError> {
        let cursor = Cursor::new(self.payload()).with_limits(self.limits());
        let mut r = Reader::<F>::from_cursor(cursor);
        let message = M::decode_message(self.header.id(), &mut r)?;
        r.cursor().finish()?;
        Ok(message)
    }

    /// As [`decode_message`](Self::decode_message), borrowing from the payload.
    ///
    /// # Errors
    /// Those of [`decode_message`](Self::decode_message).
    #[inline]
    pub fn decode_message_ref<F: Format, M: MessagesRef<'a, Id = H::Id>>(
        &self,
    ) -> Result<M, DecodeError> {
        let cursor = Cursor::new(self.payload()).with_limits(self.limits());
        let mut r = Reader::<F>::from_cursor(cursor);
        let message = M::decode_message_ref(self.header.id(), &mut r)?;
        r.cursor().finish()?;
        Ok(message)
    }
}

/// The header and the length, not the payload.
impl<H: Header> fmt::Debug for FrameView<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameView")
            .field("header", &self.header)
            .field("len", &self.bytes.len())
            .finish()
    }
}
