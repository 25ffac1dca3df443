//! The received bytes of a part of a transaction, kept for hashing.

use core::fmt;
use core::hash::{Hash, Hasher};

use codec_core::field::FromSpan;
use codec_core::{Cursor, DecodeError};

/// The encoded bytes of the struct that contains it, in memory of the type `S`; none in a
/// struct that was made from an owned one.
///
/// It is never encoded and is not part of the value: any two are equal. The structs that
/// have one keep all their fields private, since the bytes say the same as the fields.
#[derive(Clone, Copy, Default)]
pub(crate) struct Received<S>(S);

impl<S: AsRef<[u8]>> Received<S> {
    /// The bytes, if there are any.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        let bytes = self.0.as_ref();
        (!bytes.is_empty()).then_some(bytes)
    }
}

impl<S> PartialEq for Received<S> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl<S> Eq for Received<S> {}

impl<S> Hash for Received<S> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

/// The number of bytes.
impl<S: AsRef<[u8]>> fmt::Debug for Received<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.as_ref().len())
    }
}

impl<'de, S: FromSpan<'de>> FromSpan<'de> for Received<S> {
    const COPIES: bool = S::COPIES;

    #[inline(always)]
    fn keep_span(
        &mut self,
        cursor: &Cursor<'de>,
        offset: usize,
        bytes: &'de [u8],
    ) -> Result<(), DecodeError> {
        self.0.keep_span(cursor, offset, bytes)
    }
}
