//! Work in proportion to the bytes, whatever the pieces.

use std::cell::Cell;
use std::collections::BTreeSet;

use codec_core::stream::StreamReader;
use codec_core::{Compact, Decodable, Decode, DecodeError, Format, Postcard, Reader, Size, Strict};

use crate::stream::sources::Script;

thread_local! {
    static DECODED: Cell<usize> = const { Cell::new(0) };
}

/// A byte, whose decodes are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Counted(u8);

impl Decodable for Counted {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        DECODED.set(DECODED.get() + 1);
        r.byte().map(Self)
    }
}

codec_core::impl_plain!(Counted);

/// Short lists in a list, so that no length is known far in advance.
fn bytes(count: usize) -> Vec<u8> {
    let mut bytes = Postcard::to_vec(&count).unwrap();
    for index in 0..count {
        let len = index % 5;
        bytes.push(u8::try_from(len).unwrap());
        bytes.extend(vec![3; len]);
    }
    bytes
}

type Lists = Vec<Vec<Counted>>;

fn decodes(run: impl FnOnce()) -> usize {
    DECODED.set(0);
    run();
    DECODED.get()
}

#[test]
fn a_byte_at_a_time_costs_three_decodes_a_byte_at_most() {
    for count in [10, 1000, codec_effort::cases(100_000) as usize] {
        let bytes = bytes(count);
        for len in [1, 2, 100, 10_000] {
            let mut reader =
                StreamReader::<_, Postcard>::new(Script::pieces(&bytes, len), usize::MAX);
            let owned = decodes(|| assert!(reader.read::<Lists>().unwrap().is_some()));
            assert!(owned <= 3 * bytes.len(), "{owned} for {} in {len}", bytes.len());

            let mut reader =
                StreamReader::<_, Postcard>::new(Script::pieces(&bytes, len), usize::MAX);
            let lent = decodes(|| assert!(reader.next_ref::<Lists>().unwrap().is_some()));
            assert!(lent <= 4 * bytes.len(), "{lent} for {} in {len}", bytes.len());

            let mut source = Script::pieces(&bytes, len);
            let bare = decodes(|| drop(Postcard::read_from::<Lists>(&mut source, usize::MAX)));
            assert!(bare <= 2 * bytes.len(), "{bare} for {} in {len}", bytes.len());
        }
    }
}

#[test]
fn many_records_cost_three_decodes_a_byte_at_most() {
    let record = bytes(7);
    let all = record.repeat(2000);
    for len in [1, 3, record.len(), 1000, 8192, 50_000] {
        let mut reader = StreamReader::<_, Postcard>::new(Script::pieces(&all, len), 1000);
        let owned = decodes(|| while reader.read::<Lists>().unwrap().is_some() {});
        assert_eq!(reader.offset(), all.len() as u64);
        assert!(owned <= 3 * all.len(), "{owned} for {} in {len}", all.len());
    }
}

/// The first of them is tried in the buffer, and turns out to be longer than it.
#[test]
fn a_record_longer_than_the_buffer_is_decoded_once_after_another_one() {
    let (long, short) = (bytes(100_000), bytes(5));
    let all = [&long[..], &long, &long, &short, &short, &long].concat();
    for len in [1448, 100_000, all.len()] {
        let mut reader = StreamReader::<_, Postcard>::new(Script::pieces(&all, len), 1 << 20);
        let mut read = || decodes(|| assert!(reader.read::<Lists>().unwrap().is_some()));
        assert!(read() <= 250_000);
        assert_eq!([read(), read(), read(), read()], [200_000, 200_000, 10, 10]);
        assert!(read() <= 250_000);
        let mut reader = StreamReader::<_, Postcard>::new(Script::pieces(&all, len), 1 << 20);
        for record in [&long, &long, &long, &short, &short, &long] {
            let lent = reader.next_ref::<Lists>().unwrap().unwrap();
            assert_eq!(
                Postcard::to_vec(&lent.iter().map(|list| list.len()).collect::<Vec<_>>()),
                Postcard::to_vec(&lengths(record))
            );
        }
    }
}

/// A source that fills the buffer it is given, and counts how often it is called.
struct Whole<'b> {
    bytes: &'b [u8],
    reads: usize,
}

impl std::io::Read for Whole<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        self.reads += 1;
        self.bytes.read(room)
    }
}

