//! Combined attributes: on one field, in generics, in variants, in wide structs.

use std::marker::PhantomData;
use std::ops::Range;

use codec_core::{Decode, DecodeErrorKind, Encode, Format, Postcard, SeqRef};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Generic<T> {
    #[codec(check = few)]
    flags: u8,
    #[codec(len = u16, max = 9, be)]
    list: Vec<T>,
    #[codec(if = flags & 1 != 0, len = u8)]
    optional: Option<Vec<T>>,
    #[codec(skip)]
    marker: PhantomData<T>,
    #[codec(count = flags)]
    counted: Vec<T>,
    #[codec(tail)]
    last: Option<T>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a check takes a reference")]
const fn few(flags: &u8) -> bool {
    *flags < 100
}

type Of32 = Generic<u32>;
type Of32Ref<'de> = GenericRef<'de, u32>;
type Of32Shared = GenericShared<u32>;
forms! { Of32: Of32Ref, Of32Shared; }

#[test]
fn generic_fields_have_counts_conditions_and_tails() {
    let value = Generic {
        flags: 1,
        list: vec![1, 300],
        optional: Some(vec![2]),
        marker: PhantomData,
        counted: vec![70_000],
        last: Some(4),
    };
    in_every_format!(value.clone());
    in_every_format!(Generic {
        flags: 2,
        optional: None,
        counted: vec![1, 2],
        last: None,
        ..value
    });
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u16, be)]
enum Variants {
    Unit,
    Named {
        r#type: u8,
        #[codec(if = r#type == 1)]
        number: Option<u16>,
        #[codec(span = r#type..=number)]
        place: Range<usize>,
        #[codec(span)]
        all: Vec<u8>,
    },
    Counted(u8, #[codec(len = u24, le)] Vec<u16>),
    Constant(#[codec(magic = b"X")] (), #[codec(skip)] u8, Vec<u8>),
    Rest(#[codec(tail)] Vec<u8>),
    #[codec(other)]
    Unknown(u32),
}

forms! { Variants: VariantsRef, VariantsShared; }

#[test]
fn variants_take_what_structs_take() {
    in_every_format!(Variants::Unit);
    in_every_format!(Variants::Counted(3, vec![1, 2]));
    in_every_format!(Variants::Constant((), 0, vec![5]));
    in_every_format!(Variants::Rest(vec![5, 6]));
    in_every_format!(Variants::Unknown(77));
    let named: Variants = Postcard::from_slice(&[0, 1, 1, 0, 9]).unwrap();
    let wanted = Variants::Named { r#type: 1, number: Some(9), place: 2..5, all: vec![1, 0, 9] };
    assert_eq!(named, wanted);
    in_every_format!(named);
}

#[derive(Debug, Encode, Decode)]
struct Lent<'a> {
    len: u8,
    #[codec(borrow, count = len)]
    bytes: &'a [u8],
    #[codec(borrow, len = u16)]
    text: &'a str,
    #[codec(borrow, if = len > 1)]
    more: Option<&'a str>,
    #[codec(borrow, max = 2)]
    list: SeqRef<'a, u16>,
    #[codec(borrow, tail)]
    rest: &'a [u8],
}

#[test]
fn a_type_with_a_lifetime_takes_what_others_take() {
    let input = [2, 8, 9, 1, 0, b'x', 1, b'y', 1, 5, 7, 7];
    let lent: Lent<'_> = Postcard::from_slice_ref(&input).unwrap();
    assert_eq!((lent.bytes, lent.text, lent.more), (&[8, 9][..], "x", Some("y")));
    assert_eq!((lent.list.get(0), lent.rest), (Some(5), &[7, 7][..]));
    assert_eq!(Postcard::to_vec(&lent).unwrap(), input);
    let error = Postcard::from_slice_ref::<Lent<'_>>(&[0, 0, 0, 3, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 3));
}

/// More fields than one generated function reads.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, version = 2)]
struct Wide<T> {
    f00: u8,
    f01: Vec<u8>,
    f02: T,
    f03: u8,
    f04: u8,
    f05: u8,
    f06: u8,
    f07: u8,
    f08: u8,
    f09: u8,
    f10: u8,
    f11: u8,
    f12: u8,
    f13: u8,
    f14: u8,
    f15: u8,
    f16: u8,
    #[codec(if = f00 == 1 && f16 == 16)]
    f17: Option<u8>,
    #[codec(count = f15)]
    f18: Vec<u8>,
    #[codec(since = 2, default = four)]
    f19: Vec<u8>,
    #[codec(span = f01..=f17)]
    f20: Vec<u8>,
    #[codec(span = f02)]
    f21: Range<usize>,
}

fn four() -> &'static [u8] {
    &[4]
}

type Wide32 = Wide<u32>;
type Wide32Ref<'de> = WideRef<'de, u32>;
type Wide32Shared = WideShared<u32>;
forms! { Wide32: Wide32Ref, Wide32Shared; }

#[test]
fn a_wide_struct_finds_fields_of_other_groups() {
    let older = [1, 21, 1, 1, 9, 70, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 2, 16, 17, 1, 2];
    let wide: Wide32 = Postcard::from_slice(&older).unwrap();
    assert_eq!((wide.f17, &*wide.f18, &*wide.f19), (Some(17), &[1, 2][..], &[4][..]));
    assert_eq!((&*wide.f20, wide.f21.clone()), (&older[3..21], 5..6));
    // Spans depend on the input: only the same bytes give the same value.
    let again: Wide32 = Postcard::from_slice(&Postcard::to_vec(&wide).unwrap()).unwrap();
    in_every_format_of_its_own(&again);
}

fn in_every_format_of_its_own(value: &Wide32) {
    assert_eq!(crate::agree::agree::<Postcard, _>(value).len(), 25);
}
