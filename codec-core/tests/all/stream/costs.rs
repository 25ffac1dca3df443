//! The cost of reading compared with decoding a slice: allocations, memory, calls of the source.

use std::cell::Cell;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use codec_core::field::DecodeCounted;
use codec_core::stream::{ReadError, StreamReader};
use codec_core::{
    Bincode, Compact, Consensus, Decodable, Decode, DecodeError, DecodeErrorKind, Encode, Format,
    Packable, Packed, Postcard, Reader, Size, Strict,
};

use crate::stream::sources::{Script, Step};

/// Sizes of the pieces of a stream: all at once, in segments of a network, byte by byte.
const ARRIVALS: [usize; 3] = [usize::MAX, 1448, 1];

/// Number of bytes that a reader reads ahead at first.
const FIRST_READ: u64 = 8 * 1024;

/// The number of intermediate buffers, each at least twice as long as the previous one.
fn buffers(bytes: usize) -> u64 {
    2 * u64::from(bytes.ilog2()) + 2
}

fn slice<F: Format, T: Decodable>(bytes: &[u8]) -> AllocationInfo {
    measure(|| assert!(F::from_slice::<T>(bytes).is_ok()))
}

fn bare<F: Format, T: Decodable>(bytes: &[u8], len: usize) -> AllocationInfo {
    let mut source = Lent::new(bytes, len);
    measure(|| assert!(F::read_from::<T>(&mut source, usize::MAX).is_ok()))
}

fn reader<F: Format, T: Decodable>(bytes: &[u8], len: usize) -> AllocationInfo {
    let mut reader = StreamReader::<_, F>::new(Lent::new(bytes, len), usize::MAX);
    measure(|| assert!(reader.read::<T>().unwrap().is_some()))
}

/// A source that allocates nothing.
struct Lent<'b> {
    bytes: &'b [u8],
    len: usize,
    segment: usize,
    reads: usize,
}

impl<'b> Lent<'b> {
    fn new(bytes: &'b [u8], len: usize) -> Self {
        Self { bytes, len, segment: 0, reads: 0 }
    }
}

impl std::io::Read for Lent<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let segment = std::io::BufRead::fill_buf(self)?;
        let len = segment.len().min(room.len());
        room[..len].copy_from_slice(&segment[..len]);
        std::io::BufRead::consume(self, len);
        Ok(len)
    }
}

impl std::io::BufRead for Lent<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.segment == 0 {
            self.reads += 1;
            self.segment = self.len.min(self.bytes.len());
        }
        Ok(&self.bytes[..self.segment])
    }

    fn consume(&mut self, len: usize) {
        self.segment -= len;
        self.bytes = &self.bytes[len..];
    }
}

fn strings() -> Vec<String> {
    (0..16_000usize).map(|index| "s".repeat(10 + index % 17)).collect()
}

type Record = (u32, String, Vec<u8>, Option<Box<u64>>, Vec<(u16, u16)>);

fn records() -> Vec<Record> {
    let record = |index: u32| {
        let len = index as usize;
        let pairs = vec![(1, 2); len % 7];
        (index, "n".repeat(len % 30), vec![1; len % 90], Some(Box::new(7)), pairs)
    };
    (0..3000).map(record).collect()
}

fn as_from_a_slice<F: Format, T: Encode + Decodable>(value: &T) {
    let bytes = F::to_vec(value).unwrap();
    let by_slice = slice::<F, T>(&bytes);
    for len in ARRIVALS {
        for (name, by_stream) in
            [("bare", bare::<F, T>(&bytes, len)), ("reader", reader::<F, T>(&bytes, len))]
        {
            // A vector whose elements have not arrived yet grows as they arrive.
            // What is buffered at first is tried before more is read.
            let first = 2 * by_slice.count_total * FIRST_READ.min(len as u64) / bytes.len() as u64;
            let most =
                by_slice.count_total + by_slice.count_total / 32 + buffers(bytes.len()) + first;
            let count = by_stream.count_total;
            assert!(count <= most, "{name} of {} in {len}: {count} over {most}", F::RULES.name);
            let most = 2 * by_slice.bytes_max + 6 * bytes.len() as u64 + 16 * 1024;
            let peak = by_stream.bytes_max;
            assert!(peak <= most, "{name} of {} in {len}: {peak} over {most}", F::RULES.name);
        }
    }
}

#[test]
fn values_are_allocated_as_from_a_slice() {
    as_from_a_slice::<Bincode, _>(&strings());
    as_from_a_slice::<Postcard, _>(&strings());
    as_from_a_slice::<Bincode, _>(&records());
    as_from_a_slice::<Compact, _>(&records());
    as_from_a_slice::<Bincode, _>(&vec![7u64; 50_000]);
    as_from_a_slice::<Bincode, _>(&vec![7u8; 400_000]);
}

fn word(index: usize) -> String {
    "w".repeat(5 + index % 11)
}