#[test]
fn a_long_record_after_another_is_read_at_once() {
    let count = codec_effort::cases(100_000) as usize;
    let long = bytes(count);
    let source = Whole { bytes: &long, reads: 0 };
    let mut reader = StreamReader::<_, Postcard>::new(source, 1 << 20);
    assert!(reader.read::<Lists>().unwrap().is_some());
    assert!(reader.get_ref().reads > 4);
    for _ in 0..3 {
        *reader.get_mut() = Whole { bytes: &long, reads: 0 };
        let decoded = decodes(|| assert!(reader.read::<Lists>().unwrap().is_some()));
        assert_eq!((decoded, reader.get_ref().reads), (2 * count, 1));
        assert!(reader.buffered().is_empty());
    }
}

/// Each is longer than the previous one, so that it is not complete in the buffer.
#[test]
fn fewer_and_fewer_long_records_are_tried_in_vain() {
    let records: Vec<_> = (24..64).map(|count| bytes(1000 * count)).collect();
    let source = Whole { bytes: &records[0], reads: 0 };
    let mut reader = StreamReader::<_, Postcard>::new(source, 1 << 20);
    assert!(reader.read::<Lists>().unwrap().is_some());
    let mut in_vain = 0;
    for (record, count) in records[1..].iter().zip(25..) {
        *reader.get_mut() = Whole { bytes: record, reads: 0 };
        let decoded = decodes(|| assert!(reader.read::<Lists>().unwrap().is_some()));
        in_vain += usize::from(decoded > 2000 * count);
    }
    assert!((1..=9).contains(&in_vain), "{in_vain} of 39");
}

/// Only of the first, a little is tried in vain: where the buffer ends within the others, that is
/// known from the length of the one before.
#[test]
fn records_of_one_length_are_decoded_once() {
    let all = bytes(3000).repeat(20);
    let mut reader = StreamReader::<_, Postcard>::new(Whole { bytes: &all, reads: 0 }, 1 << 20);
    for index in 0..20 {
        let decoded = decodes(|| assert!(reader.read::<Lists>().unwrap().is_some()));
        let in_vain = decoded - 6000;
        assert!(in_vain <= if index == 0 { 1024 } else { 0 }, "{in_vain} of record {index}");
    }
    assert!(reader.read::<Lists>().unwrap().is_none());
}

/// The lengths of the lists.
fn lengths(bytes: &[u8]) -> Vec<usize> {
    let lists: Lists = Postcard::from_slice(bytes).unwrap();
    lists.iter().map(Vec::len).collect()
}

/// A list, and the bytes it was decoded from.
#[derive(Decode)]
#[codec(borrow)]
struct Spanned {
    list: Vec<Counted>,
    #[codec(span = list)]
    bytes: Vec<u8>,
}

/// Borrowed sets of keys; a strict format compares the keys' encodings.
type Sets = Vec<BTreeSet<Counted>>;

#[test]
fn looking_back_costs_four_decodes_a_byte_at_most() {
    for count in [10, 1000, codec_effort::cases(20_000) as usize] {
        let bytes = bytes(count);
        let sets = [Compact::to_vec(&count).unwrap(), [3, 1, 2, 3].repeat(count)].concat();
        for len in [1, 2, 100, 10_000] {
            let spans =
                || StreamReader::<_, Postcard>::new(Script::pieces(&bytes, len), usize::MAX);
            let keys =
                || StreamReader::<_, Strict<Compact>>::new(Script::pieces(&sets, len), usize::MAX);
            let runs = [
                decodes(|| assert!(spans().read::<Vec<Spanned>>().unwrap().is_some())),
                decodes(|| assert!(spans().next_ref::<Vec<Spanned>>().unwrap().is_some())),
                decodes(|| drop(Postcard::read_from::<Vec<Spanned>>(&mut &bytes[..], 1 << 30))),
                decodes(|| assert!(keys().read::<Sets>().unwrap().is_some())),
                decodes(|| assert!(keys().next_ref::<Sets>().unwrap().is_some())),
            ];
            for (run, decodes) in runs.into_iter().enumerate() {
                assert!(decodes <= 4 * bytes.len(), "run {run}: {decodes} for {}", bytes.len());
            }
        }
    }
}
