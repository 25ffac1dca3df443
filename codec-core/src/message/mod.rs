//! Messages that know their id, and enums of them.
#![forbid(unsafe_code)]

pub mod header;
pub(crate) mod protocol;
mod seal;
mod unexpected;

use protocol::ById;
pub use protocol::{check_flags, decode_all};
pub use seal::{Opener, Opening, SealError, Sealer};
pub use unexpected::UnexpectedMessage;

use crate::error::DecodeError;
use crate::format::Format;
use crate::read::reader::Reader;

/// A message with the id under which a protocol's frames carry it.
///
/// `#[codec(id = 0x1f)]` implements it for a struct, and for its `Ref` and `Shared` forms. An integer
/// expression makes `Id` a `u32`, a string literal a `&'static str`.
///
/// ```
/// use codec_core::{Decode, Encode, Message};
/// #[derive(Encode, Decode)]
/// #[codec(id = 0x1b, flags = 0x8000)]
/// struct Share { channel_id: u32 }
/// assert_eq!((Share::ID, Share::FLAGS, Share::NAME), (0x1b, 0x8000, "Share"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    label = "`Message` is not implemented for this type",
    note = "add `#[codec(id = ..)]` to it"
)]
pub trait Message {
    /// The type of ids in this protocol.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;
    /// The id.
    const ID: Self::Id;
    /// Flags that the frame header carries besides the id, 0 unless `#[codec(flags = ..)]`
    /// says otherwise: the channel bit of Stratum V2, for one.
    const FLAGS: u32 = 0;
    /// The name of the struct.
    const NAME: &'static str;
}

/// A value that knows which message it is: a [`Message`], or an enum of messages by the one
/// that it holds.
///
/// ```
/// use codec_core::{Decode, Encode, MessageInfo};
/// #[derive(Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping(u8);
/// #[derive(Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
/// assert_eq!((Any::Ping(Ping(7)).name(), Ping(7).id()), ("Ping", 1));
/// assert_eq!((Any::name_of(1), Any::name_of(2)), (Some("Ping"), None));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    label = "this type has no message id",
    note = "add `#[codec(id = ..)]` to a struct, `#[codec(messages)]` to an enum of messages"
)]
pub trait MessageInfo {
    /// The type of ids in this protocol.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;

    /// The id of the message that this is.
    fn id(&self) -> Self::Id;

    /// Flags that the frame header carries besides the id.
    fn flags(&self) -> u32;

    /// The name of the message that this is.
    fn name(&self) -> &'static str;

    /// The name of the message that has this id; `None` when there is none.
    fn name_of(id: Self::Id) -> Option<&'static str>;
}

impl<M: Message> MessageInfo for M {
    type Id = M::Id;

    #[inline]
    fn id(&self) -> M::Id {
        M::ID
    }

    #[inline]
    fn flags(&self) -> u32 {
        M::FLAGS
    }

    #[inline]
    fn name(&self) -> &'static str {
        M::NAME
    }

    #[inline]
    fn name_of(id: M::Id) -> Option<&'static str> {
        (id == M::ID).then_some(M::NAME)
    }
}

/// An enum of messages, one variant a message, distinguished by the id in the
/// frame's header. `#[codec(messages)]` implements it.
///
/// ```
/// use codec_core::{Decode, DecodeErrorKind, Encode, Format, Sv2, message::decode_payload};
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping(u8);
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 2)]
/// struct Pong(u16);
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping), Pong(Pong) }
///
/// let payload = [7, 0];
/// assert_eq!(decode_payload::<Sv2, Any>(2, &payload)?, Any::Pong(Pong(7)));
/// let error = decode_payload::<Sv2, Any>(3, &payload).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
/// let error = decode_payload::<Sv2, Any>(1, &payload).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 1));
/// assert_eq!(Sv2::to_vec(&Any::Ping(Ping(9))).unwrap(), [9]); // the id is the header's
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
pub trait Messages: MessageInfo + Sized {
    /// Decodes the message with this id; what follows it stays with the reader, whose position after an
    /// error is unspecified.
    ///
    /// # Errors
    /// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage) when no
    /// variant has the id, else those of the message.
    fn decode_message<F: Format>(id: Self::Id, r: &mut Reader<'_, F>) -> Result<Self, DecodeError>;
}

/// Like [`Messages`], for the form of the enum that borrows from the input: `#[codec(messages, borrow)]`
/// makes `AnyRef` of `Any`. An enum that borrows nothing is its own such form.
pub trait MessagesRef<'de>: MessageInfo + Sized {
    /// Decodes the message with this id; what follows it stays with the reader.
    ///
    /// # Errors
    /// The same as [`Messages::decode_message`].
    fn decode_message_ref<F: Format>(
        id: Self::Id,
        r: &mut Reader<'de, F>,
    ) -> Result<Self, DecodeError>;
}

impl<'de, M: Messages> MessagesRef<'de> for M {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_message_ref<F: Format>(id: M::Id, r: &mut Reader<'de, F>) -> Result<M, DecodeError> {
        M::decode_message(id, r)
    }
}

/// Decodes the message with this id from all of a payload, within the [limits](crate::Limits::for_input)
/// of its length. For owned and for borrowed enums; see [`Messages`] for an example.
///
/// # Errors
/// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage),
/// [`TrailingBytes`](crate::DecodeErrorKind::TrailingBytes), and those of the message.
#[inline]
pub fn decode_payload<'de, F: Format, M: MessagesRef<'de>>(
    id: M::Id,
    payload: &'de [u8],
) -> Result<M, DecodeError> {
    decode_all::<F, ById, _, M>(id, &mut protocol::reader(payload))
}
