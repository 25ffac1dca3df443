//! A protocol as one type: header, format and messages.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::header::Header;
use crate::error::{DecodeError, DecodeErrorKind};
#[cfg(feature = "alloc")]
use crate::format::Bincode;
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::limits::Limits;
use crate::message::{MessageInfo, MessagesRef};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

/// A protocol: the frame header, the format of payloads, and the messages in them. Frame readers,
/// frame writers and connections take it as their one parameter.
///
/// The messages are distinguished by the header's id:
///
/// ```
/// use codec_core::{ById, Decode, Encode, Protocol, Sv2};
/// # use codec_core::{DecodeError, EncodeError, Header};
/// # #[derive(Debug, Clone, Copy)]
/// # pub struct Short { id: u32, len: u8 }
/// # impl Header for Short {
/// #     type Id = u32;
/// #     const SIZE: usize = 2;
/// #     const MAX_PAYLOAD: usize = 255;
/// #     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
/// #         Ok(Self { id: bytes[0].into(), len: bytes[1] })
/// #     }
/// #     fn describe(id: u32, _: u32, payload: &[u8]) -> Result<Self, EncodeError> {
/// #         Ok(Self { id, len: payload.len() as u8 })
/// #     }
/// #     fn write(&self, bytes: &mut [u8]) { bytes[..2].copy_from_slice(&[self.id as u8, self.len]) }
/// #     fn id(&self) -> u32 { self.id }
/// #     fn payload_len(&self) -> usize { self.len.into() }
/// # }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow)]
/// struct Ping { nonce: u16 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages, borrow)]
/// enum AnyMessage { Ping(Ping) }
///
/// struct PingProtocol;
///
/// impl Protocol for PingProtocol {
///     type Header = Short; // a byte of id, a byte of length
///     type Format = Sv2;
///     type Dispatch = ById;
///     type Message = AnyMessage;
///     type MessageRef<'de> = AnyMessageRef<'de>;
/// }
///
/// assert_eq!(PingProtocol::decode(1, &[7, 0])?, AnyMessage::Ping(Ping { nonce: 7 }));
/// assert!(PingProtocol::decode(1, &[7, 0, 9]).is_err()); // nothing may be left
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
///
/// If the header has no id, all payloads are of one type, and
/// [`Dispatch`](Self::Dispatch) is [`Single`]. A header alone is a protocol, too: its
/// messages are the undecoded payloads.
pub trait Protocol {
    /// The header before each payload.
    type Header: Header;

    /// The format in which payloads are encoded.
    type Format: Format;

    /// The way in which the message type of a payload is found: [`ById`] or [`Single`].
    type Dispatch;

    /// A message that owns what is in it.
    type Message: for<'de> FromPayload<'de, Self::Dispatch, IdOf<Self>>;

    /// A message that borrows from the payload. An enum of messages that borrow
    /// nothing may be given here itself.
    type MessageRef<'de>: FromPayload<'de, Borrowed<Self::Dispatch>, IdOf<Self>>;

    /// Decodes a message from all of a payload, within the
    /// [limits](Limits::for_input) of its length.
    ///
    /// # Errors
    /// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage),
    /// [`TrailingBytes`](crate::DecodeErrorKind::TrailingBytes), and those of the message.
    #[inline]
    fn decode(id: IdOf<Self>, payload: &[u8]) -> Result<Self::Message, DecodeError> {
        decode_all::<Self::Format, Self::Dispatch, _, _>(id, &mut reader(payload))
    }

    /// Like [`decode`](Self::decode), borrowing from the payload.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[inline]
    fn decode_ref(id: IdOf<Self>, payload: &[u8]) -> Result<Self::MessageRef<'_>, DecodeError> {
        decode_all::<Self::Format, Borrowed<Self::Dispatch>, _, _>(id, &mut reader(payload))
    }

    /// Returns true if the protocol has a message with this id. An enum with a variant for
    /// [others](https://github.com/codec-rs/codec/blob/main/docs/derive.md#other) has one for
    /// each, and so has a protocol without ids.
    #[inline]
    fn knows(id: IdOf<Self>) -> bool {
        // The id is looked at before any byte.
        let decoded = Self::decode_ref(id, &[]);
        !decoded.is_err_and(|error| error.kind() == DecodeErrorKind::UnknownMessage)
    }

    /// The name of the message that has this id, for errors and explanations: by default that of its
    /// type. `None` when there is none, and where messages have no names.
    #[inline]
    fn name_of(id: IdOf<Self>) -> Option<&'static str> {
        Self::Message::payload_name(id)
    }
}

/// The type of the ids in a protocol's headers.
pub type IdOf<P> = <<P as Protocol>::Header as Header>::Id;

