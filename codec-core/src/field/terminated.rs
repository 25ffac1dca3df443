//! Strings and bytes that end at a terminator.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

#[cfg(feature = "bytes")]
use bytes::Bytes;

use super::adapter::{DecodeWith, EncodeWith};
use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
#[cfg(feature = "bytes")]
use crate::form::text_shared::TextShared;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::counted::DecodeCounted;
use crate::value::counted::DecodeCountedRef;
use crate::write::writer::Writer;

/// The adapter of strings and bytes that go on until a byte, which is not part of them:
/// what `#[codec(until = ..)]` names. A value that contains that byte can't be written
/// ([`InvalidValue`](EncodeErrorKind::InvalidValue)).
///
/// ```
/// use codec_core::{Decode, Encode, EncodeError, Format, Sv2};
/// #[derive(Encode, Decode)]
/// struct Names { #[codec(as = Vec<codec_core::field::Until<0>>)] names: Vec<String> }
/// let names = Names { names: vec!["a".into(), "bc".into()] };
/// assert_eq!(codec_core::Postcard::to_vec(&names)?, [2, b'a', 0, b'b', b'c', 0]);
/// # Ok::<(), EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Until<const END: u8>;

/// Bytes, by whatever type holds them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a string nor bytes, and can't end at a terminator",
    label = "`until` is for strings and bytes"
)]
pub trait Terminated {
    /// The bytes of the string, without the terminator.
    fn content(&self) -> &[u8];
}

impl<const END: u8, T: Terminated + ?Sized> EncodeWith<T> for Until<END> {
    sizes!(encoded_size: Size::at_least(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(value: &T) -> usize {
        value.content().len().wrapping_add(1)
    }

    #[inline]
    fn encode<F: Format>(value: &T, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let content = value.content();
        if content.contains(&END) {
            return Err(w.error(EncodeErrorKind::InvalidValue));
        }
        w.bytes(content)?;
        w.byte(END)
    }
}

macro_rules! terminated {
    ($({$feature:literal})? $type:ty: $content:ident; $value:ty, $decode:path) => {
        $(#[cfg(feature = $feature)])?
        impl Terminated for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn content(&self) -> &[u8] {
                self.$content()
            }
        }

        $(#[cfg(feature = $feature)])?
        impl<'de, const END: u8> DecodeWith<'de, $value> for Until<END> {
            crate::format::size::sizes!(size: Size::at_least(1));

            #[inline]
            fn decode<F: Format>(r: &mut Reader<'de, F>) -> Result<$value, DecodeError> {
                let len = r.find(Some(END), |byte| *byte == END)?;
                let value = $decode(r, len)?;
                // The terminator.
                r.cursor_mut().byte()?;
                Ok(value)
            }
        }
    };
}

terminated!(str: as_bytes; &'de str, DecodeCountedRef::decode_counted_ref);
terminated!([u8]: as_ref; &'de [u8], DecodeCountedRef::decode_counted_ref);
terminated!({"alloc"} String: as_bytes; String, DecodeCounted::decode_counted);
terminated!({"alloc"} Vec<u8>: as_slice; Vec<u8>, DecodeCounted::decode_counted);
terminated!({"bytes"} Bytes: as_ref; Bytes, DecodeCounted::decode_counted);
terminated!({"bytes"} TextShared: as_bytes; TextShared, DecodeCounted::decode_counted);

impl<T: Terminated + ?Sized> Terminated for &T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn content(&self) -> &[u8] {
        (**self).content()
    }
}
