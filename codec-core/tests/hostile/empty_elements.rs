//! Zero-length elements: capped, and dropped as often as they were created.

use std::cell::Cell;

use bytes::Bytes;
use codec_core::{
    Bincode, Decodable, DecodableRef, DecodeError, DecodeErrorKind, Encode, Format,
    MAX_EMPTY_ELEMENTS, Reader, SeqRef, SeqShared, Size, wire::Seq064K,
};

thread_local! {
    static MADE: Cell<usize> = const { Cell::new(0) };
    static DROPPED: Cell<usize> = const { Cell::new(0) };
}

/// Zero-sized and zero-length, and counted.
#[derive(Debug, PartialEq)]
struct Empty;

impl Drop for Empty {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

impl Decodable for Empty {
    fn size<F: Format>() -> Size {
        Size::ZERO
    }
    fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        MADE.set(MADE.get() + 1);
        Ok(Self)
    }
}

impl<'de> DecodableRef<'de> for Empty {
    fn ref_size<F: Format>() -> Size {
        Size::ZERO
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

fn count(count: usize) -> Bytes {
    Bytes::from((count as u64).to_le_bytes().to_vec())
}

/// Runs, and checks that `made` were created and as many dropped.
fn balanced(made: usize, run: impl FnOnce()) {
    MADE.set(0);
    DROPPED.set(0);
    run();
    assert_eq!((MADE.get(), DROPPED.get()), (made, made));
}

#[test]
fn vectors_of_nothing_are_capped() {
    let most = count(MAX_EMPTY_ELEMENTS);
    assert_eq!(Bincode::from_slice::<Vec<()>>(&most).unwrap().len(), MAX_EMPTY_ELEMENTS);
    for claim in [MAX_EMPTY_ELEMENTS + 1, u32::MAX as usize, usize::MAX - 1, usize::MAX] {
        let input = count(claim);
        let too_many = Some(DecodeErrorKind::TooManyEmptyElements);
        let kind = |error: DecodeError| error.kind();
        assert_eq!(Bincode::from_slice::<Vec<()>>(&input).err().map(kind), too_many);
        assert_eq!(Bincode::from_slice::<Vec<[(); 9]>>(&input).err().map(kind), too_many);
        assert_eq!(Bincode::from_slice::<Vec<[u64; 0]>>(&input).err().map(kind), too_many);
        assert_eq!(Bincode::from_slice_ref::<SeqRef<'_, ()>>(&input).err().map(kind), too_many);
        assert_eq!(Bincode::from_bytes::<SeqShared<()>>(&input).err().map(kind), too_many);
        assert_eq!(Bincode::decode_into(&mut vec![()], &input).err().map(kind), too_many);
        assert_eq!(Bincode::explain::<Vec<()>>(&input).error().map(kind), too_many);
    }
}

#[test]
fn each_is_dropped_once() {
    balanced(1000, || drop(Bincode::from_slice::<Vec<Empty>>(&count(1000)).unwrap()));
    balanced(7, || drop(Bincode::from_slice::<[Empty; 7]>(&[]).unwrap()));
    balanced(2, || drop(Bincode::from_slice::<(Empty, (), Empty)>(&[]).unwrap()));
    balanced(12, || drop(Bincode::from_slice::<Vec<[Empty; 4]>>(&count(3)).unwrap()));
    balanced(8, || {
        let mut items: Vec<Empty> = Bincode::from_slice(&count(5)).unwrap();
        Bincode::decode_into(&mut items, &count(3)).unwrap();
        assert_eq!(items.len(), 3);
    });
    balanced(5, || drop(Bincode::from_slice::<Seq064K<Empty>>(&[5, 0]).unwrap()));
}

#[test]
fn lazy_ones_are_made_when_asked() {
    // Five while checking, five while iterating, one by index.
    balanced(11, || {
        let input = count(5);
        let seq: SeqRef<'_, Empty> = Bincode::from_slice_ref(&input).unwrap();
        assert_eq!(seq.iter().count(), 5);
        assert_eq!((seq.get(4).is_some(), seq.get(5).is_some()), (true, false));
    });
    balanced(11, || {
        let seq: SeqShared<Empty> = Bincode::from_bytes(&count(5)).unwrap();
        assert_eq!(seq.iter().count(), 5);
        assert_eq!((seq.get(4).is_some(), seq.get(5).is_some()), (true, false));
    });
}

#[test]
fn nothing_encodes_as_nothing() {
    assert_eq!(Bincode::to_vec(&()).unwrap(), []);
    assert_eq!(Bincode::to_vec(&[(); 3]).unwrap(), []);
    assert_eq!(Bincode::to_vec(&vec![(); 3]).unwrap(), count(3));
    assert_eq!(vec![(); 3].encoded_len::<Bincode>(), 8);
    assert_eq!(Bincode::from_slice::<[(); 3]>(&[]), Ok([(); 3]));
    assert_eq!(Bincode::from_slice::<[u32; 0]>(&[]), Ok([]));
}

/// The cap applies to zero-length elements. Elements whose minimum size is unknown, such as a box,
/// are limited by the number of bytes.
#[test]
#[cfg_attr(miri, ignore = "as many elements as the limit allows take hours")]
fn boxes_with_content_are_not_capped() {
    let many: Vec<Box<u8>> = (0..=MAX_EMPTY_ELEMENTS).map(|_| Box::new(7)).collect();
    let input = Bincode::to_vec(&many).unwrap();
    assert!(Bincode::from_slice(&input) == Ok(many));
}

#[test]
#[cfg_attr(miri, ignore = "as many elements as the limit allows take hours")]
fn boxes_without_content_are_capped() {
    // Each counts once for each 4 bytes that it takes.
    let most = MAX_EMPTY_ELEMENTS * 4 / size_of::<Box<()>>();
    let error = Bincode::from_slice::<Vec<Box<()>>>(&count(most + 1)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
    assert!(Bincode::from_slice::<Vec<Box<()>>>(&count(most)).is_ok());
}
