//! One value in every form and every format.

use std::marker::PhantomData;

use bytes::Bytes;
use codec_core::{Decodable, DecodableRef, DecodeError, Encode, Format, Reader, Size};

/// A type that has a borrowed and a shared form.
pub(crate) trait Forms: Sized {
    type Borrowed<'de>: DecodableRef<'de> + Encode + Into<Self>;
    type Shared: Decodable + Encode + Into<Self>;
}

macro_rules! forms {
    ($($owned:ident: $borrowed:ident, $shared:ident;)*) => {$(
        impl crate::agree::Forms for $owned {
            type Borrowed<'de> = $borrowed<'de>;
            type Shared = $shared;
        }
    )*};
}
pub(crate) use forms;

/// All forms of a value have the same bytes in the format `F`, `decode_into` yields what `decode`
/// does, the forms agree on every truncation and flipped bit, and what decodes can be encoded.
pub(crate) fn agree<F: Format, T>(value: &T) -> Vec<u8>
where
    T: Forms + Encode + Decodable + PartialEq + Clone + std::fmt::Debug,
{
    let bytes = bytes::<F, T>(value).unwrap();
    assert_eq!(F::from_slice::<T>(&bytes).as_ref(), Ok(value), "{}", F::RULES.name);
    for len in 0..=bytes.len() {
        check::<F, T>(&bytes[..len], value);
    }
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check::<F, T>(&damaged, value);
    }
    for hostile in hostile(&bytes) {
        check::<F, T>(&hostile, value);
    }
    bytes
}

/// An encoding with a number at each place that is as large as it can be, fixed or a varint.
pub(crate) fn hostile(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let at = |at: usize| {
        let (before, after) = bytes.split_at(at);
        let fixed = [before, &[0xff; 8], after.get(8..).unwrap_or_default()].concat();
        [fixed, [before, &[0xff; 9], &[1], after].concat()]
    };
    (0..=bytes.len()).flat_map(at)
}

/// Is read by skipping a value.
#[derive(Debug)]
struct Skipped<T>(PhantomData<T>);

impl<T: Decodable> Decodable for Skipped<T> {
    fn size<F: Format>() -> Size {
        T::size::<F>()
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        T::skip(r).map(|()| Self(PhantomData))
    }
}

/// The bytes of a value, which are as many as it says.
fn bytes<F: Format, T: Encode>(value: &T) -> Result<Vec<u8>, codec_core::EncodeError> {
    let bytes = F::to_vec(value);
    if let Ok(bytes) = &bytes {
        assert_eq!(F::encoded_len(value), bytes.len(), "{bytes:?} in {}", F::RULES.name);
    }
    bytes
}

/// An explanation has the error of decoding. Where a variant ends early and a part of it is wrong as
/// well, decoding finds the end first, and the explanation, field by field, the part.
#[cfg(matrix)]
fn explained<F: Format, T: Decodable>(input: &[u8], error: Option<codec_core::DecodeError>) {
    let shown = F::explain::<T>(input).error();
    let ends = error.is_some_and(|it| it.kind() == codec_core::DecodeErrorKind::UnexpectedEnd);
    let is_earlier = shown.zip(error).is_some_and(|(shown, end)| shown.offset() < end.offset());
    assert!(shown == error || ends && is_earlier, "{input:?}: {shown:?}, not {error:?}");
}

pub(crate) fn check<F: Format, T>(input: &[u8], before: &T)
where
    T: Forms + Encode + Decodable + PartialEq + Clone + std::fmt::Debug,
{
    let owned = F::from_slice::<T>(input);
    let mut over = before.clone();
    let written_over = F::decode_into(&mut over, input);
    assert_eq!(written_over.err(), owned.as_ref().err().copied(), "{input:?} over a value");
    let skipped = F::from_slice_prefix::<Skipped<T>>(input).map(|(_, rest)| rest.len());
    let read = F::from_slice_prefix::<T>(input).map(|(_, rest)| rest.len());
    assert_eq!(skipped, read, "{input:?} skipped");
    let borrowed = F::from_slice_ref::<T::Borrowed<'_>>(input);
    let shared = F::from_bytes::<T::Shared>(&Bytes::copy_from_slice(input));
    assert_eq!(borrowed.as_ref().err(), owned.as_ref().err(), "{input:?}");
    assert_eq!(shared.as_ref().err(), owned.as_ref().err(), "{input:?}");
    #[cfg(matrix)]
    explained::<F, T>(input, owned.as_ref().err().copied());
    let Ok(owned) = owned else { return };
    let bytes = bytes::<F, T>(&owned);
    assert!(bytes.is_ok(), "{owned:?} of {input:?} in {}: {bytes:?}", F::RULES.name);
    assert_eq!(F::to_vec(&over), bytes, "{input:?} over a value");
    let (borrowed, shared) = (borrowed.unwrap(), shared.unwrap());
    for again in [self::bytes::<F, _>(&borrowed), self::bytes::<F, _>(&shared)] {
        // A set that is not decoded into a sorted one keeps its order, and elements that are equal.
        let same = again.as_deref().map(F::from_slice::<T>);
        assert!(again == bytes || same == Ok(Ok(owned.clone())), "{again:?} for {bytes:?}");
    }
    let (borrowed, shared) = (borrowed.into(), shared.into());
    assert_eq!((F::to_vec(&borrowed), F::to_vec(&shared)), (bytes.clone(), bytes));
    // Not a number, which a flipped bit may make of a float, is not equal to itself.
    if owned == owned.clone() {
        assert_eq!((&borrowed, &shared), (&owned, &owned));
    }
}

/// In a format: always where lengths are fixed and maps are sorted, and where lengths are varints; in
/// the others with `--cfg matrix`.
macro_rules! in_format {
    (Borsh, $value:expr) => {
        crate::agree::agree::<codec_core::Borsh, _>($value)
    };
    (Postcard, $value:expr) => {
        crate::agree::agree::<codec_core::Postcard, _>($value)
    };
    ($other:ident, $value:expr) => {{
        #[cfg(matrix)]
        crate::agree::agree::<codec_core::$other, _>($value);
    }};
}
pub(crate) use in_format;

/// In every format that supports strings and sequences, or `options` as well.
macro_rules! in_every_format {
    ($value:expr) => {{
        let value = $value;
        crate::agree::in_format!(Consensus, &value);
        crate::agree::in_every_format!(options: value);
    }};
    (options: $value:expr) => {{
        let value = $value;
        crate::agree::in_format!(Bincode, &value);
        crate::agree::in_format!(BincodeVarint, &value);
        crate::agree::in_format!(Borsh, &value);
        crate::agree::in_format!(Compact, &value);
        crate::agree::in_format!(Postcard, &value);
    }};
}
pub(crate) use in_every_format;
