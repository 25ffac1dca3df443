//! Limits of one decode: memory, zero-length elements, levels; over the whole decode, and in
//! every form.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use allocation_counter::measure;
use bytes::Bytes;
use codec_core::{
    Bincode, Borsh, BoxRef, Decodable, DecodableRef, Decode, DecodeError, DecodeErrorKind, Encode,
    EncodeError, Format, Limits, MAX_EMPTY_ELEMENTS, Postcard, Reader, SeqRef, SeqShared, SetRef,
    Size, Strict, TextShared, Writer,
    wire::{B064K, Seq064K, Str0255, Utf16},
};

/// 256 bytes of memory, none on the wire.
#[derive(Clone, Copy)]
struct Skipped(#[expect(dead_code, reason = "memory alone")] [u8; 256]);

impl Decodable for Skipped {
    fn size<F: Format>() -> Size {
        Size::ZERO
    }
    fn decode<F: Format>(_r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Ok(Self([0; 256]))
    }
}

impl Encode for Skipped {
    fn encoded_len<F: Format>(&self) -> usize {
        0
    }
    fn encode<F: Format>(&self, _w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// No byte on the wire, and 64 KiB that it charges.
struct Heavy;

impl Decodable for Heavy {
    fn size<F: Format>() -> Size {
        Size::at_least(0)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.charge(64 << 10).map(|()| Self)
    }
}

/// A count of `outer`, followed by that many counts of `inner`.
fn counts(outer: usize, inner: usize) -> Vec<u8> {
    Postcard::to_vec(&vec![inner as u64; outer]).unwrap()
}

const EMPTY: Option<DecodeErrorKind> = Some(DecodeErrorKind::TooManyEmptyElements);

/// Decodes hostile input, which is refused; returns the bytes and allocations requested.
fn refused<T: Decodable>(input: &[u8]) -> (u64, u64) {
    let mut kind = None;
    let taken = measure(|| kind = Postcard::from_slice::<T>(input).err().map(DecodeError::kind));
    assert_eq!(kind, EMPTY);
    (taken.bytes_total, taken.count_total)
}

/// An element without bytes counts as one for each 4 bytes of its memory.
#[test]
fn memory_charged_by_elements_without_bytes_counts_as_theirs() {
    const MOST: usize = MAX_EMPTY_ELEMENTS * 4 / (64 << 10);
    for (count, error) in [(MOST, None), (MOST + 1, EMPTY)] {
        let input = Postcard::to_vec(&count).unwrap();
        let outcome = Postcard::from_slice::<Vec<Heavy>>(&input).err();
        assert_eq!(outcome.map(DecodeError::kind), error, "{count} elements");
    }
}

/// The limit on zero-length elements is for the whole decode, not for each sequence.
#[test]
fn elements_without_bytes_are_capped_over_the_whole_decode() {
    let (bytes, _) = refused::<Vec<Vec<Skipped>>>(&counts(60, 60_000));
    assert!(bytes < 5 * MAX_EMPTY_ELEMENTS as u64, "{bytes} bytes");
    let (bytes, _) = refused::<Vec<Vec<Box<()>>>>(&counts(10_000, 60_000));
    assert!(bytes < 3 * 8 * MAX_EMPTY_ELEMENTS as u64 + 64 * 30_000, "{bytes} bytes");
    let (_, allocations) = refused::<Vec<Vec<Arc<()>>>>(&counts(100, 65_000));
    assert!(allocations < MAX_EMPTY_ELEMENTS as u64 + 200, "{allocations} allocations");
    refused::<Vec<HashSet<()>>>(&counts(1000, 60_000));
    refused::<Vec<BTreeSet<()>>>(&counts(1000, 60_000));
    refused::<Vec<LinkedList<Rc<()>>>>(&counts(1000, 60_000));
    refused::<BTreeMap<u64, Vec<()>>>(&counts(1001, 60_000));
    refused::<Vec<[Vec<()>; 2]>>(&counts(1000, 60_000));
    refused::<Vec<VecDeque<[Box<()>; 9]>>>(&counts(1000, 60_000));
}

#[test]
fn elements_without_bytes_are_capped_in_every_form() {
    let input = counts(100, 60_000);
    let kind = |outcome: Result<(), DecodeError>| outcome.err().map(DecodeError::kind);
    let borrowed = Postcard::from_slice_ref::<SeqRef<'_, SeqRef<'_, ()>>>(&input);
    assert_eq!(kind(borrowed.map(drop)), EMPTY);
    let sets = Postcard::from_slice_ref::<SeqRef<'_, SetRef<'_, ()>>>(&input);
    assert_eq!(kind(sets.map(drop)), EMPTY);
    let shared = Postcard::from_bytes::<SeqShared<SeqShared<()>>>(&Bytes::from(input.clone()));
    assert_eq!(kind(shared.map(drop)), EMPTY);
    assert_eq!(kind(<Vec<Vec<()>>>::skip(&mut Reader::<Postcard>::new(&input))), EMPTY);
    assert_eq!(kind(Postcard::decode_into(&mut vec![vec![()]; 3], &input)), EMPTY);
    assert_eq!(Postcard::explain::<Vec<Vec<()>>>(&input).error().map(DecodeError::kind), EMPTY);
}

/// A kilobyte of memory, none on the wire.
type Large = [Skipped; 4];

/// A zero-length element that takes memory counts as several.
#[test]
fn large_elements_without_bytes_count_by_their_memory() {
    let limits = Limits { elements: 2560, ..Limits::DEFAULT };
    assert!(Postcard::from_slice_with::<Vec<Large>>(limits, &[10]).is_ok());
    let error = Postcard::from_slice_with::<Vec<Large>>(limits, &[11]).err().unwrap();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
    let most = Limits { elements: usize::MAX, ..Limits::DEFAULT };
    let input = Postcard::to_vec(&100_000u32).unwrap();
    assert_eq!(
        Postcard::from_slice_with::<Vec<()>>(most, &input).map(|all| all.len()),
        Ok(100_000)
    );
}

/// Boxes that were not sent are not taken for boxes without bytes.
#[test]
fn boxes_that_are_cut_end_unexpectedly() {
    let input = Postcard::to_vec(&vec![Box::new(1u64); 100_000]).unwrap();
    let end = |len: usize| Some((DecodeErrorKind::UnexpectedEnd, len));
    for len in [3, 4, 1000, input.len() - 1] {
        let cut = &input[..len];
        let outcome =
            |error: Option<DecodeError>| error.map(|error| (error.kind(), error.offset()));
        assert_eq!(outcome(Postcard::from_slice::<Vec<Box<u64>>>(cut).err()), end(len));
        let borrowed = Postcard::from_slice_ref::<SeqRef<'_, codec_core::BoxRef<'_, u64>>>(cut);
        assert_eq!(outcome(borrowed.err()), end(len));
        let stream = Postcard::read_from::<Vec<Box<u64>>>(&mut &cut[..], 1 << 20);
        let Err(codec_core::stream::ReadError::Decode { error, .. }) = stream else {
            panic!("{len}")
        };
        assert_eq!(outcome(Some(error)), end(len));
    }
    assert_eq!(Postcard::from_slice::<Vec<Box<u64>>>(&input).map(|all| all.len()), Ok(100_000));
}

/// The minimum limit with which a value decodes, which is what it is charged.
fn charged<F: Format, T: Decodable>(input: &[u8]) -> usize {
    let decodes =
        |memory| match F::from_slice_with::<T>(Limits { memory, ..Limits::DEFAULT }, input) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
                false
            }
        };
    assert!(decodes(1 << 30), "{}", std::any::type_name::<T>());
    let (mut low, mut high) = (0usize, 1 << 30);
    while low < high {
        let middle = low.midpoint(high);
        if decodes(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Checks that a value is charged what it allocates: at least what it holds (half of that for
/// collections that grow), and not many times as much.
fn fairly<F: Format, T: Decodable + Encode>(value: &T) {
    let input = F::to_vec(value).unwrap();
    let charged = charged::<F, T>(&input) as u64;
    let decode: fn(&[u8]) = |input| drop(F::from_slice::<T>(input).unwrap());
    judge(std::any::type_name::<T>(), charged, measure(|| decode(&input)).bytes_max);
}

fn judge(name: &str, charged: u64, taken: u64) {
    assert!(taken <= 2 * charged + 64, "{name}: {taken} for {charged}");
    assert!(charged <= 5 * taken + 500, "{name}: {charged} for {taken}");
}

#[test]
fn memory_is_charged_as_it_is_asked_for() {
    fn every<F: Format>(len: u8) {
        let name = |of: u8| "x".repeat(of.into());
        let names = || (0..len).map(name);
        fairly::<F, String>(&name(len));
        fairly::<F, Vec<u8>>(&vec![7; len.into()]);
        fairly::<F, Vec<bool>>(&vec![true; len.into()]);
        fairly::<F, Vec<f64>>(&vec![0.5; len.into()]);
        fairly::<F, Vec<(u8, u64)>>(&vec![(1, 2); len.into()]);
        fairly::<F, Vec<String>>(&names().collect());
        fairly::<F, Vec<Option<Box<[u64; 9]>>>>(&vec![Some(Box::new([1; 9])); len.into()]);
        fairly::<F, VecDeque<Vec<u16>>>(&names().map(|name| vec![1; name.len()]).collect());
        fairly::<F, LinkedList<u8>>(&(0..len).collect());
        fairly::<F, BinaryHeap<u64>>(&(0..len).map(u64::from).collect());
        fairly::<F, BTreeMap<u8, String>>(&(0..len).zip(names()).collect());
        fairly::<F, HashMap<u64, [u64; 3]>>(&(0..len).map(|key| (key.into(), [9; 3])).collect());
        fairly::<F, BTreeSet<u8>>(&(0..len).collect());
        fairly::<F, HashSet<u8>>(&(0..len).collect());
        fairly::<F, Box<str>>(&name(len).into());
        fairly::<F, Box<[String]>>(&names().collect());
        fairly::<F, Arc<str>>(&name(len).into());
        fairly::<F, Arc<Vec<u8>>>(&Arc::new(vec![7; len.into()]));
        fairly::<F, Rc<[u32]>>(&vec![7; len.into()].into());
        fairly::<F, PathBuf>(&name(len).into());
        fairly::<F, Bytes>(&vec![7; len.into()].into());
        fairly::<F, Str0255>(&Str0255::try_from(&*name(len)).unwrap());
        fairly::<F, B064K>(&B064K::try_from(vec![7; len.into()]).unwrap());
        fairly::<F, Seq064K<u32>>(&Seq064K::try_from(vec![7; len.into()]).unwrap());
        fairly::<F, Utf16<u16>>(&Utf16::try_from(&*name(len)).unwrap());
    }
    for len in [0, 1, 5, 40, 250] {
        every::<Bincode>(len);
        every::<Strict<Postcard>>(len);
    }
}

/// A tail, whose elements are not counted in advance.
#[derive(Debug, Encode, Decode)]
struct Tail<T: codec_core::field::Counted + codec_core::field::DecodeCounted>(#[codec(tail)] T);

#[test]
fn elements_of_a_tail_are_charged_as_they_come() {
    fn every<F: Format>(len: u8) {
        let names = || (0..len).map(|n| Some("x".repeat(n.into())));
        fairly::<F, _>(&Tail(names().collect::<Vec<_>>()));
        fairly::<F, _>(&Tail(names().collect::<VecDeque<_>>()));
        fairly::<F, _>(&Tail((0..len).zip(names()).collect::<BTreeMap<_, _>>()));
        fairly::<F, _>(&Tail((0..len).map(|key| vec![key]).collect::<HashSet<_>>()));
    }
    for len in [0, 1, 5, 40] {
        every::<Bincode>(len);
        every::<Strict<Postcard>>(len);
    }
}

/// Keeps a copy of its bytes.
#[derive(Decode)]
struct Kept {
    #[codec(span = numbers..=numbers)]
    bytes: Vec<u8>,
    numbers: [u16; 4],
}

#[test]
fn c_strings_are_charged_with_their_zero() {
    let input = Bincode::to_vec(&CString::from(c"abcd")).unwrap();
    assert_eq!(charged::<Bincode, CString>(&input), 5);
}

#[test]
fn copies_of_spans_are_charged() {
    assert_eq!(charged::<Bincode, Kept>(&[0; 8]), 8);
    let kept: Kept = Bincode::from_slice(&[3, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(
        (kept.bytes.as_slice(), kept.numbers),
        (&[3, 0, 0, 0, 0, 0, 0, 0][..], [3, 0, 0, 0])
    );
}

#[test]
fn shared_strings_are_charged_where_the_input_is_not_shared() {
    let input = Bincode::to_vec("abcd").unwrap();
    assert_eq!(charged::<Bincode, TextShared>(&input), 4);
    let none = Limits { memory: 0, ..Limits::DEFAULT };
    assert!(Bincode::from_bytes_with::<TextShared>(none, &Bytes::from(input)).is_ok());
}

#[test]
fn shared_sequences_are_charged_where_the_input_is_not_shared() {
    let input = Bincode::to_vec(&vec![1u16, 2, 3]).unwrap();
    assert_eq!(charged::<Bincode, SeqShared<u16>>(&input), 6);
}

#[test]
fn shared_tails_are_charged_where_the_input_is_not_shared() {
    assert_eq!(charged::<Bincode, Tail<SeqShared<Option<u8>>>>(&[1, 7, 0, 1, 8]), 5);
}

#[test]
fn a_tail_without_entries_is_not_charged() {
    assert_eq!(charged::<Bincode, Tail<BTreeMap<u8, u8>>>(&[]), 0);
    assert!(charged::<Bincode, Tail<BTreeMap<u8, u8>>>(&[1, 2]) > 0);
}

/// Memory is charged alike where values are decoded into: that of a vector for all elements before
/// the first, that of pointers for what they hold.
#[test]
fn memory_that_is_reused_is_charged_as_new_memory() {
    fn reused<T: Decodable + Clone>(input: &[u8], kept: &[T]) {
        let all = charged::<Bincode, T>(input);
        for (memory, kept) in (0..=all).flat_map(|it| kept.iter().map(move |kept| (it, kept))) {
            let limits = Limits { memory, ..Limits::DEFAULT };
            let new = Bincode::from_slice_with::<T>(limits, input).map(drop);
            assert_eq!(Bincode::decode_into_with(limits, &mut kept.clone(), input), new);
            assert_eq!(new.is_ok(), memory == all);
        }
    }
    let list = |len| vec![Box::new(5i64); len];
    let lists: Vec<_> = (0..6).map(list).collect();
    reused(&Bincode::to_vec(&list(4)).unwrap(), &lists);
    let text = || Some("text".to_owned());
    reused(&Bincode::to_vec(&Box::new(text())).unwrap(), &[Box::new(None), Box::new(text())]);
    // A clone of a shared pointer is not reused.
    let input = Bincode::to_vec(&Rc::new(5i64)).unwrap();
    let mut alone = Rc::new(1i64);
    let limits = |memory| Limits { memory, ..Limits::DEFAULT };
    let all = charged::<Bincode, Rc<i64>>(&input);
    assert!(Bincode::decode_into_with(limits(all - 1), &mut alone, &input).is_err());
    assert!(Bincode::decode_into_with(limits(all), &mut alone, &input).is_ok());
    // More elements than there can be bytes for: the end of the input, and not of memory.
    let many = [1, 0, 0, 0, 0, 0, 0, 0x20, 3, 0, 0, 0, 0, 0, 0, 0];
    let new = Bincode::from_slice::<Vec<Box<i64>>>(&many).unwrap_err();
    assert_eq!((new.kind(), new.offset()), (DecodeErrorKind::UnexpectedEnd, 16));
    assert_eq!(Bincode::from_slice_ref::<SeqRef<'_, BoxRef<'_, i64>>>(&many).err(), Some(new));
    assert_eq!(Bincode::decode_into(&mut list(1), &many), Err(new));
}

/// Borrowed and shared values do not allocate, and are charged nothing.
#[test]
fn bytes_that_are_not_copied_are_not_charged() {
    let none = Limits { memory: 0, ..Limits::DEFAULT };
    let input = Bytes::from(Bincode::to_vec(&vec!["abc"; 9]).unwrap());
    assert!(Bincode::from_slice_ref_with::<SeqRef<'_, &str>>(none, &input).is_ok());
    assert!(Bincode::from_bytes_with::<SeqShared<Bytes>>(none, &input).is_ok());
    assert!(Bincode::from_bytes_with::<Vec<Bytes>>(none, &input).is_err());
    assert!(Bincode::from_slice_with::<Vec<String>>(none, &input).is_err());
    assert!(Bincode::from_slice_with::<[u64; 3]>(none, &input[..24]).is_ok());
}

/// The limit applies to the whole value, and each error names the limit that was exceeded.
#[test]
fn each_limit_is_named() {
    let input = Bincode::to_vec(&vec![vec![1u8; 10]; 10]).unwrap();
    let kind = |limits| {
        Bincode::from_slice_with::<Vec<Vec<u8>>>(limits, &input).err().map(DecodeError::kind)
    };
    let exact = 10 * size_of::<Vec<u8>>() + 100;
    assert_eq!(kind(Limits { memory: exact, ..Limits::DEFAULT }), None);
    let memory = Some(DecodeErrorKind::MemoryExceeded);
    assert_eq!(kind(Limits { memory: exact - 1, ..Limits::DEFAULT }), memory);
    let depth = Some(DecodeErrorKind::DepthExceeded);
    assert_eq!(kind(Limits { depth: 0, ..Limits::DEFAULT }), depth);
    assert_eq!(kind(Limits { depth: 1, ..Limits::DEFAULT }), None);
    assert_eq!(kind(Limits { elements: 0, ..Limits::DEFAULT }), None);
    assert_eq!(kind(Limits::for_input(input.len())), None);
    let mut value = vec![vec![1u8; 3]; 12];
    let limits = Limits { memory: exact - 1, ..Limits::DEFAULT };
    let error = Bincode::decode_into_with(limits, &mut value, &input).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
    let limits = Limits { memory: exact, ..Limits::DEFAULT };
    Bincode::decode_into_with(limits, &mut value, &input).unwrap();
}

/// Values that were decoded with larger limits than the default are read again without them when
/// they are borrowed or shared.
#[test]
fn lazy_elements_are_read_again_without_limits() {
    let input = Postcard::to_vec(&vec![70_000u32]).unwrap();
    let limits = Limits { elements: 200_000, ..Limits::DEFAULT };
    let lent: SeqRef<'_, SeqRef<'_, ()>> = Postcard::from_slice_ref_with(limits, &input).unwrap();
    assert_eq!(lent.get(0).unwrap().iter().count(), 70_000);
    let shared: SeqShared<SeqShared<()>> =
        Postcard::from_bytes_with(limits, &Bytes::from(input)).unwrap();
    assert_eq!(shared.get(0).unwrap().iter().count(), 70_000);
}

/// An invalid number is refused with its own error, and not charged twice.
#[test]
fn what_is_read_once_more_for_its_error_is_charged_once() {
    let input = Borsh::to_vec(&vec![f32::from_bits(0x7f80_0001).to_bits(); 3]).unwrap();
    let limits = Limits { memory: 12, ..Limits::DEFAULT };
    let error = Borsh::from_slice_with::<Vec<f32>>(limits, &input).unwrap_err();
    assert_eq!(error.kind(), Borsh::from_slice::<Vec<f32>>(&input).unwrap_err().kind());
    assert_ne!(error.kind(), DecodeErrorKind::MemoryExceeded);
}

/// Swallowing the error of a limit gains nothing.
#[test]
fn a_swallowed_limit_stays_exceeded() {
    struct Stubborn;
    impl Decodable for Stubborn {
        fn size<F: Format>() -> Size {
            Size::at_least(1)
        }
        fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            assert!(r.charge(101).is_err());
            assert!(r.charge(1).is_err());
            r.byte().map(|_| Self)
        }
    }
    let limits = Limits { memory: 100, ..Limits::DEFAULT };
    assert!(Bincode::from_slice_with::<Stubborn>(limits, &[1]).is_ok());
}

/// A borrowed field of an owned type is charged, too.
#[test]
fn owned_parts_of_borrowed_values_are_charged() {
    let input = Bincode::to_vec(&vec![1u32; 5]).unwrap();
    let limits = |memory| Limits { memory, ..Limits::DEFAULT };
    let decode = |memory| {
        let mut r = Reader::<Bincode>::from_cursor(
            codec_core::Cursor::new(&input).with_limits(limits(memory)),
        );
        <Vec<u32> as DecodableRef<'_>>::decode_ref(&mut r).is_ok()
    };
    assert_eq!((decode(20), decode(19)), (true, false));
}
