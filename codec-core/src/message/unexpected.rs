//! A message that came where none like it should.
#![forbid(unsafe_code)]

use core::fmt;

/// A message that its handler does not expect: of a kind that it has no method for, or
/// one that the other side has no business to send. The traits that `#[codec(handler)]`
/// generates hand it to their `unexpected`.
///
/// ```
/// use codec_core::message::UnexpectedMessage;
/// let message = UnexpectedMessage::new(0x1a_u8, "SubmitSharesStandard");
/// assert_eq!(message.to_string(), "unexpected message SubmitSharesStandard");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnexpectedMessage<I> {
    /// The id.
    pub id: I,
    /// The name: of a message without one, that of the variant which keeps such messages.
    pub name: &'static str,
}

impl<I> UnexpectedMessage<I> {
    /// An unexpected message with this id and name.
    pub const fn new(id: I, name: &'static str) -> Self {
        Self { id, name }
    }
}

impl<I> fmt::Display for UnexpectedMessage<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected message {}", self.name)
    }
}

impl<I: fmt::Debug> core::error::Error for UnexpectedMessage<I> {}