/// A struct with a span, an enum, and arrays of what has a length.
#[derive(Debug, PartialEq, Encode, Decode)]
struct Shapes {
    kind: Option<Kind>,
    names: Box<[String]>,
    #[codec(span = names)]
    raw: Vec<u8>,
    pairs: [(u16, Vec<u32>); 3],
    shared: Arc<str>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum Kind {
    Plain,
    Named { name: Box<str>, code: u64 },
}

fn shapes() -> Vec<Shapes> {
    let shape = |index: usize| Shapes {
        kind: [None, Some(Kind::Plain), Some(Kind::Named { name: word(index).into(), code: 9 })]
            .into_iter()
            .nth(index % 3)
            .flatten(),
        names: (0..index % 5).map(word).collect(),
        raw: Vec::new(),
        pairs: [0, 1, 2].map(|pair| (7, vec![8; (index + pair) % 4])),
        shared: word(index).into(),
    };
    (0..1000).map(shape).collect()
}

/// Its spans are empty until it is encoded and decoded.
#[test]
fn structs_are_allocated_as_from_a_slice() {
    as_from_a_slice::<Bincode, _>(&shapes());
    as_from_a_slice::<Postcard, _>(&shapes());
    as_from_a_slice::<Compact, _>(&shapes());
}

/// A value that is complete in the source's own buffer is decoded there.
#[test]
fn what_is_buffered_is_not_copied() {
    buffered_as_from_a_slice::<Bincode, _>(&strings());
    buffered_as_from_a_slice::<Consensus, _>(&strings());
    // One allocation for their bytes, and one for their bounds.
    let packed: Packed<String> = strings().into_iter().collect();
    buffered_as_from_a_slice::<Consensus, _>(&packed);
}

fn buffered_as_from_a_slice<F: Format, T: Encode + Decodable>(value: &T) {
    let mut bytes = F::to_vec(value).unwrap();
    let by_slice = slice::<F, T>(&bytes);
    bytes.extend([1, 2, 3]);
    for bytes in [&bytes[..], &bytes[..bytes.len() - 3]] {
        let by_stream = bare::<F, T>(bytes, usize::MAX);
        assert_eq!(by_stream.count_total, by_slice.count_total);
        assert_eq!(by_stream.bytes_total, by_slice.bytes_total);
    }
}

#[test]
fn packed_sequences_are_allocated_as_from_a_slice() {
    let packed: Packed<String> = strings().into_iter().collect();
    as_from_a_slice::<Consensus, _>(&packed);
    as_from_a_slice::<Bincode, _>(&packed);
}

thread_local!(static READ: Cell<usize> = const { Cell::new(0) });

fn note() -> bool {
    READ.set(READ.get() + 1);
    true
}

/// Notes each time that it is read.
#[derive(Encode, Decode)]
#[codec(borrow, check = note() && kind < 9)]
struct Counted {
    kind: u8,
    name: String,
}

impl Packable for Counted {
    type Layout = Consensus;
    const CANONICAL: bool = true;
}

/// Elements are read once, as from a slice, except for those that are cut where the input stops.
#[test]
fn packed_elements_are_read_once() {
    let count = 2000;
    let packed: Packed<Counted> =
        (0..count).map(|index| Counted { kind: 7, name: word(index) }).collect();
    let bytes = Consensus::to_vec(&packed).unwrap();
    let read = |decode: &dyn Fn() -> Packed<Counted>| {
        READ.set(0);
        assert_eq!(decode().len(), count);
        READ.get()
    };
    assert_eq!(read(&|| Consensus::from_slice(&bytes).unwrap()), count);
    assert_eq!(read(&|| Strict::<Consensus>::from_slice(&bytes).unwrap()), count);
    for len in [usize::MAX, 1448] {
        let most = count + bytes.len() / len;
        let source = || Lent::new(&bytes, len);
        let bare = read(&|| Consensus::read_from(&mut source(), usize::MAX).unwrap());
        assert!(bare <= most, "{bare} over {most}");
        let buffered = read(&|| {
            let mut reader = StreamReader::<_, Consensus>::new(source(), usize::MAX);
            reader.read().unwrap().expect("it is there")
        });
        // It tries what it has buffered first.
        let most = most + count * 1024 / bytes.len() + 1;
        assert!(buffered <= most, "{buffered} over {most}");
    }
}

#[derive(Debug, PartialEq)]
struct Rest<T>(T);

impl<T: DecodeCounted> Decodable for Rest<T> {
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        T::decode_rest(r).map(Self)
    }
}

