//! Ranges of tags.

use codec_core::push::{Progress, PushDecode as _};
use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Limits, Sv2};

use crate::agree::{agree, forms};

const END: u8 = 0x7f;

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, tag = u8, detached)]
enum Op {
    Nop,
    #[codec(value = 4..=9)]
    Push(u8, #[codec(len = u8)] Vec<u8>),
    #[codec(value = END)]
    End,
    #[codec(value = 0x80..0xf0)]
    Extension(u8),
    #[codec(other)]
    Other(u16),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Held {
    tag: u8,
    #[codec(tag = tag)]
    op: Op,
}

/// Ends of ranges that other parts of a program name.
mod limits {
    pub(super) const LOW: u8 = 4;
    pub(super) const HIGH: u16 = 0xf0;
    pub(super) const OPEN: i32 = 0xf8;
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, tag = u8)]
enum Named {
    #[codec(value = ..limits::LOW)]
    Below(u8),
    #[codec(value = limits::LOW..=2 * limits::LOW + 1)]
    Push(u8, #[codec(len = u8)] Vec<u8>),
    #[codec(value = END)]
    End,
    #[codec(value = 0x80..limits::HIGH)]
    Extension(u8),
    #[codec(value = limits::OPEN..)]
    Above(u8),
    #[codec(other)]
    Other(u16),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = u8)]
enum Half {
    Low,
    #[codec(value = 1..)]
    High(u8),
}

forms! { Op: OpRef, OpShared; Held: HeldRef, HeldShared; Named: NamedRef, NamedShared; }

#[test]
fn a_variant_keeps_which_tag_of_its_range_it_had() {
    let push = Op::Push(7, vec![1, 2]);
    assert_eq!(agree::<Sv2, _>(&Held { tag: 7, op: push.clone() })[0], 7);
    for op in [Op::Nop, push, Op::End, Op::Extension(0x80), Op::Extension(0xef), Op::Other(10)] {
        let bytes = agree::<Bincode, _>(&op);
        let (mut pushed, mut found) = (Op::push_decoder::<Bincode>(), None);
        for byte in &bytes {
            if let Progress::Done(value) = pushed.push(&mut &[*byte][..]).unwrap() {
                found = Some(value);
            }
        }
        assert_eq!(found, Some(op));
    }
    assert_eq!(Sv2::from_slice::<Half>(&[255]), Ok(Half::High(255)));
}

#[test]
fn a_tag_outside_of_the_range_is_not_written() {
    let held = Held { tag: 3, op: Op::Push(3, vec![]) };
    let wrong = [Op::Push(10, vec![]), Op::Extension(0xf0), Op::Other(8), Op::Other(0x90)];
    for error in wrong.iter().map(Sv2::to_vec).chain([Sv2::to_vec(&held)]) {
        assert_eq!(error.unwrap_err().kind(), EncodeErrorKind::InvalidValue);
    }
}

#[test]
fn the_ends_of_a_range_are_constants_of_the_user() {
    for tag in 0..=u8::MAX {
        let wanted = match tag {
            0..4 => Named::Below(tag),
            4..=9 => Named::Push(tag, vec![1, 2]),
            END => Named::End,
            0x80..0xf0 => Named::Extension(tag),
            0xf8.. => Named::Above(tag),
            _ => Named::Other(tag.into()),
        };
        let input = if (4..=9).contains(&tag) { &[tag, 2, 1, 2][..] } else { &[tag] };
        assert_eq!(Sv2::from_slice::<Named>(input).as_ref(), Ok(&wanted));
        assert_eq!(agree::<Sv2, _>(&wanted), input);
    }
    for wrong in [Named::Below(4), Named::Push(10, vec![]), Named::Extension(0xf0), Named::Other(9)]
    {
        assert_eq!(Sv2::to_vec(&wrong).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
    }
}

#[test]
fn a_tag_that_the_field_has_no_room_for_is_unknown() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(tag = u16)]
    enum Wide {
        #[codec(value = 200..=300)]
        Kept(u32),
        #[codec(value = ..=4)]
        Low(u16),
    }
    assert_eq!(Sv2::from_slice::<Wide>(&[44, 1]), Ok(Wide::Kept(300)));
    let error = Sv2::from_slice::<Wide>(&[45, 1]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::InvalidTag);
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(tag = u8)]
enum Lists {
    #[codec(value = 1..=9)]
    Numbers(u8, Vec<u16>),
    #[codec(other)]
    Text(u8, String),
}

#[test]
fn fields_of_a_variant_with_a_kept_tag_are_in_the_memory_bound() {
    let bound = Bincode::memory_bound::<Lists>().unwrap();
    for value in [Lists::Numbers(2, vec![300; 5]), Lists::Text(20, "é".into())] {
        let input = Bincode::to_vec(&value).unwrap();
        let limits = Limits { memory: bound.of_input(input.len()), ..Limits::DEFAULT };
        assert_eq!(Bincode::from_slice_with(limits, &input), Ok(value));
    }
}
