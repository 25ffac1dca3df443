//! `len`, `min`, `max`, `count`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use codec_core::push::PushDecode;
use codec_core::{
    Bincode, Decode, DecodeError, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Sv2,
};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Widths {
    #[codec(len = u8)]
    one: Vec<u8>,
    #[codec(len = u16, be)]
    two: Vec<u16>,
    #[codec(len = u24)]
    three: Vec<u8>,
    #[codec(len = u32)]
    four: Vec<u8>,
    #[codec(len = u64)]
    eight: Vec<(u8, u8)>,
    #[codec(len = varint)]
    varint: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Limited {
    #[codec(min = 1, max = 3)]
    few: Vec<u8>,
    #[codec(len = u8, max = LIMIT)]
    named: Vec<u32>,
}

const LIMIT: usize = 2;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Grid {
    width: u8,
    height: u8,
    #[codec(count = usize::from(width) * usize::from(height), max = 1000)]
    cells: Vec<u16>,
    #[codec(count = width)]
    names: Vec<Vec<u8>>,
}

forms! {
    Widths: WidthsRef, WidthsShared;
    Limited: LimitedRef, LimitedShared;
    Grid: GridRef, GridShared;
    Pointers: PointersRef, PointersShared;
}

#[test]
fn a_length_has_the_width_that_the_field_asks_for() {
    let value = Widths {
        one: vec![1],
        two: vec![2],
        three: vec![3],
        four: vec![4],
        eight: vec![(5, 6)],
        varint: vec![7; 130],
    };
    in_every_format!(value.clone());
    // Even where the format has no length of its own.
    let bytes = Sv2::to_vec(&value).unwrap();
    let mut wanted =
        vec![1, 1, 0, 1, 0, 2, 1, 0, 0, 3, 1, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 5, 6];
    wanted.extend([0x82, 1]);
    wanted.extend([7; 130]);
    assert_eq!(bytes, wanted);
    assert_eq!(Sv2::from_slice::<Widths>(&bytes), Ok(value));
}

#[test]
fn a_length_that_does_not_fit_is_not_written() {
    let value = Widths {
        one: vec![0; 256],
        two: vec![],
        three: vec![],
        four: vec![],
        eight: vec![],
        varint: vec![],
    };
    assert_eq!(Sv2::to_vec(&value).unwrap_err().kind(), EncodeErrorKind::LengthOverLimit);
}

#[test]
fn limits_hold_both_ways() {
    let value = Limited { few: vec![1, 2, 3], named: vec![4, 5] };
    in_every_format!(value.clone());
    let kind = |few: usize, named: usize| {
        let value = Limited { few: vec![0; few], named: vec![0; named] };
        Postcard::to_vec(&value).unwrap_err().kind()
    };
    assert_eq!(kind(0, 0), EncodeErrorKind::LengthUnderLimit);
    assert_eq!(kind(4, 0), EncodeErrorKind::LengthOverLimit);
    assert_eq!(kind(1, 3), EncodeErrorKind::LengthOverLimit);
    let read = |bytes: &[u8]| {
        let error = Postcard::from_slice::<Limited>(bytes).unwrap_err();
        assert_eq!(Postcard::from_slice_ref::<LimitedRef<'_>>(bytes).unwrap_err(), error);
        (error.kind(), error.offset())
    };
    assert_eq!(read(&[0, 0]), (DecodeErrorKind::LengthUnderLimit, 0));
    assert_eq!(read(&[4, 0]), (DecodeErrorKind::LengthOverLimit, 0));
    assert_eq!(read(&[1, 9, 3]), (DecodeErrorKind::LengthOverLimit, 2));
    let report = Postcard::explain::<Limited>(&[1, 9, 3]);
    assert_eq!(report.to_string(), "Limited.named at byte 2: length 3 is over the limit 2");
}

#[test]
fn a_count_comes_from_the_fields_before() {
    let value = Grid { width: 2, height: 1, cells: vec![1, 2], names: vec![vec![3], vec![]] };
    in_every_format!(value.clone());
    let bytes = Bincode::to_vec(&(2u8, 1u8, 1u16, 2u16, vec![3u8], Vec::<u8>::new())).unwrap();
    assert_eq!(Bincode::to_vec(&value).unwrap(), bytes);
    let wrong = Grid { height: 2, ..value };
    let error = Bincode::to_vec(&wrong).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
}

#[test]
fn decoding_over_a_value_keeps_its_memory() {
    let mut value = Grid { width: 1, height: 1, cells: Vec::with_capacity(50), names: vec![] };
    Bincode::decode_into(&mut value, &[1, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!((value.cells.as_slice(), value.cells.capacity()), (&[7][..], 50));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Distinct {
    #[codec(min = 2)]
    set: BTreeSet<u8>,
    count: u8,
    #[codec(count = count)]
    map: BTreeMap<u8, u8>,
}

/// The verdict of every form, which is the same.
fn verdict(bytes: &[u8]) -> Result<(), (DecodeErrorKind, usize)> {
    let outcome = |error: DecodeError| (error.kind(), error.offset());
    let owned = Postcard::from_slice::<Distinct>(bytes).map(drop).map_err(outcome);
    let borrowed = Postcard::from_slice_ref::<DistinctRef<'_>>(bytes).map(drop).map_err(outcome);
    let shared = Postcard::from_bytes::<DistinctShared>(&bytes.to_vec().into());
    let mut over = Distinct { set: [1].into(), count: 0, map: [(1, 1)].into() };
    let over = Postcard::decode_into(&mut over, bytes).map_err(outcome);
    let mut decoder = Distinct::push_decoder::<Postcard>();
    let pushed = bytes.iter().try_for_each(|byte| decoder.push(&mut &[*byte][..]).map(drop));
    assert_eq!((&owned, &owned), (&borrowed, &over), "{bytes:?}");
    assert_eq!((&owned, &owned), (&shared.map(drop).map_err(outcome), &pushed.map_err(outcome)));
    owned
}

#[test]
fn elements_of_the_same_key_are_one_in_every_form() {
    let under = |offset| Err((DecodeErrorKind::LengthUnderLimit, offset));
    assert_eq!(verdict(&[2, 5, 6, 2, 2, 0, 1, 0]), Ok(()));
    assert_eq!(verdict(&[3, 6, 5, 6, 0]), Ok(()));
    assert_eq!(verdict(&[2, 5, 5, 0]), under(0));
    assert_eq!(verdict(&[3, 6, 6, 6, 0]), under(0));
    assert_eq!(verdict(&[2, 5, 6, 2, 1, 0, 1, 0]), under(4));
    assert_eq!(verdict(&[2, 5, 6, 3, 2, 0, 1, 0, 2, 0]), under(4));
}

#[test]
fn what_is_read_of_sets_and_maps_can_be_written() {
    for bytes in [[3, 6, 5, 6, 0, 0, 0, 0], [2, 5, 6, 2, 2, 0, 1, 0]] {
        let (value, _) = Postcard::from_slice_prefix::<Distinct>(&bytes).unwrap();
        assert!(Postcard::to_vec(&value).is_ok());
        let len = if bytes[0] == 3 { 5 } else { 8 };
        let borrowed = Postcard::from_slice_ref::<DistinctRef<'_>>(&bytes[..len]).unwrap();
        assert_eq!(Postcard::to_vec(&borrowed).unwrap(), bytes[..len]);
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Pointers {
    #[codec(len = u8, min = 1)]
    numbers: Arc<[u16]>,
    #[codec(max = 5)]
    text: Rc<str>,
    count: u8,
    #[codec(count = count)]
    counted: Arc<[u8]>,
    #[codec(tail)]
    rest: Rc<[u8]>,
}

#[test]
fn shared_slices_and_strings_have_a_length() {
    let value = Pointers {
        numbers: [1, 300].into(),
        text: "é".into(),
        count: 1,
        counted: [7].into(),
        rest: [8, 9].into(),
    };
    in_every_format!(value.clone());
    let kind = |value: &Pointers| Postcard::to_vec(value).unwrap_err().kind();
    let few = Pointers { numbers: [].into(), ..value.clone() };
    assert_eq!(kind(&few), EncodeErrorKind::LengthUnderLimit);
    let bytes = Postcard::to_vec(&value).unwrap();
    let mut decoder = Pointers::push_decoder::<Postcard>();
    assert!(decoder.push(&mut &bytes[..]).unwrap().done().is_none());
    assert_eq!(decoder.end(), Ok(value));
}
