//! Messages that know their id, and enums of them.
#![forbid(unsafe_code)]

pub(crate) mod header;

use crate::error::DecodeError;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

/// A message with the id under which a protocol's frames carry it.
///
/// `#[codec(id = 0x1f)]` implements it for a struct, and for its `Ref` and
/// `Shared` forms. An integer expression makes `Id` a `u32`, a string literal
/// a `&'static str`.
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
    /// What the frame header carries beside the id, 0 unless `#[codec(flags = ..)]`
    /// says otherwise: the channel bit of Stratum V2, for one.
    const FLAGS: u32 = 0;
    /// The name of the struct.
    const NAME: &'static str;
}

/// An enum of messages, one variant a message, told apart by the id in the
/// frame's header. `#[codec(messages)]` implements it.
///
/// ```
/// use codec_core::{Decode, DecodeErrorKind, Encode, Format, Messages, Reader, Sv2};
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
/// assert_eq!(Any::decode_message(2, &mut Reader::<Sv2>::new(&payload))?, Any::Pong(Pong(7)));
/// let error = Any::decode_message(3, &mut Reader::<Sv2>::new(&payload)).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage);
/// assert_eq!(Sv2::to_vec(&Any::Ping(Ping(9))).unwrap(), [9]); // the id is the header's
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
pub trait Messages: Sized {
    /// The type of ids in this protocol.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;

    /// Decodes the message with this id.
    ///
    /// # Errors
    /// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage) when no
    /// variant has the id, else those of the message.
    fn decode_message<F: Format>(id: Self::Id, r: &mut Reader<'_, F>) -> Result<Self, DecodeError>;

    /// The id of the message that this is.
    fn id(&self) -> Self::Id;

    /// What the frame header carries beside the id.
    fn flags(&self) -> u32;

    /// The name of the message that this is.
    fn name(&self) -> &'static str;
}

/// As [`Messages`], for the form of the enum that borrows from the input:
/// `#[codec(messages, borrow)]` makes `AnyRef` of `Any`.
pub trait MessagesRef<'de>: Sized {
    /// The type of ids in this protocol.
    type Id: Copy + PartialEq + core::fmt::Debug + 'static;

    /// Decodes the message with this id.
    ///
    /// # Errors
    /// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage) when no
    /// variant has the id, else those of the message.
    fn decode_message_ref<F: Format>(
        id: Self::Id,
        r: &mut Reader<'de, F>,
    ) -> Result<Self, DecodeError>;

    /// The id of the message that this is.
    fn id(&self) -> Self::Id;

    /// What the frame header carries beside the id.
    fn flags(&self) -> u32;

    /// The name of the message that this is.
    fn name(&self) -> &'static str;
}

/// Decodes a message that must be next: what a reader does that knows what
/// comes, without an enum.
///
/// ```
/// use codec_core::{Decode, Encode, Reader, Sv2, message::decode_expected};
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping(u8);
/// assert_eq!(decode_expected::<Sv2, Ping>(1, &mut Reader::new(&[7])), Ok(Ping(7)));
/// assert!(decode_expected::<Sv2, Ping>(2, &mut Reader::new(&[7])).is_err());
/// ```
///
/// # Errors
/// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage) when the id is
/// another, else those of the message.
pub fn decode_expected<F: Format, M: Message + Decodable>(
    id: M::Id,
    r: &mut Reader<'_, F>,
) -> Result<M, DecodeError> {
    if id == M::ID {
        M::decode(r)
    } else {
        Err(r.error(crate::error::DecodeErrorKind::UnknownMessage))
    }
}
