//! The number of times that bytes are read, whatever the pieces.

use core::cell::Cell;
use core::cmp::Reverse;
use core::ops::{Bound, RangeFrom};
use std::borrow::Cow;
use std::collections::{BinaryHeap, LinkedList};

use codec_core::push::{Collected, Leaf, Progress, PushDecode};
use codec_core::{
    Bincode, Decodable, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Postcard,
    Reader, SeqShared, Size, Writer,
};

thread_local! {
    /// Number of times that decoding of a [`Seen`] was tried.
    static SEEN: Cell<usize> = const { Cell::new(0) };
    /// Number of bytes of [`Slow`] that were decoded, repetitions included.
    static SLOW: Cell<usize> = const { Cell::new(0) };
}

/// Counts.
#[derive(Debug, Clone, PartialEq, PartialOrd, Eq, Ord)]
struct Seen(u32);

impl Encode for Seen {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.encoded_len::<F>()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.0.encode(w)
    }
}

impl Decodable for Seen {
    fn size<F: Format>() -> Size {
        u32::size::<F>()
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        SEEN.set(SEEN.get() + 1);
        u32::decode(r).map(Seen)
    }
}

impl PushDecode for Seen {
    type Decoder<F: Format> = Leaf<F, Self>;
}

/// Can't be resumed.
#[derive(Debug, PartialEq)]
struct Slow(Vec<u16>);

impl Encode for Slow {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.encoded_len::<F>()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.0.encode(w)
    }
}

impl Decodable for Slow {
    fn size<F: Format>() -> Size {
        Vec::<u16>::size::<F>()
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        SLOW.set(SLOW.get() + r.remaining());
        Vec::decode(r).map(Slow)
    }
}

impl PushDecode for Slow {
    type Decoder<F: Format> = Collected<F, Self>;
}

#[derive(Debug, Clone, PartialEq, Encode, codec_core::Decode)]
#[codec(push)]
struct Tree {
    seen: Seen,
    children: Vec<Tree>,
}

fn tree(depth: u32) -> Tree {
    let children = if depth == 0 { vec![] } else { vec![tree(depth - 1), tree(depth - 1)] };
    Tree { seen: Seen(depth), children }
}

/// A tree with one child per node.
fn vine(depth: u32) -> Tree {
    let children = if depth == 0 { vec![] } else { vec![vine(depth - 1)] };
    Tree { seen: Seen(depth), children }
}

/// Extends to the end of its input.
#[derive(Debug, Clone, PartialEq, Encode, codec_core::Decode)]
#[codec(push)]
struct Tail {
    first: u8,
    #[codec(tail)]
    seen: Vec<(Seen, String)>,
}

/// Decodes from pieces of this length, and returns how often `of` was counted.
fn count<F: Format, T: PushDecode>(
    bytes: &[u8],
    len: usize,
    of: &'static std::thread::LocalKey<Cell<usize>>,
) -> usize {
    of.set(0);
    let mut decoder = T::push_decoder::<F>();
    let mut done = false;
    for mut piece in bytes.chunks(len) {
        assert!(!done);
        done = matches!(decoder.push(&mut piece).unwrap(), Progress::Done(_));
    }
    if !done {
        decoder.end().unwrap();
    }
    of.get()
}

#[test]
fn many_elements_are_read_once_each() {
    let values: Vec<Seen> =
        (0..codec_effort::cases(1_000_000)).map(|number| Seen(number % 70_000)).collect();
    let bytes = Postcard::to_vec(&values).unwrap();
    for len in [1, 2, 100, 1448, bytes.len()] {
        let seen = count::<Postcard, Vec<Seen>>(&bytes, len, &SEEN);
        // A number of three bytes is tried at each of them.
        assert!(seen <= 2 * bytes.len(), "{seen} for {} bytes in pieces of {len}", bytes.len());
    }
    let bytes = Bincode::to_vec(&values).unwrap();
    for len in [1, 3, 1448, bytes.len()] {
        let seen = count::<Bincode, Vec<Seen>>(&bytes, len, &SEEN);
        assert!(seen <= 2 * values.len() + 2 * bytes.len() / len);
    }
}