#[test]
fn a_tail_byte_by_byte_takes_memory_in_proportion() {
    let bytes = vec![7; 64_000];
    for len in ARRIVALS {
        for info in [
            bare::<Bincode, Rest<Vec<u8>>>(&bytes, len),
            reader::<Bincode, Rest<Vec<u8>>>(&bytes, len),
            bare::<Postcard, Rest<Vec<Box<u8>>>>(&bytes, len),
            reader::<Postcard, Rest<Vec<u64>>>(&bytes, len),
        ] {
            assert!(info.bytes_total < 64_000 * 64, "{} bytes in {len}", info.bytes_total);
            assert!(info.bytes_max < 64_000 * 40, "{} at once in {len}", info.bytes_max);
        }
    }
}

/// One call of the source for each segment, and one to detect the end of a tail.
#[test]
fn the_source_is_asked_once_for_a_segment() {
    let bytes = Bincode::to_vec(&strings()).unwrap();
    for len in ARRIVALS {
        let segments = bytes.len().div_ceil(len);
        let mut source = Lent::new(&bytes, len);
        Bincode::read_from::<Vec<String>>(&mut source, usize::MAX).unwrap();
        assert_eq!(source.reads, segments);
        let mut source = Lent::new(&bytes, len);
        Bincode::read_from::<Rest<Vec<u8>>>(&mut source, usize::MAX).unwrap();
        assert_eq!(source.reads, segments + 1);
    }
}

/// A reader reuses its memory for all records, including those that arrive in pieces.
#[test]
fn a_reader_allocates_nothing_when_it_has_room() {
    let bytes = Bincode::to_vec(&vec![7u32; 5000]).unwrap().repeat(40);
    for len in [1, 1448, usize::MAX] {
        let mut reader = StreamReader::<_, Bincode>::new(Lent::new(&bytes, len), usize::MAX);
        let mut value = Vec::<u32>::new();
        for _ in 0..20 {
            assert!(reader.read_into(&mut value).unwrap());
        }
        let info = measure(|| {
            for _ in 0..20 {
                assert!(reader.read_into(&mut value).unwrap());
            }
        });
        assert_eq!(info.count_total, 0, "in {len}");
        assert!(!reader.read_into(&mut value).unwrap());
    }
}

#[test]
fn a_tail_may_have_as_many_bytes_as_the_limit() {
    let bytes = [7; 1000];
    for len in ARRIVALS {
        let read = |limit| Bincode::read_from::<Rest<Vec<u8>>>(&mut Lent::new(&bytes, len), limit);
        assert_eq!(read(1000).unwrap().0, bytes);
        assert!(matches!(read(999), Err(ReadError::TooLong { limit: 999, record: 0 })));
        let mut reader = StreamReader::<_, Bincode>::new(Lent::new(&bytes, len), 1000);
        assert_eq!(reader.read::<Rest<Vec<u8>>>().unwrap().unwrap().0, bytes);
        let mut reader = StreamReader::<_, Bincode>::new(Lent::new(&bytes, len), 999);
        assert!(matches!(reader.read::<Rest<Vec<u8>>>(), Err(ReadError::TooLong { .. })));
    }
}

/// A tree whose lazy sequences each contain those nested in them.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Tree {
    children: Vec<Tree>,
    data: Vec<u8>,
}

fn tree(depth: usize) -> Tree {
    let children = if depth == 0 { vec![] } else { vec![tree(depth - 1)] };
    Tree { children, data: vec![7; 600] }
}

#[test]
fn values_within_values_are_not_put_together_over_and_over() {
    let bytes = Postcard::to_vec(&tree(60)).unwrap();
    let depths = Postcard::to_vec(&tree(30)).unwrap();
    for (bytes, len) in [(&bytes, 1), (&bytes, 1448), (&depths, 1)] {
        let mut reader = StreamReader::<_, Postcard>::new(Lent::new(bytes, len), usize::MAX);
        let info = measure(|| assert!(reader.next_ref::<Tree>().unwrap().is_some()));
        let most = 24 * bytes.len() as u64 + 16 * 1024;
        assert!(info.bytes_total < most, "{} of {} in {len}", info.bytes_total, bytes.len());
    }
}

#[derive(Debug)]
struct Body;

impl Decodable for Body {
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        codec_core::__private_0_1::read_versioned(r, 1u32, |r, _| r.array::<4>().map(|_| Self))
    }
}

/// The reader does not read past a body that is too short.
#[test]
fn a_body_that_is_too_short_is_refused_at_once() {
    for len in [1, 2, 5] {
        let source = || Script::pieces(&[1, 3, 1, 2, 3], len).then(Step::Never);
        let expected = Compact::from_slice::<Body>(&[1, 3, 1, 2, 3]).unwrap_err();
        assert_eq!((expected.kind(), expected.offset()), (DecodeErrorKind::UnexpectedEnd, 5));
        let error = Compact::read_from::<Body>(&mut source(), 100).unwrap_err();
        assert_eq!(error.offset(), 5);
        let mut reader = StreamReader::<_, Compact>::new(source(), 100);
        assert_eq!(reader.read::<Body>().unwrap_err().offset(), 5);
    }
}
