//! The ratio of memory to wire bytes that a type declares: it holds for every value, for every
//! input, and for what is requested from the allocator.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use allocation_counter::measure;
use bytes::Bytes;
use codec_core::push::{Collected, PushDecode};
use codec_core::wire::{B064K, Seq064K, Str0255, Utf16};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Decode, DecodeError,
    DecodeErrorKind, Encode, Format, Limits, MAX_EMPTY_ELEMENTS, MemoryBound, Packed, Postcard,
    Reader, SeqShared, Size, Strict, Sv2, TextShared,
};

/// A kilobyte of memory, none on the wire.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[codec(push)]
struct Skipped(#[codec(skip, default = kilobyte)] [u8; 1024]);

fn kilobyte() -> [u8; 1024] {
    [0; 1024]
}

impl Default for Skipped {
    fn default() -> Self {
        Self(kilobyte())
    }
}

#[derive(Encode, Decode)]
struct Tree {
    label: u8,
    children: Vec<Tree>,
}

#[derive(Encode, Decode)]
enum Shape {
    Leaf,
    List(Vec<Shape>),
    Map(BTreeMap<u8, Shape>),
    Pair(Box<(Shape, Shape)>),
    Named { name: String, next: Option<Arc<Shape>> },
}

/// Each contains the other.
#[derive(Encode, Decode)]
struct Even(Vec<Odd>);
#[derive(Encode, Decode)]
struct Odd(Option<Box<Even>>, [u64; 9]);

/// Copies its bytes at each level.
#[derive(Encode, Decode)]
struct Kept {
    #[codec(span = children..=children)]
    bytes: Vec<u8>,
    children: Vec<Kept>,
}

#[derive(Encode, Decode)]
#[codec(be)]
struct Attributes {
    count: u16,
    #[codec(count = count)]
    listed: Vec<u64>,
    #[codec(len = u8, max = 9)]
    short: String,
    #[codec(if = count > 1)]
    more: Option<Box<u32>>,
    #[codec(tail)]
    rest: Vec<String>,
}

/// Never has bytes, although its type does not say so.
#[derive(Encode, Decode)]
struct Absent {
    #[codec(if = false)]
    absent: Option<Box<u64>>,
}

#[derive(Encode, Decode)]
#[codec(transparent)]
struct Transparent(HashMap<u16, Rc<str>>);

#[derive(Encode, Decode)]
#[codec(version = 2)]
struct Versioned {
    names: Vec<String>,
    #[codec(since = 2)]
    more: Vec<u32>,
}

/// The bound, which the type must declare.
fn bound<F: Format, T: Decodable>() -> MemoryBound {
    F::memory_bound::<T>().unwrap_or_else(|| panic!("{}", std::any::type_name::<T>()))
}

/// Inputs that repeat one number, bytes that count up, and large lengths without content.
fn inputs() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for len in [0usize, 1, 2, 3, 8, 40, 333, 3000] {
        let less = |by: usize| u8::try_from(len / by).unwrap_or(0xff) & 0x7f;
        inputs.extend([0, 1, 2, 3, 4, 0xff, less(1), less(2), less(9)].map(|byte| vec![byte; len]));
        inputs.push((0..len).map(|at| u8::try_from(at % 5).unwrap()).collect());
        inputs.push((0..len).map(|at| u8::from(at % 8 == 0) * 7).collect());
        for word in [1, 2, len / 8, len / 16, 1 << 20] {
            inputs.push((word as u64).to_le_bytes().iter().copied().cycle().take(len).collect());
        }
        // A number of elements, and then what many types read as an element without content.
        let mut counted = Postcard::to_vec(&(len as u64)).unwrap();
        counted.resize(counted.len() + len, 0);
        inputs.push(counted);
    }
    inputs
}

/// No input requests more than three times the bound, since a vector that grows exists twice and
/// may be half empty; plus, for what is declared but missing, 32 bytes per byte and two kilobytes.
/// What decodes without a limit also decodes with the bound as its limit.
fn holds<F: Format, T: Decodable>() {
    let within = |limits, input: &[u8]| F::from_slice_with::<T>(limits, input).map(drop);
    judge(std::any::type_name::<T>(), bound::<F, T>(), within, |input| {
        F::from_slice::<T>(input).map(drop)
    });
}