#[test]
fn nested_values_are_tried_three_times_at_most() {
    for (value, elements) in [(tree(13), (1 << 14) - 1), (vine(120), 121)] {
        let bytes = Postcard::to_vec(&value).unwrap();
        for len in [1, 2, 7, 64, 1448, bytes.len() - 1, bytes.len()] {
            let seen = count::<Postcard, Tree>(&bytes, len, &SEEN);
            // And once at the beginning of each piece.
            let most = 3 * elements + 2 * bytes.len() / len;
            assert!(seen <= most, "{seen} over {most} in pieces of {len}");
        }
    }
}

#[test]
fn a_value_with_a_length_is_collected_in_a_few_steps() {
    let value = Slow(vec![7; 100_000]);
    let bytes = Bincode::to_vec(&value).unwrap();
    for len in [1, 100, 1448, bytes.len()] {
        let looked = count::<Bincode, Slow>(&bytes, len, &SLOW);
        assert!(looked <= 3 * bytes.len() + 64, "{looked} in pieces of {len}");
    }
}

#[test]
fn a_value_without_a_length_is_read_once_a_piece() {
    let value = Slow(vec![300; 10_000]);
    let bytes = Postcard::to_vec(&value).unwrap();
    for len in [100, 1448] {
        let looked = count::<Postcard, Slow>(&bytes, len, &SLOW);
        let pieces = bytes.len() / len + 1;
        assert!(looked <= (pieces + 16) * bytes.len(), "{looked} in pieces of {len}");
    }
}

/// Ends with a zero byte, which only its decoder knows.
#[derive(Debug)]
struct Ended;

impl Decodable for Ended {
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        SLOW.set(SLOW.get() + r.remaining());
        while r.byte()? != 0 {}
        Ok(Ended)
    }
}

impl PushDecode for Ended {
    type Decoder<F: Format> = Collected<F, Self>;
}

/// Pieces so small that each makes all of it be read again come to an end: the work is in
/// proportion to the bytes.
#[test]
fn what_would_be_read_too_often_is_refused() {
    let bytes = vec![1; 20_000];
    SLOW.set(0);
    let mut decoder = Ended::push_decoder::<Postcard>();
    let refused = bytes.chunks(1).find_map(|mut piece| decoder.push(&mut piece).err());
    let error = refused.expect("it is read once a byte");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    let (looked, most) = (SLOW.get(), 256 * bytes.len() + (16 << 20));
    assert!(looked <= most && looked > 16 << 20, "{looked} bytes read, {most} may be");
    // In pieces of some length, as long a part is read.
    decoder.reset();
    let long = [&bytes[..], &[0]].concat();
    let done =
        long.chunks(20).any(|mut piece| matches!(decoder.push(&mut piece), Ok(Progress::Done(_))));
    assert!(done);
}

#[test]
fn a_tail_is_read_again_when_it_has_doubled() {
    let seen = (0..3000).map(|number| (Seen(number), "x".repeat(number as usize % 9))).collect();
    let bytes = Postcard::to_vec(&Tail { first: 1, seen }).unwrap();
    for len in [1, 2, 7, 100, 1448, bytes.len()] {
        let seen = count::<Postcard, Tail>(&bytes, len, &SEEN);
        assert!(seen <= 4 * 3000, "{seen} in pieces of {len}");
    }
}

#[test]
fn what_is_made_of_a_sequence_resumes_at_an_element() {
    fn once<T: PushDecode>(bytes: &[u8]) {
        for len in [1, 2, 7, 100, 1448, bytes.len()] {
            let seen = count::<Postcard, T>(bytes, len, &SEEN);
            let most = 2 * 2000 + 2 * bytes.len() / len;
            assert!(seen <= most, "{}: {seen} in pieces of {len}", std::any::type_name::<T>());
        }
    }
    let seen: Vec<_> = (0..2000).rev().map(|number| (Seen(number), number.to_string())).collect();
    let bytes = Postcard::to_vec(&seen).unwrap();
    once::<Vec<(Seen, String)>>(&bytes);
    once::<LinkedList<(Seen, String)>>(&bytes);
    once::<BinaryHeap<(Seen, String)>>(&bytes);
    once::<Cow<'static, [(Seen, String)]>>(&bytes);
    once::<Reverse<Vec<(Seen, String)>>>(&bytes);
    once::<RangeFrom<Vec<(Seen, String)>>>(&bytes);
    #[cfg(feature = "smallvec")]
    once::<smallvec::SmallVec<[(Seen, String); 4]>>(&bytes);
    let (one, other) = seen.split_at(1000);
    let bytes = Postcard::to_vec(&(one.to_vec(), other.to_vec())).unwrap();
    once::<std::ops::Range<Vec<(Seen, String)>>>(&bytes);
    let bytes = [&[1][..], &Postcard::to_vec(&seen).unwrap()].concat();
    once::<Bound<Vec<(Seen, String)>>>(&bytes);
}

