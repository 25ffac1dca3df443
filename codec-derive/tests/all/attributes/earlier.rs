//! Defaults, padding and alignment that see the fields before them.

use codec_core::{Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard};

use super::expressions::decoded;
use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Made {
    a: u8,
    text: String,
    #[codec(skip, default = a * 2)]
    twice: u8,
    #[codec(skip, default = a)]
    same: u8,
    #[codec(skip, default = text.len())]
    len: usize,
    #[codec(skip, default = format!("{text}-{twice}"))]
    printed: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Padded {
    n: u8,
    #[codec(pad_before = n, pad_after = 2 * n - 2)]
    word: u16,
    #[codec(pad_before = n % 2, count = n)]
    list: Vec<u8>,
}

forms! {
    Made: MadeRef, MadeShared;
    Padded: PaddedRef, PaddedShared;
}

#[test]
fn defaults_and_padding_see_the_fields_before_them() {
    let made = Made {
        a: 100,
        text: "abc".to_owned(),
        twice: 200,
        same: 100,
        len: 3,
        printed: "abc-200".to_owned(),
    };
    assert_eq!(decoded(&[100, 3, b'a', b'b', b'c']), Ok(made));
    let error = decoded::<Made>(&[200, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::IntegerOutOfRange, 2));

    let padded = Padded { n: 3, word: 7, list: vec![1, 2, 3] };
    let bytes = [3, 0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 2, 3];
    assert_eq!(Postcard::to_vec(&padded).unwrap(), bytes);
    in_every_format!(padded.clone());
    assert_eq!(decoded(&bytes), Ok(padded.clone()));
    let error = decoded::<Padded>(&[0, 7, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverflow, 2));
    let error = Postcard::to_vec(&Padded { n: 0, ..padded }).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::IntegerOutOfRange, 2));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Aligned {
    step: u8,
    text: String,
    #[codec(align = step * 2)]
    word: u8,
    #[codec(check = |last| *last > step)]
    last: u8,
}

forms! {
    Aligned: AlignedRef, AlignedShared;
}

#[test]
fn alignment_and_closures_of_checks_see_the_fields_before_them() {
    let aligned = Aligned { step: 4, text: "ab".to_owned(), word: 7, last: 5 };
    let bytes = [4, 2, b'a', b'b', 0, 0, 0, 0, 7, 5];
    assert_eq!(Postcard::to_vec(&aligned).unwrap(), bytes);
    in_every_format!(aligned.clone());
    assert_eq!(decoded(&bytes), Ok(aligned.clone()));
    // A step of nothing is no alignment.
    let dense = Aligned { step: 0, text: String::new(), word: 7, last: 5 };
    assert_eq!(Postcard::to_vec(&dense).unwrap(), [0, 0, 7, 5]);
    assert_eq!(decoded(&[0, 0, 7, 5]), Ok(dense));
    let error = decoded::<Aligned>(&[4, 2, b'a', b'b', 0, 0, 0, 0, 7, 4]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 9));
    let error = Postcard::to_vec(&Aligned { last: 4, ..aligned }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InvalidValue);
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Signed {
    step: i8,
    #[codec(align = step)]
    word: u8,
}

#[test]
fn a_negative_alignment_is_an_error_both_ways() {
    let error = Postcard::from_slice::<Signed>(&[0xff, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverflow, 1));
    let error = Postcard::to_vec(&Signed { step: -1, word: 1 }).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::IntegerOutOfRange, 1));
}

/// The fields that are not on the wire are made last: in the expressions of the others, their names are those of the
/// code itself. What is computed sees them.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Late {
    #[codec(skip)]
    cached: u8,
    #[codec(check = |cached| *cached < 9)]
    level: u8,
    #[codec(max = { let cached = 1; cached * 2 })]
    text: String,
    #[codec(until = |cached| *cached == 0)]
    list: Vec<u8>,
    #[codec(computed = cached + level)]
    sum: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Covered {
    #[codec(span)]
    all: Vec<u8>,
    #[codec(check = |all| *all < 9)]
    level: u8,
}

forms! {
    Late: LateRef, LateShared;
}

#[test]
fn an_expression_may_use_the_name_of_a_field_that_is_not_on_the_wire() {
    let late = Late { cached: 0, level: 7, text: "ab".to_owned(), list: vec![1, 0], sum: 7 };
    in_every_format!(late.clone());
    assert_eq!(decoded(&[7, 2, b'a', b'b', 1, 0, 7]), Ok(late));
    let error = decoded::<Late>(&[9, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 0));
    assert_eq!(Postcard::from_slice(&[8]), Ok(Covered { all: vec![8], level: 8 }));
}
