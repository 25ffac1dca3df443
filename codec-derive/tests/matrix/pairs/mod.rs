//! Every two attributes of a field, or of a type, that the derive allows together. `made.rs` makes the rows, and the list of
//! those that it refuses, from the derive's own table, and fails when that changes.

#[cfg(matrix)]
mod all;
mod of_types;
mod sample;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use bytes::Bytes;
use codec_core::{Decode, Encode, Format, Postcard, TextShared};

use crate::{Item, item};

/// An enum with its tag in another field.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared, push, detached, tag = u8)]
pub(crate) enum Body {
    #[default]
    None,
    Text(u16, String),
}

/// The content of every field: three elements, or three bytes that are one character, so that inputs are cut in it.
pub(crate) struct Specimen;

/// The value of a type for [`Specimen`].
pub(crate) fn specimen<T>() -> T
where
    Specimen: Into<T>,
{
    Specimen.into()
}

macro_rules! specimens {
    ($($ty:ty = $value:expr;)*) => {$(
        impl From<Specimen> for $ty {
            fn from(_: Specimen) -> Self {
                $value
            }
        }
    )*};
}

specimens! {
    u32 = 1;
    String = "€".into();
    &str = "€";
    TextShared = text_shared();
    Bytes = Bytes::from_static("€".as_bytes());
    &[u8] = "€".as_bytes();
    Vec<u8> = vec![1];
    Vec<u16> = vec![300, 1, 0];
    Vec<Item> = vec![item(), Item { id: 1, text: "é".into() }, Item::default()];
    VecDeque<u16> = [300, 1, 0].into();
    Arc<[u16]> = [300, 1, 0].into();
    BTreeSet<u8> = [2, 4, 6].into();
    BTreeMap<u16, u8> = [(2, 1), (6, 2), (500, 3)].into();
    Option<u32> = Some(1);
    Option<String> = Some("€".into());
    Option<Vec<u16>> = Some(vec![300, 1, 0]);
    Box<u32> = Box::new(1);
    Body = Body::Text(300, "€".into());
    BodyRef<'_> = BodyRef::Text(300, "€");
    BodyShared = BodyShared::Text(300, text_shared());
    Option<Body> = Some(Body::Text(300, "€".into()));
    () = ();
}

fn text_shared() -> TextShared {
    let encoded = Postcard::to_vec("€").unwrap();
    Postcard::from_bytes(&encoded.into()).unwrap()
}

/// The value of a field that is not on the wire.
pub(crate) fn default<T: Default>() -> T {
    T::default()
}

/// Fields of a version that an input is older than have it in every form.
macro_rules! empty {
    ($($form:ty = $empty:expr;)*) => {$(
        impl Default for $form {
            fn default() -> Self {
                $empty
            }
        }
    )*};
}

empty! { BodyRef<'_> = BodyRef::None; BodyShared = BodyShared::None; }

/// A module for `with`.
#[cfg(matrix)]
pub(crate) mod same {
    use codec_core::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};

    pub(crate) fn size<F: Format>() -> Size {
        <u32 as Decodable>::size::<F>()
    }

    pub(crate) fn encoded_len<F: Format>(value: &u32) -> usize {
        value.encoded_len::<F>()
    }

    pub(crate) fn encode<F: Format>(value: &u32, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        value.encode(w)
    }

    pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<u32, DecodeError> {
        u32::decode(r)
    }

    pub(crate) fn decode_ref<F: Format>(r: &mut Reader<'_, F>) -> Result<u32, DecodeError> {
        u32::decode(r)
    }
}

/// Two attributes on fields of some kinds: all laws hold.
macro_rules! pair {
    ($name:ident $of_type:tt $attr:tt $value:ident: $($kind:ident)*) => {
        mod $name {
            $(crate::pairs::on! { $kind $value $of_type $attr })*
        }
    };
}

