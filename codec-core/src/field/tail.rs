//! The last field of a message that ends with its input.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::form::seq_ref::SeqRef;
use crate::format::Format;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::counted::DecodeCounted;
use crate::value::counted::{Counted, DecodeCountedRef};
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;
#[cfg(feature = "alloc")]
use alloc::string::String;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// A type that may be the `#[codec(tail)]` of a message: an `Option`, which is
/// there when input is left, or a string or sequence that takes all that is left.
/// Several options may stand at the end: each is there when something is left
/// after those before it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the tail of a message",
    label = "`tail` is for an `Option`, a string or a sequence"
)]
pub trait Tail {
    /// Whether it takes no part in the message, as `None` and what is empty do.
    fn is_absent(&self) -> bool;

    /// Its encoded length in bytes.
    fn tail_len<F: Format>(&self) -> usize;

    /// Writes it.
    ///
    /// # Errors
    /// Those of its content.
    fn encode_tail<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

/// A [`Tail`] that can be decoded.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the tail of a message",
    label = "`tail` is for an `Option`, a string or a sequence"
)]
pub trait DecodeTail: Sized {
    /// Reads all that is left.
    ///
    /// # Errors
    /// Those of its content.
    fn decode_tail<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError>;
}

/// A [`Tail`] that borrows from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the tail of a message",
    label = "`tail` is for an `Option`, a string or a sequence"
)]
pub trait DecodeTailRef<'de>: Sized {
    /// Reads all that is left.
    ///
    /// # Errors
    /// Those of its content.
    fn decode_tail_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError>;
}

impl<T: Encode> Tail for Option<T> {
    #[inline(always)]
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    #[inline(always)]
    fn tail_len<F: Format>(&self) -> usize {
        self.as_ref().map_or(0, T::encoded_len::<F>)
    }

    #[inline(always)]
    fn encode_tail<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_ref().map_or(Ok(()), |value| value.encode(w))
    }
}

impl<T: Decodable> DecodeTail for Option<T> {
    #[inline(always)]
    fn decode_tail<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.fetch_next();
        if r.remaining() == 0 { Ok(None) } else { T::decode(r).map(Some) }
    }
}

impl<'de, T: DecodableRef<'de>> DecodeTailRef<'de> for Option<T> {
    #[inline(always)]
    fn decode_tail_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.fetch_next();
        if r.remaining() == 0 { Ok(None) } else { T::decode_ref(r).map(Some) }
    }
}

/// The rest of the input, to types with a count: what decoding asks of an
/// element, and what encoding asks beside `Encode`.
macro_rules! rest {
    ($($kind:ident $({$param:ident: $bound:path $(, $encode:path)?})? $type:ty;)*) => {$(
        impl<'de $(, $param: Encode $(+ $encode)?)?> Tail for $type {
            #[inline(always)]
            fn is_absent(&self) -> bool {
                self.count() == 0
            }

            #[inline(always)]
            fn tail_len<F: Format>(&self) -> usize {
                self.content_len::<F>()
            }

            #[inline(always)]
            fn encode_tail<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                self.encode_content(w)
            }
        }

        rest!(@$kind $({$param: $bound})? $type);
    )*};
    (@owned $({$param:ident: $bound:path})? $type:ty) => {
        impl<$($param: $bound)?> DecodeTail for $type {
            #[inline]
            fn decode_tail<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Self::decode_rest(r)
            }
        }
    };
    (@borrowed $({$param:ident: $bound:path})? $type:ty) => {
        impl<'de $(, $param: $bound)?> DecodeTailRef<'de> for $type {
            #[inline]
            fn decode_tail_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                Self::decode_rest_ref(r)
            }
        }
    };
}

rest! {
    borrowed &'de str;
    borrowed &'de [u8];
    borrowed {T: DecodableRef<'de>} SeqRef<'de, T>;
}
#[cfg(feature = "alloc")]
rest! {
    owned String;
    owned {T: Decodable} Vec<T>;
}
#[cfg(feature = "bytes")]
rest! {
    owned bytes::Bytes;
    owned {T: Decodable, Decodable} crate::form::seq_shared::SeqShared<T>;
}

impl<F: Format> Writer<'_, F> {
    /// Writes one of several tails, after the tail `before`. That is an option:
    /// nothing is left after a string or a sequence.
    ///
    /// # Errors
    /// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it is
    /// there and the one before it is not: it would be taken for that one.
    #[inline(always)]
    pub fn tail_after<T>(
        &mut self,
        before: &Option<T>,
        value: &(impl Tail + ?Sized),
    ) -> Result<(), EncodeError> {
        if before.is_none() && !value.is_absent() {
            return Err(self.error(EncodeErrorKind::InconsistentFields));
        }
        value.encode_tail(self)
    }
}
