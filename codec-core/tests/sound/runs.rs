//! Runs of values take other paths than single values: the outcomes must be the same.
#![forbid(unsafe_code)]
#![expect(clippy::expect_used, reason = "a panic is how a test fails")]

use codec_core::{Bincode, Borsh, DecodeErrorKind, EncodeErrorKind, Format, SeqRef, Strict, Sv2};

type Big = <Bincode as codec_core::Layout>::Big;

/// Every length up to twice those at which another width is used; under Miri, which takes a
/// thousand times as long, up to a little over the second.
const LENGTHS: std::ops::Range<usize> = if cfg!(miri) { 0..19 } else { 0..140 };

#[test]
fn booleans_are_read_as_one_by_one() {
    for len in LENGTHS {
        let bools: Vec<bool> = (0..len).map(|index| index % 3 == 1).collect();
        let bytes = Bincode::to_vec(&bools).expect("it encodes");
        assert_eq!(bytes[8..], bools.iter().map(|bit| u8::from(*bit)).collect::<Vec<_>>());
        assert_eq!(Bincode::from_slice::<Vec<bool>>(&bytes), Ok(bools));
    }
}

#[test]
fn a_byte_that_is_no_boolean_is_found_wherever_it_is() {
    for len in LENGTHS {
        for bad in 0..len {
            let mut bytes = Bincode::to_vec(&vec![true; len]).expect("it encodes");
            bytes[8 + bad] = 2 << (bad % 7);
            let owned = Bincode::from_slice::<Vec<bool>>(&bytes).expect_err("it is no boolean");
            assert_eq!((owned.kind(), owned.offset()), (DecodeErrorKind::InvalidBool, 8 + bad));
            assert_eq!(Bincode::from_slice_ref::<SeqRef<'_, bool>>(&bytes).err(), Some(owned));
            assert_eq!(Strict::<Bincode>::from_slice::<Vec<bool>>(&bytes), Err(owned));
        }
    }
}

#[test]
fn a_format_that_ignores_bits_of_a_boolean_does_so_in_a_row() {
    let bytes = [3, 0xfe, 0xff, 1];
    let list: codec_core::wire::Seq0255<bool> = Sv2::from_slice(&bytes).expect("it decodes");
    assert_eq!(list.iter().copied().collect::<Vec<_>>(), [false, true, true]);
}

#[test]
fn numbers_in_a_row_keep_their_byte_order() {
    for len in LENGTHS {
        let numbers: Vec<u32> = (0..len).map(|index| 0x0102_0304 << (index % 8)).collect();
        let little = Bincode::to_vec(&numbers).expect("it encodes");
        let big = Big::to_vec(&numbers).expect("it encodes");
        assert_eq!(Bincode::from_slice::<Vec<u32>>(&little).as_ref(), Ok(&numbers));
        assert_eq!(Big::from_slice::<Vec<u32>>(&big), Ok(numbers));
    }
}

#[test]
fn a_number_that_is_refused_is_found_wherever_it_is() {
    for len in LENGTHS {
        for bad in 0..len {
            let mut bytes = Borsh::to_vec(&vec![1.0f64; len]).expect("it encodes");
            bytes[4 + 8 * bad..][..8].copy_from_slice(&f64::NAN.to_le_bytes());
            let error = Borsh::from_slice::<Vec<f64>>(&bytes).expect_err("it is no number");
            assert_eq!(
                (error.kind(), error.offset()),
                (DecodeErrorKind::InvalidValue, 4 + 8 * bad)
            );
            assert_eq!(Borsh::from_slice_ref::<SeqRef<'_, f64>>(&bytes).err(), Some(error));
        }
    }
}

#[test]
fn short_texts_of_every_length_are_whole() {
    for len in LENGTHS {
        let text: String = ('a'..='z').cycle().take(len).collect();
        let bytes = Bincode::to_vec(&text).expect("it encodes");
        assert_eq!(bytes[8..], *text.as_bytes());
        assert_eq!(Bincode::from_slice::<String>(&bytes), Ok(text));
    }
}

#[test]
fn a_vector_with_any_room_gets_the_same_bytes() {
    let value = (7u8, String::from("some text"), vec![1u16, 2, 3]);
    let whole = Bincode::to_vec(&value).expect("it encodes");
    for room in 0..2 * whole.len() {
        let mut target = Vec::with_capacity(3 + room);
        target.extend_from_slice(b"abc");
        assert_eq!(Bincode::encode_into(&value, &mut target), Ok(whole.len()));
        assert_eq!(target, [b"abc", &*whole].concat());
    }
}

#[test]
fn a_value_without_encoding_appends_nothing_whatever_the_room() {
    for room in 0..32 {
        let mut target = Vec::with_capacity(room);
        let error = Borsh::encode_into(&(1u32, f32::NAN), &mut target).expect_err("it has none");
        assert_eq!((error.kind(), target.len()), (EncodeErrorKind::InvalidValue, 0));
    }
}
