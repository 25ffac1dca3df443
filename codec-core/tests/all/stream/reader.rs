//! Values one after another.

use codec_core::__private_0_1::read_versioned;
use codec_core::stream::StreamReader;
use codec_core::{
    Bincode, Borrowable, Borsh, Compact, Decodable, Encode, Format, Postcard, Sv2,
    wire::{B064K, Seq0255, Str0255, U24},
};

use crate::stream::sources::{Script, Step};

type Nested = (u32, Vec<String>, [u16; 3], Vec<Vec<u8>>, bool);

fn nested() -> Vec<Nested> {
    let names = |count: usize| (0..count).map(|index| "x".repeat(index * 7 % 50)).collect();
    vec![
        (0, vec![], [0; 3], vec![], false),
        (300, names(5), [1, 200, 40_000], vec![vec![7; 300], vec![]], true),
        (u32::MAX, names(40), [9; 3], vec![vec![1; 20_000]], true),
        (1, names(1), [2; 3], vec![vec![]; 9], false),
    ]
}

/// In pieces of many lengths: owned, into an existing value, and borrowed.
fn every_way<F: Format, T>(values: &[T])
where
    T: Encode + Decodable + Borrowable + PartialEq + std::fmt::Debug + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    let encoded: Vec<Vec<u8>> = values.iter().map(|value| F::to_vec(value).unwrap()).collect();
    let all = encoded.concat();
    for len in [1, 2, 3, 7, 64, 1000, 8191, 8192, 8193, all.len()] {
        let mut owned = StreamReader::<_, F>::new(Script::pieces(&all, len), 1 << 20);
        let mut over = StreamReader::<_, F>::new(Script::pieces(&all, len), 1 << 20);
        let mut lent = StreamReader::<_, F>::new(Script::pieces(&all, len), 1 << 20);
        let mut kept: Option<T> = None;
        let mut offset = 0;
        for (value, bytes) in values.iter().zip(&encoded) {
            assert_eq!(owned.offset(), offset);
            let read = owned.read::<T>().unwrap().unwrap();
            assert_eq!(&read, value);
            let kept = kept.get_or_insert(read);
            assert!(over.read_into(kept).unwrap());
            assert_eq!(kept, value);
            let borrowed = lent.next_ref::<T>().unwrap().unwrap();
            assert_eq!(&F::to_vec(&borrowed).unwrap(), bytes);
            offset += bytes.len() as u64;
        }
        assert_eq!((owned.offset(), over.offset(), lent.offset()), (offset, offset, offset));
        assert!(owned.read::<T>().unwrap().is_none());
        assert!(!over.read_into(&mut kept.unwrap()).unwrap());
        assert!(lent.next_ref::<T>().unwrap().is_none());
    }
}

#[test]
fn pieces_of_every_length_make_the_same_values() {
    every_way::<Bincode, _>(&nested());
    every_way::<Postcard, _>(&nested());
    every_way::<Borsh, _>(&nested());
    every_way::<Postcard, (i128, char, Option<f64>, u64)>(&[
        (i128::MIN, 'é', Some(1.5), u64::MAX),
        (-1, 'a', None, 0),
    ]);
}

#[test]
fn wire_types_come_in_pieces_too() {
    let text = |len: usize| Str0255::try_from("é".repeat(len)).unwrap();
    let values: Vec<(U24, Str0255, Seq0255<Str0255>, B064K)> = [0, 1, 20, 127]
        .map(|len| {
            let all = Seq0255::try_from(vec![text(len), text(1), text(len)]).unwrap();
            (U24::MAX, text(len), all, B064K::try_from(vec![3; len * 100]).unwrap())
        })
        .into();
    every_way::<Sv2, _>(&values);
    every_way::<Bincode, _>(&values);
}

/// The peer sends a value and waits for an answer: another `read` would block forever.
#[test]
fn no_read_waits_for_what_the_value_does_not_need() {
    for value in nested() {
        let bytes = Postcard::to_vec(&value).unwrap();
        for len in [1, 2, 5, 63, 700, bytes.len()] {
            let source = || Script::pieces(&bytes, len).then(Step::Never);
            let mut reader = StreamReader::<_, Postcard>::new(source(), 1 << 20);
            assert_eq!(reader.read::<Nested>().unwrap().as_ref(), Some(&value));
            let mut reader = StreamReader::<_, Postcard>::new(source(), 1 << 20);
            assert!(reader.next_ref::<Nested>().unwrap().is_some());
            let read: Nested = Postcard::read_from(&mut source(), 1 << 20).unwrap();
            assert_eq!(read, value);
        }
    }
}