type Decoded = Result<(), DecodeError>;

/// [`holds`] of a type by its functions: compiled once.
fn judge(
    name: &str,
    bound: MemoryBound,
    decode_with: fn(Limits, &[u8]) -> Decoded,
    decode: fn(&[u8]) -> Decoded,
) {
    for input in inputs() {
        let memory = bound.of_input(input.len());
        let mut outcome = None;
        let taken = measure(|| outcome = Some(decode(&input)));
        let most = 3 * memory + 32 * input.len() + 2048;
        let len = input.len();
        assert!(
            taken.bytes_max <= most as u64,
            "{name}: {} bytes for {len}, and {bound:?}",
            taken.bytes_max
        );
        if outcome == Some(Ok(())) {
            let limits = Limits { memory, ..Limits::DEFAULT };
            assert_eq!(decode_with(limits, &input), Ok(()), "{name}: {bound:?} and {len} bytes");
        }
    }
}

/// Checks that a value is charged at most the ratio, times the length of its encoding.
fn value<F: Format, T: Decodable + Encode>(value: &T) {
    let input = F::to_vec(value).unwrap();
    let memory = bound::<F, T>().of_input(input.len());
    let limits = Limits { memory, ..Limits::DEFAULT };
    let name = std::any::type_name::<T>();
    assert_eq!(F::from_slice_with::<T>(limits, &input).map(drop), Ok(()), "{name}: {memory}");
}

fn sequences<F: Format>() {
    holds::<F, Vec<u8>>();
    holds::<F, Vec<u64>>();
    holds::<F, Vec<Vec<u8>>>();
    holds::<F, Vec<Vec<Vec<u32>>>>();
    holds::<F, Vec<Option<u128>>>();
    holds::<F, Vec<[u16; 5]>>();
    holds::<F, Vec<(u8, Vec<u64>)>>();
    holds::<F, VecDeque<[Vec<u8>; 3]>>();
    holds::<F, LinkedList<u8>>();
    holds::<F, BinaryHeap<u32>>();
    holds::<F, Box<[Vec<u8>]>>();
    holds::<F, Arc<[u64]>>();
    holds::<F, Rc<[Vec<u8>]>>();
    holds::<F, Packed<Vec<u8>>>();
    holds::<F, Seq064K<Vec<u32>>>();
    holds::<F, Vec<B064K>>();
    holds::<F, Vec<Str0255>>();
    holds::<F, Vec<Utf16<u8>>>();
    holds::<F, Vec<Bytes>>();
    holds::<F, SeqShared<Vec<u8>>>();
    holds::<F, Vec<Box<u64>>>();
    holds::<F, Vec<Rc<u8>>>();
    holds::<F, Vec<Box<[u64; 600]>>>();
    holds::<F, Vec<Vec<Cow<'static, [u16]>>>>();
}

fn strings<F: Format>() {
    holds::<F, String>();
    holds::<F, Vec<String>>();
    holds::<F, Vec<Box<str>>>();
    holds::<F, Vec<Arc<str>>>();
    holds::<F, Vec<PathBuf>>();
    holds::<F, Vec<TextShared>>();
    holds::<F, Vec<Result<String, Option<Box<String>>>>>();
}

fn maps<F: Format>() {
    holds::<F, BTreeMap<u8, u8>>();
    holds::<F, BTreeMap<u64, BTreeMap<u64, u64>>>();
    holds::<F, Vec<BTreeSet<u8>>>();
    holds::<F, Vec<HashMap<u8, [u64; 9]>>>();
    holds::<F, HashSet<Vec<u8>>>();
    holds::<F, BTreeMap<BTreeSet<u8>, Vec<HashSet<u32>>>>();
}

fn derived<F: Format>() {
    holds::<F, Tree>();
    holds::<F, Vec<Tree>>();
    holds::<F, Shape>();
    holds::<F, Even>();
    holds::<F, Kept>();
    holds::<F, Attributes>();
    holds::<F, Transparent>();
    holds::<F, Versioned>();
}

