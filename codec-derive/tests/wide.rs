//! A struct of more fields than one generated function handles.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format};

#[derive(Debug, Clone, Default, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Wide {
    f0: u8,
    f1: String,
    f2: u16,
    f3: u32,
    f4: bool,
    f5: String,
    f6: u64,
    f7: u8,
    f8: u8,
    f9: String,
    f10: u16,
    f11: u32,
    f12: bool,
    f13: String,
    f14: u64,
    f15: u8,
    f16: u8,
    f17: String,
    f18: bool,
    f19: u32,
}

fn wide() -> Wide {
    Wide {
        f0: 1,
        f1: "one".into(),
        f3: 3,
        f4: true,
        f9: "nine".into(),
        f15: 15,
        f16: 16,
        f17: "seventeen".into(),
        f18: true,
        f19: 0x1122_3344,
        ..Wide::default()
    }
}

#[test]
fn every_field_keeps_its_place_across_groups() {
    let bytes = Bincode::to_vec(&wide()).unwrap();
    // 15, 16, then "seventeen" with its length, true, and the last field.
    let mut tail = vec![15, 16, 9, 0, 0, 0, 0, 0, 0, 0];
    tail.extend_from_slice(b"seventeen\x01\x44\x33\x22\x11");
    assert!(bytes.ends_with(&tail));
    assert_eq!(Bincode::from_slice::<Wide>(&bytes).unwrap(), wide());
    let borrowed: WideRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.f1, borrowed.f17, borrowed.f19), ("one", "seventeen", 0x1122_3344));
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    let mut over = Wide { f17: String::with_capacity(64), ..Wide::default() };
    Bincode::decode_into(&mut over, &bytes).unwrap();
    assert_eq!((over.f17.capacity(), &over), (64, &wide()));
}

#[test]
fn every_truncation_is_an_error_in_every_group() {
    let bytes = Bincode::to_vec(&wide()).unwrap();
    for len in 0..bytes.len() {
        let error = Bincode::from_slice::<Wide>(&bytes[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
        assert_eq!(Bincode::from_slice_ref::<WideRef<'_>>(&bytes[..len]).unwrap_err(), error);
        assert_eq!(Bincode::decode_into(&mut Wide::default(), &bytes[..len]), Err(error));
    }
}

#[test]
fn an_error_behind_the_first_group_names_its_field() {
    let mut bytes = Bincode::to_vec(&wide()).unwrap();
    let flag = bytes.len() - 5;
    bytes[flag] = 7;
    let report = Bincode::explain::<Wide>(&bytes);
    assert_eq!(report.path(), "Wide.f18");
    assert_eq!(report.error().unwrap().offset(), flag);
}
