//! `be` and `le`.

use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Borsh, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, be)]
struct Big {
    one: u16,
    list: [u32; 2],
    #[codec(le)]
    little: u64,
    #[codec(len = u16)]
    bytes: Vec<i16>,
    inner: Inner,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Inner {
    #[codec(le)]
    own: u32,
    around: u32,
}

forms! { Big: BigRef, BigShared; Inner: InnerRef, InnerShared; }

#[test]
fn integers_have_a_fixed_width_and_an_order() {
    let value = Big {
        one: 1,
        list: [2, 3],
        little: 4,
        bytes: vec![-2],
        inner: Inner { own: 5, around: 6 },
    };
    in_every_format!(value.clone());
    let wanted = [
        &[0, 1][..],
        &[0, 0, 0, 2, 0, 0, 0, 3],
        &[4, 0, 0, 0, 0, 0, 0, 0],
        &[0, 1, 0xff, 0xfe],
        &[5, 0, 0, 0],
        &[0, 0, 0, 6],
    ];
    assert_eq!(Postcard::to_vec(&value).unwrap(), wanted.concat());
    assert_eq!(Bincode::to_vec(&value).unwrap(), wanted.concat());
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, push)]
struct Recursive {
    value: u16,
    next: Option<Box<Recursive>>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
struct Mixed {
    #[codec(be)]
    big: Vec<Mixed>,
    #[codec(le)]
    little: Vec<Mixed>,
    value: u16,
}

#[test]
fn a_type_that_contains_itself_may_have_an_order() {
    let value = Recursive { value: 1, next: Some(Box::new(Recursive { value: 2, next: None })) };
    let bytes = Bincode::to_vec(&value).unwrap();
    assert_eq!(bytes, [0, 1, 1, 0, 2, 0]);
    assert_eq!(Bincode::from_slice::<Recursive>(&bytes).as_ref(), Ok(&value));
    let mut decoder = Recursive::push_decoder::<Bincode>();
    let mut pieces = bytes.iter().map(|byte| decoder.push(&mut &[*byte][..]).unwrap());
    assert_eq!(pieces.find_map(Progress::done), Some(value));
}

#[test]
fn orders_change_from_level_to_level() {
    let leaf = Mixed { big: vec![], little: vec![], value: 258 };
    let inner = Mixed { little: vec![leaf.clone()], ..leaf.clone() };
    let value = Mixed { big: vec![inner], little: vec![], value: 258 };
    let bytes = Postcard::to_vec(&value).unwrap();
    assert_eq!(bytes, [1, 0, 1, 0, 0, 2, 1, 1, 2, 0, 0x82, 2]);
    let mut decoder = Mixed::push_decoder::<Postcard>();
    let mut pieces = bytes.iter().map(|byte| decoder.push(&mut &[*byte][..]).unwrap());
    assert_eq!(pieces.find_map(Progress::done), Some(value));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be)]
struct Float {
    one: f32,
    two: f64,
}

#[test]
fn floats_follow_and_keep_what_the_format_refuses() {
    let value = Float { one: 1.0, two: -2.0 };
    let bytes = Borsh::to_vec(&value).unwrap();
    assert_eq!(bytes, [0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(Borsh::from_slice::<Float>(&bytes), Ok(value));
    let nan = Float { one: 0.0, two: f64::NAN };
    assert_eq!(Borsh::to_vec(&nan).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
    let mut bytes = bytes;
    bytes[4..6].copy_from_slice(&[0x7f, 0xf8]);
    let error = Borsh::from_slice::<Float>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 4));
    assert!(Bincode::from_slice::<Float>(&bytes).unwrap().two.is_nan());
}