#[test]
fn values_of_different_types_share_the_buffer() {
    let mut all = Bincode::to_vec("header").unwrap();
    all.extend(Bincode::to_vec(&vec![1u64, 2, 3]).unwrap());
    all.extend(b"raw");
    let mut reader = StreamReader::<_, Bincode>::new(&all[..], 100);
    assert_eq!(reader.next_ref::<String>().unwrap(), Some("header"));
    assert_eq!(reader.read::<Vec<u64>>().unwrap(), Some(vec![1, 2, 3]));
    assert_eq!(reader.buffered(), b"raw");
    assert_eq!(reader.into_parts(), (&[][..], b"raw".to_vec()));
}

#[test]
fn an_error_has_its_offset_and_stays() {
    let mut all = Bincode::to_vec(&(1u8, true)).unwrap();
    all.extend([2, 9, 3, 1]);
    for len in [1, 2, 3, 6] {
        let mut reader = StreamReader::<_, Bincode>::new(Script::pieces(&all, len), 100);
        assert_eq!(reader.read::<(u8, bool)>().unwrap(), Some((1, true)));
        for _ in 0..2 {
            let error = reader.read::<(u8, bool)>().unwrap_err();
            assert_eq!((error.record(), error.offset()), (2, 3));
            assert!(error.to_string().starts_with("boolean is neither 0 nor 1 at byte 3"));
        }
        // The reader is positioned before it, and may read it as another type.
        assert_eq!(reader.read::<[u8; 4]>().unwrap(), Some([2, 9, 3, 1]));
    }
}

#[test]
fn a_type_that_ends_with_its_input_ends_with_the_stream() {
    use codec_core::field::DecodeCounted;
    use codec_core::{DecodeError, Reader, Size};
    #[derive(Debug, PartialEq)]
    struct Rest(Vec<u16>, bool);
    impl Decodable for Rest {
        fn size<F: Format>() -> Size {
            Size::UNKNOWN
        }
        fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            let rest = Vec::decode_rest(r)?;
            Ok(Self(rest, Option::<u8>::decode_rest(r)?.is_some()))
        }
    }
    for len in [1, 2, 5, 6] {
        let mut reader =
            StreamReader::<_, Bincode>::new(Script::pieces(&[1, 0, 2, 0, 3, 0], len), 100);
        assert_eq!(reader.read::<Rest>().unwrap(), Some(Rest(vec![1, 2, 3], false)));
        assert_eq!(reader.read::<Rest>().unwrap(), None);
    }
}

/// A body of declared length does not consume the bytes after it.
#[test]
fn a_versioned_body_ends_with_its_length() {
    use codec_core::field::DecodeCounted;
    use codec_core::{DecodeError, Reader, Size};
    struct Body(u32, Vec<u8>);
    impl Decodable for Body {
        fn size<F: Format>() -> Size {
            Size::UNKNOWN
        }
        fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            read_versioned(r, 1u32, |r, version| Ok(Self(version, Vec::decode_rest(r)?)))
        }
    }
    let all = [7, 3, 1, 2, 3, 1, 0, 99];
    for len in 1..=all.len() {
        let mut reader = StreamReader::<_, Compact>::new(Script::pieces(&all, len), 100);
        let Body(version, body) = reader.read().unwrap().unwrap();
        assert_eq!((version, &body[..]), (7, &[1, 2, 3][..]));
        let Body(version, body) = reader.read().unwrap().unwrap();
        assert_eq!((version, &body[..], reader.offset()), (1, &[][..], 7));
    }
}

/// An implementation may bypass the reader and read by its cursor: such a type is decoded again
/// when bytes are missing, and still correctly.
#[test]
fn a_type_that_reads_past_the_reader_is_right_too() {
    use codec_core::{DecodeError, Reader, Size};
    #[derive(Debug, PartialEq)]
    struct Past([u8; 3], u8);
    impl Decodable for Past {
        fn size<F: Format>() -> Size {
            Size::UNKNOWN
        }
        fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            Ok(Self(*r.cursor_mut().array()?, r.cursor_mut().byte()?))
        }
    }
    let source = || Script::pieces(&[1, 2, 3, 4], 1).then(Step::Never);
    let mut reader = StreamReader::<_, Bincode>::new(source(), 100);
    assert_eq!(reader.read::<Past>().unwrap(), Some(Past([1, 2, 3], 4)));
    assert_eq!(Bincode::read_from::<Past>(&mut source(), 100).unwrap(), Past([1, 2, 3], 4));
}
