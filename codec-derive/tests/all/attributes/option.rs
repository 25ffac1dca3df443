//! `len`, `min`, `max` and `count` on an `Option`: a sequence of none or one.

use codec_core::push::{Progress, PushDecode};
use codec_core::{Consensus, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard};

use crate::agree::{agree, forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Counted {
    #[codec(len = u8)]
    number: Option<u16>,
    #[codec(len = u16, be)]
    bytes: Option<Vec<u8>>,
    has: u8,
    #[codec(count = has)]
    given: Option<u8>,
    end: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Required {
    #[codec(min = 1)]
    one: Option<u8>,
    #[codec(max = 0)]
    none: Option<u8>,
}

forms! {
    Counted: CountedRef, CountedShared;
    Required: RequiredRef, RequiredShared;
}

fn full() -> Counted {
    Counted { number: Some(7), bytes: Some(vec![8, 9]), has: 1, given: Some(5), end: 6 }
}

fn empty() -> Counted {
    Counted { number: None, bytes: None, has: 0, given: None, end: 6 }
}

#[test]
fn a_count_of_none_or_one_precedes_an_option() {
    assert_eq!(agree::<Postcard, _>(&full()), [1, 7, 0, 1, 2, 8, 9, 1, 5, 6]);
    assert_eq!(agree::<Postcard, _>(&empty()), [0, 0, 0, 0, 6]);
    in_every_format!(full());
    in_every_format!(empty());
}

#[test]
fn a_format_without_options_carries_a_counted_one() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Short {
        #[codec(len = u8)]
        number: Option<u16>,
    }
    let short = Short { number: Some(0x0102) };
    assert_eq!(Consensus::to_vec(&short).unwrap(), [1, 2, 1]);
    assert_eq!(Consensus::from_slice::<Short>(&[1, 2, 1]), Ok(short));
}

#[test]
fn a_count_of_two_is_refused_in_every_form() {
    for bytes in [&[2, 7, 7, 0, 0, 0, 6][..], &[0, 0, 2, 0, 0, 0, 6], &[0, 0, 0, 2, 5, 5, 6]] {
        let error = Postcard::from_slice::<Counted>(bytes).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit, "{bytes:?}");
        assert_eq!(Postcard::from_slice_ref::<CountedRef<'_>>(bytes).unwrap_err(), error);
        let pushed = Counted::push_decoder::<Postcard>().push(&mut &*bytes).unwrap_err();
        assert_eq!(pushed, error);
    }
}

#[test]
fn limits_hold_for_an_option() {
    let right = Required { one: Some(3), none: None };
    assert_eq!(agree::<Postcard, _>(&right), [1, 3, 0]);
    let kind = |bytes: &[u8]| Postcard::from_slice::<Required>(bytes).unwrap_err().kind();
    assert_eq!(kind(&[0, 0]), DecodeErrorKind::LengthUnderLimit);
    assert_eq!(kind(&[1, 3, 1, 4]), DecodeErrorKind::LengthOverLimit);
    let error = Postcard::to_vec(&Required { one: None, none: None }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthUnderLimit);
}

#[test]
fn an_option_of_another_count_is_not_written() {
    let error = Postcard::to_vec(&Counted { has: 0, bytes: None, ..full() }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
}

#[test]
fn a_counted_option_is_decoded_from_pieces() {
    for value in [full(), empty()] {
        let bytes = Postcard::to_vec(&value).unwrap();
        let mut decoder = Counted::push_decoder::<Postcard>();
        let mut found = None;
        for byte in &bytes {
            match decoder.push(&mut std::slice::from_ref(byte)).unwrap() {
                Progress::Done(value) => found = Some(value),
                Progress::Need(more) => assert!(more > 0),
            }
        }
        assert_eq!(found, Some(value));
    }
}

/// With `if`, a length applies to the content, when there is any.
#[test]
fn a_length_with_a_condition_is_that_of_the_value() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    struct Conditional {
        has: bool,
        #[codec(if = has, len = u16)]
        bytes: Option<Vec<u8>>,
    }
    let value = Conditional { has: true, bytes: Some(vec![9]) };
    assert_eq!(Postcard::to_vec(&value).unwrap(), [1, 1, 0, 9]);
    assert_eq!(Postcard::from_slice::<Conditional>(&[1, 1, 0, 9]), Ok(value));
}
