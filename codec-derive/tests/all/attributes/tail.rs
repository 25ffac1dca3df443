//! `tail`.

use codec_core::{Decode, DecodeErrorKind, Encode, Format, Postcard, Sv2};

use crate::agree::{agree, forms};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Rest {
    id: u8,
    #[codec(tail)]
    payload: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Optional {
    id: u8,
    #[codec(tail)]
    extra: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Records {
    #[codec(tail)]
    records: Vec<(u8, Vec<u8>)>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Numbers {
    #[codec(tail, be)]
    numbers: Vec<u32>,
}

forms! {
    Rest: RestRef, RestShared;
    Optional: OptionalRef, OptionalShared;
    Records: RecordsRef, RecordsShared;
    Numbers: NumbersRef, NumbersShared;
}

#[test]
fn the_tail_is_what_is_left() {
    let rest = Rest { id: 1, payload: vec![2, 3] };
    assert_eq!(agree::<Sv2, _>(&rest), [1, 2, 3]);
    assert_eq!(agree::<Postcard, _>(&Rest { id: 1, payload: vec![] }), [1]);
    assert_eq!(agree::<Sv2, _>(&Optional { id: 1, extra: None }), [1]);
    assert_eq!(agree::<Sv2, _>(&Optional { id: 1, extra: Some(2) }), [1, 2, 0]);
    let records = Records { records: vec![(1, vec![]), (2, vec![7])] };
    assert_eq!(agree::<Postcard, _>(&records), [1, 0, 2, 1, 7]);
    assert_eq!(agree::<Sv2, _>(&Numbers { numbers: vec![1, 2] }), [0, 0, 0, 1, 0, 0, 0, 2]);
}

#[test]
fn a_tail_that_is_cut_is_refused() {
    for len in [1, 2, 3, 5] {
        let error = Sv2::from_slice::<Numbers>(&vec![0; len]).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
        assert!(Sv2::from_slice_ref::<NumbersRef<'_>>(&vec![0; len]).is_err());
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Endless {
    #[codec(tail)]
    units: Vec<()>,
}

#[test]
fn elements_without_bytes_never_end_the_input() {
    assert_eq!(Postcard::from_slice::<Endless>(&[]), Ok(Endless { units: vec![] }));
    let error = Postcard::from_slice::<Endless>(&[0]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Several {
    id: u8,
    #[codec(tail)]
    one: Option<u16>,
    #[codec(tail)]
    two: Option<u8>,
    #[codec(tail)]
    rest: Vec<u8>,
}

forms! { Several: SeveralRef, SeveralShared; }

#[test]
fn several_options_may_stand_at_the_end() {
    let none = Several { id: 1, one: None, two: None, rest: vec![] };
    let one = Several { one: Some(2), ..none.clone() };
    let two = Several { two: Some(3), ..one.clone() };
    let rest = Several { rest: vec![4, 5], ..two.clone() };
    for (value, wanted) in
        [(&none, &[1][..]), (&one, &[1, 2, 0]), (&two, &[1, 2, 0, 3]), (&rest, &[1, 2, 0, 3, 4, 5])]
    {
        assert_eq!(agree::<Sv2, _>(value), wanted);
    }
    let gap = Several { two: Some(3), ..none };
    let error = Sv2::to_vec(&gap).unwrap_err();
    assert_eq!(error.kind(), codec_core::EncodeErrorKind::InconsistentFields);
}