/// The type of a kind.
#[rustfmt::skip]
macro_rules! on {
    (number $($of:tt)*) => { crate::pairs::case! { number (u32) $($of)* } };
    (text $($of:tt)*) => { crate::pairs::case! { text (String) $($of)* } };
    (shared $($of:tt)*) => { crate::pairs::case! { shared (Bytes) $($of)* } };
    (numbers $($of:tt)*) => { crate::pairs::case! { numbers (Vec<u16>) $($of)* } };
    (items $($of:tt)*) => { crate::pairs::case! { items (Vec<Item>) $($of)* } };
    (queue $($of:tt)*) => { crate::pairs::case! { queue (VecDeque<u16>) $($of)* } };
    (pointer $($of:tt)*) => { crate::pairs::case! { pointer (Arc<[u16]>) $($of)* } };
    (set $($of:tt)*) => { crate::pairs::case! { set (BTreeSet<u8>) $($of)* } };
    (map $($of:tt)*) => { crate::pairs::case! { map (BTreeMap<u16, u8>) $($of)* } };
    (maybe_number $($of:tt)*) => { crate::pairs::case! { maybe_number (Option<u32>) $($of)* } };
    (maybe_text $($of:tt)*) => { crate::pairs::case! { maybe_text (Option<String>) $($of)* } };
    (maybe_numbers $($of:tt)*) => { crate::pairs::case! { maybe_numbers (Option<Vec<u16>>) $($of)* } };
    (boxed $($of:tt)*) => { crate::pairs::case! { boxed (Box<u32>) $($of)* } };
    (body $($of:tt)*) => { crate::pairs::case! { body (Body) $($of)* } };
    (maybe_body $($of:tt)*) => { crate::pairs::case! { maybe_body (Option<Body>) $($of)* } };
    (unit $($of:tt)*) => { crate::pairs::case! { unit (()) $($of)* } };
    (covered $($of:tt)*) => { crate::pairs::case! { covered (Vec<u8>) $($of)* } };
}

macro_rules! case {
    ($name:ident ($ty:ty) $value:ident [$($of_type:tt)*] ($($attr:tt)*)) => {
        mod $name {
            #[allow(unused_imports, reason = "not all types need all of them")]
            use crate::{pairs::*, *};

            crate::one_field! { [$($of_type)*] [$($attr)*] $ty }

            #[test]
            fn agrees() {
                let value = Case { flag: 1, field: $value() };
                agree::agree::<codec_core::Bincode, _>(&value);
                agree::agree::<codec_core::Postcard, _>(&value);
                laws::hold::<codec_core::BincodeVarint, _>(&value);
                is_linear!(value, [$($attr)*] $ty);
                // The field empty, or absent.
                let empty = Case { flag: 1, field: default() };
                let Ok(bytes) = codec_core::Bincode::to_vec(&empty) else { return };
                let empty = codec_core::Bincode::from_slice::<Case>(&bytes).unwrap();
                agree::agree::<codec_core::Bincode, _>(&empty);
            }
        }
    };
}

/// Two attributes on a field of a frame header: every header that is read is written as it was.
#[cfg(matrix)]
macro_rules! header {
    ($name:ident ($($attr:tt)*) $($other:ident)*) => {
        mod $name {
            #[derive(Debug, Clone, Copy, PartialEq, codec_core::Header)]
            struct Case {
                $(#[codec($other)] $other: u8,)*
                #[codec($($attr)*)]
                field: u32,
            }

            #[test]
            fn agrees() {
                use codec_core::Header as _;

                let bytes = [7; Case::SIZE];
                for bit in 0..=8 * bytes.len() {
                    let mut damaged = bytes;
                    if let Some(byte) = damaged.get_mut(bit / 8) {
                        *byte ^= 1 << (bit % 8);
                    }
                    let Ok(header) = Case::parse(&damaged) else { continue };
                    let mut again = [0; Case::SIZE];
                    header.write(&mut again);
                    assert_eq!(again, damaged);
                }
                for len in 0..bytes.len() {
                    assert_eq!(Case::parse(&bytes[..len]).unwrap_err().offset(), len);
                }
            }
        }
    };
}

#[cfg(matrix)]
pub(crate) use header;
use of_types::of_type;
pub(crate) use {case, on, pair};
