//! `skip`, `default` and `with`.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format, Postcard};

use crate::agree::{forms, in_every_format};

/// A type of another crate, without implementations.
#[derive(Debug, Clone, PartialEq)]
struct Celsius(i32);

/// In tenths of a degree above absolute zero.
mod kelvin {
    use super::Celsius;
    use codec_core::{
        Decodable, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Reader, Size, Writer,
    };

    pub(super) fn size<F: Format>() -> Size {
        <u32 as Decodable>::size::<F>()
    }

    fn tenths(value: &Celsius) -> u32 {
        u32::try_from(value.0 * 10 + 2732).unwrap_or(0)
    }

    pub(super) fn encoded_len<F: Format>(value: &Celsius) -> usize {
        tenths(value).encoded_len::<F>()
    }

    pub(super) fn encode<F: Format>(
        value: &Celsius,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        tenths(value).encode(w)
    }

    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Celsius, DecodeError> {
        let tenths = i32::try_from(u32::decode(r)?);
        let tenths = tenths.map_err(|_| r.error(DecodeErrorKind::IntegerOutOfRange))?;
        Ok(Celsius((tenths - 2732) / 10))
    }
}

fn seven() -> u8 {
    7
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Reading {
    #[codec(skip)]
    cache: Option<String>,
    sensor: Vec<u8>,
    #[codec(with = kelvin)]
    temperature: Celsius,
    #[codec(skip, default = seven)]
    retries: u8,
    last: u16,
}

forms! { Reading: ReadingRef, ReadingShared; }

fn reading() -> Reading {
    Reading { cache: None, sensor: vec![1], temperature: Celsius(-3), retries: 7, last: 9 }
}

#[test]
fn what_is_skipped_is_not_on_the_wire() {
    in_every_format!(reading());
    let full = Reading { cache: Some("x".into()), retries: 1, ..reading() };
    let bytes = Bincode::to_vec(&full).unwrap();
    assert_eq!(bytes, Bincode::to_vec(&(vec![1u8], 2702u32, 9u16)).unwrap());
    assert_eq!(Bincode::from_slice::<Reading>(&bytes), Ok(reading()));
    let mut over = full;
    Bincode::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, reading());
}

#[test]
fn a_module_may_refuse() {
    let error = Postcard::from_slice::<Reading>(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::IntegerOutOfRange);
}

/// A module whose functions borrow.
mod upper {
    use codec_core::{
        Decodable, DecodableRef, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Reader,
        Size, Writer,
    };

    pub(super) fn size<F: Format>() -> Size {
        <String as Decodable>::size::<F>()
    }

    pub(super) fn encoded_len<F: Format>(value: &impl AsRef<str>) -> usize {
        value.as_ref().encoded_len::<F>()
    }

    pub(super) fn encode<F: Format>(
        value: &impl AsRef<str>,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        value.as_ref().encode(w)
    }

    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<String, DecodeError> {
        checked(r.offset(), String::decode(r)?)
    }

    pub(super) fn decode_ref<'de, F: Format>(
        r: &mut Reader<'de, F>,
    ) -> Result<&'de str, DecodeError> {
        checked(r.offset(), <&str>::decode_ref(r)?)
    }

    fn checked<T: AsRef<str>>(start: usize, text: T) -> Result<T, DecodeError> {
        if text.as_ref().chars().any(char::is_lowercase) {
            return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start));
        }
        Ok(text)
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Ticker {
    #[codec(with = upper, borrow)]
    symbol: String,
    price: u32,
}

#[test]
fn a_module_may_borrow() {
    let bytes = Postcard::to_vec(&Ticker { symbol: "ABC".into(), price: 5 }).unwrap();
    assert_eq!(bytes, [3, b'A', b'B', b'C', 5]);
    let ticker: TickerRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(ticker.symbol.as_ptr(), bytes[1..].as_ptr());
    assert_eq!(Postcard::to_vec(&ticker).unwrap(), bytes);
    assert!(Postcard::from_slice_ref::<TickerRef<'_>>(&[1, b'a', 5]).is_err());
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2, borrow)]
struct Named {
    id: u8,
    #[codec(since = 2, default = nobody)]
    name: String,
}

fn nobody() -> &'static str {
    "nobody"
}

#[test]
fn one_function_makes_the_default_of_every_form() {
    let older = [1, 1, 7];
    let named = Postcard::from_slice::<Named>(&older).unwrap();
    assert_eq!(named, Named { id: 7, name: "nobody".into() });
    let borrowed: NamedRef<'_> = Postcard::from_slice_ref(&older).unwrap();
    assert_eq!(borrowed.name, "nobody");
}