/// The messages are those of an enum of [`Messages`](crate::Messages), distinguished by the
/// header's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ById {}

/// The dispatch of a protocol whose messages are of one type, without an id in the header.
///
/// ```
/// use codec_core::{Bincode, Protocol, Single};
/// # use codec_core::{DecodeError, EncodeError, Header};
/// # #[derive(Debug, Clone, Copy)]
/// # pub struct Length { len: u8 }
/// # impl Header for Length {
/// #     type Id = ();
/// #     const SIZE: usize = 1;
/// #     const MAX_PAYLOAD: usize = 255;
/// #     fn parse(bytes: &[u8]) -> Result<Self, DecodeError> { Ok(Self { len: bytes[0] }) }
/// #     fn describe(_: (), _: u32, payload: &[u8]) -> Result<Self, EncodeError> {
/// #         Ok(Self { len: payload.len() as u8 })
/// #     }
/// #     fn write(&self, bytes: &mut [u8]) { bytes[0] = self.len }
/// #     fn id(&self) {}
/// #     fn payload_len(&self) -> usize { self.len.into() }
/// # }
/// struct Points;
///
/// impl Protocol for Points {
///     type Header = Length; // a byte of length
///     type Format = Bincode;
///     type Dispatch = Single;
///     type Message = (u8, u16);
///     type MessageRef<'de> = (u8, u16);
/// }
///
/// assert_eq!(Points::decode((), &[1, 2, 0]), Ok((1, 2)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Single {}

/// The messages are the undecoded payloads: the protocol is a header alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Raw {}

/// Wraps a [`Dispatch`](Protocol::Dispatch) for messages that borrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Borrowed<D>(PhantomData<D>);

/// A header alone: its messages are the undecoded payloads. Calls that name a format
/// and a type decode them to whatever that is.
#[cfg(feature = "alloc")]
impl<H: Header> Protocol for H {
    type Header = H;
    /// Nothing is decoded, so that no format is asked.
    type Format = Bincode;
    type Dispatch = Raw;
    type Message = alloc::vec::Vec<u8>;
    type MessageRef<'de> = &'de [u8];
}

/// A message that is made of all of a payload, by a [`Dispatch`](Protocol::Dispatch) `D` and the id
/// in the header. Implemented for all enums of messages under [`ById`], for all
/// [`Decodable`] types under [`Single`], and for all [`DecodableRef`] types under
/// [`Borrowed<Single>`](Borrowed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message of a protocol whose dispatch is `{D}` and whose ids are `{Id}`",
    label = "this can't be its message",
    note = "under `ById` it is an enum with `#[codec(messages)]` whose ids are those of the header, \
            or the form that `#[codec(messages, borrow)]` generates; under `Single` it is any `Decodable` \
            (for `MessageRef`, `DecodableRef`), and the header's id is `()`"
)]
pub trait FromPayload<'de, D, Id>: Sized {
    /// Decodes what the reader has.
    ///
    /// # Errors
    /// [`UnknownMessage`](crate::DecodeErrorKind::UnknownMessage), and those of the message.
    fn from_payload<F: Format>(id: Id, r: &mut Reader<'de, F>) -> Result<Self, DecodeError>;

    /// The name of the message that has this id; by default, none is known.
    fn payload_name(id: Id) -> Option<&'static str> {
        let _ = id;
        None
    }

    /// Flags that the header of this message carries besides the id; `None` where messages don't
    /// know.
    #[inline]
    fn payload_flags(&self) -> Option<u32> {
        None
    }
}

/// A value that can be sent as a message of a protocol, by its [`Dispatch`](Protocol::Dispatch)
/// `D`: under [`ById`] whatever knows its id, each [`Message`](crate::Message) and the
/// enums of them, owned or borrowed; under [`Single`] whatever has an encoding.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message of a protocol whose dispatch is `{D}` and whose ids are `{Id}`",
    label = "this can't be sent",
    note = "under `ById` a message has `#[codec(id = ..)]`, or is an enum with `#[codec(messages)]`"
)]
pub trait ToPayload<D, Id>: Encode {
    /// The id for the header, and what it carries besides the id.
    fn envelope(&self) -> (Id, u32);

    /// The message's name, where it has one.
    fn payload_name(&self) -> Option<&'static str> {
        None
    }
}

/// Payloads of messages by their id, alone or with others.
macro_rules! by_id {
    ($($by:ty),*) => {$(
        impl<'de, M: MessagesRef<'de>> FromPayload<'de, $by, M::Id> for M {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_payload<F: Format>(id: M::Id, r: &mut Reader<'de, F>) -> Result<M, DecodeError> {
                M::decode_message_ref(id, r)
            }

            fn payload_name(id: M::Id) -> Option<&'static str> {
                M::name_of(id)
            }

            #[inline]
            fn payload_flags(&self) -> Option<u32> {
                Some(self.flags())
            }
        }
    )*};
}