#[test]
fn no_input_asks_for_more_than_the_bound() {
    fn every<F: Format>() {
        sequences::<F>();
        strings::<F>();
        maps::<F>();
        derived::<F>();
        holds::<F, CString>();
    }
    every::<Bincode>();
    every::<Postcard>();
    // Keys are kept for their order, and tags are checked.
    maps::<Strict<Postcard>>();
    derived::<Strict<Postcard>>();
    holds::<BincodeVarint, Vec<Vec<u8>>>();
    holds::<BincodeVarint, Vec<Tree>>();
    holds::<Borsh, Vec<Vec<u8>>>();
    holds::<Borsh, BTreeMap<u32, String>>();
    holds::<Compact, Vec<Tree>>();
    holds::<Compact, BTreeSet<BTreeSet<u8>>>();
    holds::<Consensus, Packed<Vec<u8>>>();
    holds::<Consensus, Vec<Vec<u8>>>();
    holds::<Sv2, Seq064K<Str0255>>();
}

/// Zero-length elements: 256 KiB of them in the whole decode, whatever their boxes contain.
#[test]
fn elements_without_bytes_are_in_the_fixed_part() {
    let most = 4 * MAX_EMPTY_ELEMENTS;
    let skipped = MemoryBound { per_byte: 0, fixed: most + 1024 };
    assert_eq!(Postcard::memory_bound::<Vec<Skipped>>(), Some(skipped));
    let own = size_of::<Box<Skipped>>() + 1024;
    let boxed = MemoryBound { per_byte: own, fixed: most + own };
    assert_eq!(Postcard::memory_bound::<Vec<Box<Skipped>>>(), Some(boxed));
    assert_eq!(Postcard::memory_bound::<Box<Skipped>>().unwrap().fixed, 1024);
    assert_eq!(Bincode::memory_bound::<Vec<Vec<u8>>>().unwrap().fixed, 0);
    holds::<Postcard, Vec<Skipped>>();
    holds::<Postcard, Vec<Box<Skipped>>>();
    holds::<Postcard, Vec<Vec<Box<Skipped>>>>();
    holds::<Postcard, Vec<Arc<Skipped>>>();
    holds::<Postcard, Vec<(Box<Skipped>, u8)>>();
    holds::<Postcard, Vec<[Box<Skipped>; 3]>>();
    holds::<Postcard, Vec<Absent>>();
    holds::<Postcard, Vec<Box<Box<Skipped>>>>();
}

/// A box without bytes of its own is covered by the bytes of its content, like the content itself.
#[test]
fn boxes_are_paid_for_by_their_content() {
    let numbers = MemoryBound { per_byte: size_of::<Box<u64>>() + 8, fixed: 0 };
    assert_eq!(Postcard::memory_bound::<Vec<Box<u64>>>(), Some(numbers));
    let none = Postcard::memory_bound::<Vec<[Box<u64>; 0]>>().unwrap();
    assert_eq!((none.per_byte, none.fixed), (0, 4 * MAX_EMPTY_ELEMENTS));
}

#[test]
fn a_box_that_may_be_absent_pays_for_nothing() {
    let fixed = 4 * MAX_EMPTY_ELEMENTS + size_of::<Absent>();
    assert_eq!(Postcard::memory_bound::<Vec<Absent>>().unwrap().fixed, fixed);
}

#[test]
fn an_array_of_boxes_takes_the_memory_of_all() {
    let boxes = Postcard::memory_bound::<[Box<Skipped>; 3]>().unwrap();
    assert_eq!((boxes.per_byte, boxes.fixed), (0, 3 * 1024));
}

#[test]
fn an_element_counts_in_its_largest_container() {
    type Both<T> = (Vec<T>, LinkedList<T>);
    assert_eq!(Postcard::memory_bound::<Both<u64>>(), Postcard::memory_bound::<LinkedList<u64>>());
    assert_eq!(
        Postcard::memory_bound::<Both<u64>>().unwrap().per_byte,
        size_of::<(usize, usize, u64)>()
    );
}

#[test]
fn spans_are_copied_at_every_level() {
    let node = size_of::<Kept>();
    assert_eq!(Postcard::memory_bound::<Kept>().unwrap().per_byte, node + 128);
}