/// Keeps its bytes.
#[derive(Debug, Clone, PartialEq, Encode, codec_core::Decode)]
#[codec(push)]
struct Spanned {
    first: u8,
    seen: Vec<(Seen, String)>,
    #[codec(span = first..=seen)]
    bytes: Vec<u8>,
}

#[test]
fn values_that_keep_their_bytes_are_decoded_once_more() {
    let seen = (0..2000).map(|number| (Seen(number), number.to_string())).collect();
    let bytes = Postcard::to_vec(&Spanned { first: 1, seen, bytes: Vec::new() }).unwrap();
    for len in [1, 2, 7, 100, 1448, bytes.len()] {
        let seen = count::<Postcard, Spanned>(&bytes, len, &SEEN);
        let most = 3 * 2000 + 2 * bytes.len() / len;
        assert!(seen <= most, "{seen} in pieces of {len}");
    }
}

/// Has padding between its fields.
#[expect(clippy::vec_box, reason = "a box may be empty, and says nothing of the bytes to come")]
#[derive(Debug, Clone, PartialEq, Encode, codec_core::Decode)]
#[codec(push)]
struct Padded {
    first: u8,
    #[codec(pad_before = first, pad_after = 300)]
    one: Vec<Box<Seen>>,
    #[codec(align = 8, len = u16)]
    other: Vec<Box<Seen>>,
}

#[test]
fn fields_with_padding_resume_at_an_element() {
    let boxes: Vec<_> = (0..1000).map(|number| Box::new(Seen(number))).collect();
    let value = Padded { first: 200, one: boxes.clone(), other: boxes };
    let bytes = Postcard::to_vec(&value).unwrap();
    for len in [1, 2, 7, 100, 1448, bytes.len()] {
        let mut decoder = Padded::push_decoder::<Postcard>();
        let pieces = bytes.chunks(len).map(|mut piece| decoder.push(&mut piece).unwrap());
        assert!(pieces.skip(bytes.len().div_ceil(len) - 1).eq([Progress::Done(value.clone())]));
        let seen = count::<Postcard, Padded>(&bytes, len, &SEEN);
        let most = 2 * 2000 + 2 * bytes.len() / len;
        assert!(seen <= most, "{seen} in pieces of {len}");
    }
}

#[test]
fn shared_elements_are_collected_one_by_one() {
    let seen: Vec<_> = (0..2000).map(|number| (Seen(number), number.to_string())).collect();
    let bytes = Postcard::to_vec(&seen).unwrap();
    for len in [1, 2, 7, 100, 1448, bytes.len()] {
        let seen = count::<Postcard, SeqShared<(Seen, String)>>(&bytes, len, &SEEN);
        assert!(seen <= 6 * 2000, "{seen} in pieces of {len}");
    }
}

#[cfg(feature = "arrayvec")]
#[test]
fn array_vectors_resume_at_an_element() {
    let seen: Vec<_> = (0..400).map(|number| (Seen(number), number.to_string())).collect();
    let bytes = Postcard::to_vec(&seen).unwrap();
    for len in [1, 2, 7, 100, 1448, bytes.len()] {
        let seen = count::<Postcard, arrayvec::ArrayVec<(Seen, String), 400>>(&bytes, len, &SEEN);
        let most = 2 * 400 + 2 * bytes.len() / len;
        assert!(seen <= most, "{seen} in pieces of {len}");
    }
}