by_id!(ById, Borrowed<ById>);

impl<M: MessageInfo + Encode> ToPayload<ById, M::Id> for M {
    #[inline]
    fn envelope(&self) -> (M::Id, u32) {
        (self.id(), self.flags())
    }

    fn payload_name(&self) -> Option<&'static str> {
        Some(self.name())
    }
}

impl<'de, T: Decodable> FromPayload<'de, Single, ()> for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_payload<F: Format>((): (), r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode(r)
    }
}

impl<'de, T: DecodableRef<'de>> FromPayload<'de, Borrowed<Single>, ()> for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_payload<F: Format>((): (), r: &mut Reader<'de, F>) -> Result<T, DecodeError> {
        T::decode_ref_with(r, core::convert::identity)
    }
}

impl<T: Encode + ?Sized> ToPayload<Single, ()> for T {
    #[inline]
    fn envelope(&self) -> ((), u32) {
        ((), 0)
    }
}

#[cfg(feature = "alloc")]
impl<'de, Id> FromPayload<'de, Raw, Id> for alloc::vec::Vec<u8> {
    fn from_payload<F: Format>(_: Id, r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.take(r.remaining()).map(<[u8]>::to_vec)
    }
}

impl<'de, Id> FromPayload<'de, Borrowed<Raw>, Id> for &'de [u8] {
    #[inline]
    fn from_payload<F: Format>(_: Id, r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.take(r.remaining())
    }
}

/// A reader of a payload, within the limits that its length gives it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn reader<F: Format>(payload: &[u8]) -> Reader<'_, F> {
    let limits = Limits::for_input(payload.len());
    Reader::from_cursor(Cursor::new(payload).with_limits(limits))
}

/// Decodes a message from all that a reader has, by a [`Dispatch`](Protocol::Dispatch)
/// `D`: the one place where a message is checked to end where its payload does.
///
/// ```
/// use codec_core::{Bincode, DecodeErrorKind, Reader, Single, message::decode_all};
/// let mut r = Reader::<Bincode>::new(&[7, 8]);
/// let error = decode_all::<_, Single, _, u8>((), &mut r).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 1));
/// ```
///
/// # Errors
/// The same as [`Protocol::decode`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode_all<'de, F: Format, D, Id, M: FromPayload<'de, D, Id>>(
    id: Id,
    r: &mut Reader<'de, F>,
) -> Result<M, DecodeError> {
    // An enum of messages is large: it stays in the result in which it was decoded.
    let mut decoded = M::from_payload(id, r);
    if decoded.is_ok()
        && let Err(error) = r.cursor().finish()
    {
        decoded = Err(error);
    }
    decoded
}

/// Checks the flags of a decoded message against those in its header, where the
/// format is [strict](crate::format::Rules::strict): Stratum V2's channel bit, for one. A message
/// whose id is unknown may carry anything.
///
/// ```
/// use codec_core::message::{check_flags, decode_payload};
/// use codec_core::{ById, Decode, DecodeErrorKind, Encode, Header, Strict, Sv2};
/// #[derive(Debug, Clone, Copy, Header)]
/// struct Short { #[codec(id)] id: u8, #[codec(flags)] flags: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, flags = 2)]
/// struct Ping(u8);
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
///
/// let decoded = || decode_payload::<Sv2, Any>(1, &[7]);
/// let (header, other) = (Short { id: 1, flags: 2, len: 1 }, Short { id: 1, flags: 0, len: 1 });
/// assert!(check_flags::<Strict<Sv2>, ById, _, _>(&header, decoded()).is_ok());
/// assert!(check_flags::<Sv2, ById, _, _>(&other, decoded()).is_ok());
/// let error = check_flags::<Strict<Sv2>, ById, _, _>(&other, decoded()).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidFlags, 0));
/// ```
///
/// # Errors
/// The error of `decoded`, and [`InvalidFlags`](crate::DecodeErrorKind::InvalidFlags).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_flags<'de, F: Format, D, H: Header, M: FromPayload<'de, D, H::Id>>(
    header: &H,
    decoded: Result<M, DecodeError>,
) -> Result<M, DecodeError> {
    if const { !F::RULES.strict } {
        return decoded;
    }
    let message = decoded?;
    match (header.flags(), message.payload_flags()) {
        (Some(sent), Some(own)) if sent != own && M::payload_name(header.id()).is_some() => {
            Err(DecodeError::new(DecodeErrorKind::InvalidFlags, 0))
        }
        _ => Ok(message),
    }
}