/// Zero-length entries, and elements that are read by their states alone.
#[test]
fn boxes_without_bytes_count_in_pieces() {
    /// Nothing says that it is complete before it was tried.
    struct Hidden(#[expect(dead_code, reason = "memory alone")] [u8; 1024]);
    impl Decodable for Hidden {
        fn size<F: Format>() -> Size {
            Size::UNKNOWN
        }
        fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            Ok(Self(kilobyte()))
        }
    }
    impl PushDecode for Hidden {
        type Decoder<F: Format> = Collected<F, Self>;
    }
    fn counts<T: PushDecode>() {
        let limits = Limits { elements: 2700, ..Limits::DEFAULT };
        for (count, whether) in [(10, true), (11, false)] {
            let mut decoder = T::push_decoder::<Postcard>().with_limits(limits);
            let name = std::any::type_name::<T>();
            assert_eq!(decoder.push(&mut &[count][..]).is_ok(), whether, "{name}");
            assert_eq!(Postcard::from_slice_with::<T>(limits, &[count]).is_ok(), whether, "{name}");
        }
    }
    counts::<Vec<Box<Hidden>>>();
    counts::<BTreeMap<(), Box<Skipped>>>();
}

/// The content of zero-length boxes belongs to their element, and counts as its memory does.
#[test]
fn boxes_without_bytes_count_by_what_they_hold() {
    let limits = Limits { elements: 2700, ..Limits::DEFAULT };
    assert!(Postcard::from_slice_with::<Vec<Box<Skipped>>>(limits, &[10]).is_ok());
    let error = Postcard::from_slice_with::<Vec<Box<Skipped>>>(limits, &[11]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
    for (count, whether) in [(10, true), (11, false)] {
        let mut decoder = Vec::<Box<Skipped>>::push_decoder::<Postcard>().with_limits(limits);
        assert_eq!(decoder.push(&mut &[count][..]).is_ok(), whether);
        let list = LinkedList::<Box<Skipped>>::push_decoder::<Postcard>();
        assert_eq!(list.with_limits(limits).push(&mut &[count][..]).is_ok(), whether);
    }
    let error = Postcard::from_slice::<Vec<Box<Skipped>>>(&[0xff, 0xff, 3]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
}

/// The worst value of a type takes about as much as the type declares: the bound is not merely
/// large.
#[test]
fn bounds_are_reached() {
    fn reached<F: Format, T: Decodable + Encode>(worst: &T) {
        value::<F, T>(worst);
        let input = F::to_vec(worst).unwrap();
        let memory = bound::<F, T>().of_input(input.len()) * 9 / 10;
        let limits = Limits { memory, ..Limits::DEFAULT };
        let kind = F::from_slice_with::<T>(limits, &input).err().map(DecodeError::kind);
        let name = std::any::type_name::<T>();
        assert_eq!(kind, Some(DecodeErrorKind::MemoryExceeded), "{name}");
    }
    reached::<Bincode, _>(&vec![7u64; 1000]);
    reached::<Postcard, _>(&vec![7u64; 1000]);
    reached::<Postcard, _>(&vec![String::new(); 1000]);
    reached::<Bincode, _>(&"x".repeat(1000));
    reached::<Postcard, _>(&(0..1000).map(|_| Arc::new(7u8)).collect::<Vec<_>>());
    let leaf = || Tree { label: 0, children: Vec::new() };
    reached::<Postcard, _>(&Tree { label: 0, children: (0..1000).map(|_| leaf()).collect() });
}

/// A type that contains one that does not declare what it allocates has no bound.
#[test]
fn what_is_unknown_is_not_guessed() {
    struct Silent;
    impl Decodable for Silent {
        fn size<F: Format>() -> Size {
            Size::fixed(1)
        }
        fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            r.byte().map(|_| Self)
        }
    }
    assert_eq!(Bincode::memory_bound::<Silent>(), None);
    assert_eq!(Bincode::memory_bound::<BTreeMap<u8, Vec<Silent>>>(), None);
    assert!(Bincode::memory_bound::<BTreeMap<u8, Vec<u8>>>().is_some());
}
