//! A frame in the reader's buffer.

use core::fmt;

use codec_core::{DecodeError, Header, IdOf, Protocol};

/// A frame: its header, and the payload where it was received.
pub struct FixedFrame<'a, P: Protocol> {
    pub(crate) header: P::Header,
    pub(crate) payload: &'a [u8],
}

impl<'a, P: Protocol> FixedFrame<'a, P> {
    /// The header.
    pub const fn header(&self) -> &P::Header {
        &self.header
    }

    /// The id in the header.
    pub fn id(&self) -> IdOf<P> {
        self.header.id()
    }

    /// The bytes after the header.
    pub const fn payload(&self) -> &'a [u8] {
        self.payload
    }

    /// Decodes the message, which owns what is in it.
    ///
    /// # Errors
    /// The same as [`Protocol::decode`].
    pub fn message(&self) -> Result<P::Message, DecodeError> {
        P::decode(self.id(), self.payload)
    }

    /// Decodes the message, borrowing from the buffer.
    ///
    /// # Errors
    /// The same as [`Protocol::decode_ref`].
    pub fn message_ref(&self) -> Result<P::MessageRef<'a>, DecodeError> {
        P::decode_ref(self.id(), self.payload)
    }
}

impl<P: Protocol<Header: fmt::Debug>> fmt::Debug for FixedFrame<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedFrame")
            .field("header", &self.header)
            .field("payload", &self.payload)
            .finish()
    }
}
