//! Messages that know their id, and enums of them.
#![forbid(unsafe_code)]

use crate::decode::Decodable;
use crate::error::DecodeError;
use crate::format::Format;
use crate::reader::Reader;

/// A message with the id under which a protocol's frames carry it.
///
/// `#[codec(id = 0x1f)]` implements it for a struct, and for its `Ref` and
/// `Shared` forms. An integer expression makes `Id` a `u32`, a string literal
/// a `&'static str`.
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

/// As [`Messages`], for the form of the enum that borrows from the input.
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

/// A message of its own is an enum of one: what a reader expects when it knows
/// what comes next.
///
/// # Errors
/// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage) when the id is another.
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
