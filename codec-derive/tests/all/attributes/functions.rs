//! Values of `check` and `default`: a path, quoted or not, a closure, an expression.

use codec_core::{Decode, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Format, Postcard};

use crate::agree::{forms, in_every_format};

fn is_short(text: &str) -> bool {
    text.len() < 4
}

mod of {
    pub(crate) fn seven() -> u8 {
        7
    }
}

const ZONE: u16 = 3;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, check = low <= high)]
struct Checked {
    low: u8,
    #[codec(check = |high| *high < 100)]
    high: u8,
    #[codec(len = u8, check = "is_short")]
    name: String,
    #[codec(check = usize::from(low) >= rest.len() && rest.first() != Some(&9))]
    rest: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Defaults {
    #[codec(skip, default = "of::seven")]
    path: u8,
    #[codec(skip, default = || "text".to_owned())]
    closure: String,
    #[codec(skip, default = 40 + 2)]
    expression: u64,
    #[codec(skip, default = -1)]
    literal: i8,
    #[codec(skip, default = ZONE)]
    constant: u16,
    #[codec(skip, default = "long".to_owned())]
    owned: String,
    wire: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Quoted {
    flags: u8,
    #[codec(if = "flags & 1 != 0", max = "3")]
    bytes: Option<Vec<u8>>,
    #[codec(count = "flags")]
    rest: Vec<u8>,
}

forms! {
    Checked: CheckedRef, CheckedShared;
    Defaults: DefaultsRef, DefaultsShared;
    Quoted: QuotedRef, QuotedShared;
}

#[test]
fn a_check_is_a_path_a_closure_or_an_expression_over_fields() {
    let value = Checked { low: 2, high: 99, name: "abc".into(), rest: vec![1, 2] };
    in_every_format!(value.clone());
    let refused = |value: &Checked| {
        let bytes = (value.low, value.high, &*value.name, &*value.rest);
        let bytes = Postcard::to_vec(&bytes).unwrap();
        let error = Postcard::from_slice::<Checked>(&bytes).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::CheckFailed);
        let written = Postcard::to_vec(value).unwrap_err();
        assert_eq!(written, EncodeError::new(EncodeErrorKind::InvalidValue, error.offset()));
        error.offset()
    };
    assert_eq!(refused(&Checked { low: 3, high: 2, ..value.clone() }), 0);
    assert_eq!(refused(&Checked { high: 100, ..value.clone() }), 1);
    assert_eq!(refused(&Checked { name: "abcd".into(), ..value.clone() }), 2);
    assert_eq!(refused(&Checked { low: 1, ..value.clone() }), 6);
    assert_eq!(refused(&Checked { rest: vec![9], ..value }), 6);
}

#[test]
fn a_default_is_a_path_a_closure_or_a_value() {
    let value = Defaults {
        path: 7,
        closure: "text".into(),
        expression: 42,
        literal: -1,
        constant: 3,
        owned: "long".into(),
        wire: 1,
    };
    in_every_format!(value);
}

#[test]
fn expressions_may_be_quoted() {
    in_every_format!(Quoted { flags: 1, bytes: Some(vec![1, 2, 3]), rest: vec![7] });
}

#[derive(Debug, Encode, Decode)]
#[codec(tag = u8, check = |kind| !matches!(kind, Kind::Named { a: 0, .. }))]
enum Kind {
    Bare,
    Named {
        a: u8,
        #[codec(check = b != a)]
        b: u8,
    },
}

#[test]
fn a_closure_checks_an_enum_and_an_expression_the_fields_of_a_variant() {
    let kind =
        |bytes: &[u8]| Postcard::from_slice::<Kind>(bytes).map_err(codec_core::DecodeError::offset);
    assert!(matches!(kind(&[0]), Ok(Kind::Bare)));
    assert!(matches!(kind(&[1, 2, 3]), Ok(Kind::Named { a: 2, b: 3 })));
    assert_eq!(kind(&[1, 2, 2]).unwrap_err(), 2);
    assert_eq!(kind(&[1, 0, 2]).unwrap_err(), 0);
}

#[derive(Debug, PartialEq, Decode)]
#[codec(push, check = one < two)]
struct Pushed {
    one: u8,
    #[codec(check = two % 2 == 0)]
    two: u8,
}

#[test]
fn expressions_are_checked_when_decoding_from_pieces() {
    use codec_core::push::{Progress, PushDecode};
    let push = |bytes: [u8; 2]| {
        let mut decoder = Pushed::push_decoder::<Postcard>();
        decoder.push(&mut &bytes[..1])?;
        decoder.push(&mut &bytes[1..])
    };
    assert_eq!(push([1, 2]), Ok(Progress::Done(Pushed { one: 1, two: 2 })));
    assert_eq!(push([1, 3]).unwrap_err().offset(), 1);
    assert_eq!(push([4, 2]).unwrap_err().offset(), 0);
}

fn is_tied<'a>(text: &'a &'a str) -> bool {
    text.len() < 4
}

fn is_few(bytes: impl AsRef<[u8]>) -> bool {
    bytes.as_ref().len() < 4
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Called<'a> {
    #[codec(borrow, check = is_tied)]
    text: &'a str,
    #[codec(check = is_few)]
    bytes: [u8; 2],
}

/// A function is called with a reference, and may ask for any that Rust lets it.
#[test]
fn checks_are_generic_and_tie_lifetimes() {
    let value = Called { text: "abc", bytes: [1, 2] };
    let bytes = Postcard::to_vec(&value).unwrap();
    assert_eq!(bytes, b"\x03abc\x01\x02");
    assert_eq!(Postcard::from_slice_ref(&bytes), Ok(value));
    let error = Postcard::from_slice_ref::<Called<'_>>(b"\x04abcd\x01\x02").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 0));
}
