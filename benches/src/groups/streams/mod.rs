//! Values decoded from streams: whole, in segments of a network, and byte by byte.

mod arrival;
mod push;

use std::fmt::Debug;
use std::hint::black_box;

use bitcoin_consensus_encoding::{Decoder, decode_from_read_with_decoder};
use codec_core::stream::StreamReader;
use codec_core::{Bincode, BincodeVarint, Consensus, Decodable, Encode, Format, Header as _};
use codec_decred::AnyMessage;
use codec_decred::transaction::Transaction;

use arrival::Arrival;

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::data::log;
use crate::decred::{Header, frames};
use crate::groups::{Findings, Group};
use crate::table::{Table, Unit};

/// Reading from streams.
pub(super) const GROUP: Group = Group { name: "streams", title: "Values out of streams", run };

/// The maximum length of a value in bytes.
const LIMIT: usize = 1 << 24;

const SLICE: &str = "=from_slice";
const READ_FROM: &str = "*Bincode";
const READER: &str = "*StreamReader";
const BINCODE_1: &str = "bincode 1.3.3";
const VARINT: &str = "*BincodeVarint";
const BINCODE_2: &str = "bincode 2.0.1";
const OUR_BORSH: &str = "*Borsh";
const BORSH: &str = "borsh 1.8.1";
const CONSENSUS: &str = "*Consensus";
const PUSH: &str = "bitcoin-consensus-encoding 1.3.0";
const COLUMNS: [&str; 10] =
    [SLICE, READ_FROM, READER, BINCODE_1, VARINT, BINCODE_2, OUR_BORSH, BORSH, CONSENSUS, PUSH];

const ABOUT: &str = "A value out of a source that shows its bytes all at once, in segments of \
    1,448 bytes as a network does, or one at a time: 10,000 records of a log, 16,000 strings, a \
    Decred transaction of 260 KB with a thousand inputs. `from_slice` decodes the same value from \
    a slice (`Bincode`; `Consensus` for the transaction), and is in no ratio. Ours are `read_from` \
    and a `StreamReader` (in the format of `from_slice`), which keeps its buffer. Each pair of columns reads the same \
    bytes; the ratio is the best of the peers to the best of ours. The source lies in memory: \
    what a system call costs is not shown.";

/// Number of bytes that the source returns at a time.
const ARRIVALS: [(&str, usize); 3] =
    [("whole", usize::MAX), ("segments of 1,448", 1448), ("byte by byte", 1)];

/// A candidate: its name, and how it reads a value from a source.
struct Reading<'d, T> {
    name: &'static str,
    bytes: &'d [u8],
    read: fn(&mut Arrival<'_>) -> T,
}

/// A value encoded in a format, and its readers.
fn reading<'d, T>(
    name: &'static str,
    bytes: &'d [u8],
    read: fn(&mut Arrival<'_>) -> T,
) -> Reading<'d, T> {
    Reading { name, bytes, read }
}

fn ours<F: Format, T: Decodable>(source: &mut Arrival<'_>) -> T {
    F::read_from(source, LIMIT).expect("it decodes")
}

fn pushed<D: Decoder<Error: Debug> + Default>(source: &mut Arrival<'_>) -> D::Output {
    decode_from_read_with_decoder::<D, _>(source).expect("it decodes")
}

const ITS_BYTES: &str = "It reads Bincode's bytes, one at a time; the fastest peer reads varints or \
    lengths of four bytes, and so fewer. bincode 1, which reads the same bytes, takes longer.";

fn run(bench: &Bench) -> Findings {
    let mut table = Table::new("Values out of streams", ABOUT, Unit::Time, &COLUMNS);
    table.because_in("StreamReader", "", ITS_BYTES);
    let strings: Vec<String> = (0..16_000usize).map(|index| "s".repeat(10 + index % 17)).collect();
    general::<_, push::LogsDecoder>(&mut table, bench, "records", &log::data());
    general::<_, push::StringsDecoder>(&mut table, bench, "strings", &strings);
    transaction(&mut table, bench);
    Findings { tables: vec![table], plots: Vec::new() }
}

/// A value that every candidate can read.
fn general<T, D>(table: &mut Table, bench: &Bench, name: &str, value: &T)
where
    T: Encode + Decodable + PartialEq + Debug,
    T: serde::de::DeserializeOwned + bincode2::Decode<()> + borsh::BorshDeserialize,
    D: Decoder<Output = T, Error: Debug> + Default,
{
    let encoded = [
        Bincode::to_vec(value),
        BincodeVarint::to_vec(value),
        codec_core::Borsh::to_vec(value),
        Consensus::to_vec(value),
    ];
    let [fixed, varint, borsh, consensus] = encoded.map(|bytes| bytes.expect("it encodes"));
    let readings = [
        reading(READ_FROM, &fixed, ours::<Bincode, T>),
        reading(BINCODE_1, &fixed, |source| {
            bincode1::deserialize_from(source).expect("it decodes")
        }),
        reading(VARINT, &varint, ours::<BincodeVarint, T>),
        reading(BINCODE_2, &varint, |source| {
            let config = bincode2::config::standard();
            bincode2::decode_from_std_read(source, config).expect("it decodes")
        }),
        reading(OUR_BORSH, &borsh, ours::<codec_core::Borsh, T>),
        reading(BORSH, &borsh, |source| T::deserialize_reader(source).expect("it decodes")),
        reading(CONSENSUS, &consensus, ours::<Consensus, T>),
        reading(PUSH, &consensus, pushed::<D>),
    ];
    rows::<Bincode, T>(table, bench, name, value, &fixed, &readings);
}

/// The transaction that the other groups put in frames.
fn transaction(table: &mut Table, bench: &Bench) {
    let frame = frames().into_iter().find(|frame| frame.name == "tx-260021");
    let frame = frame.expect("it is one of the frames");
    let AnyMessage::Transaction(value) = frame.message() else { panic!("it is a transaction") };
    let bytes = &frame.wire[Header::<true>::SIZE..];
    let readings = [
        reading(CONSENSUS, bytes, ours::<Consensus, Transaction>),
        reading(PUSH, bytes, pushed::<push::TransactionDecoder>),
    ];
    rows::<Consensus, _>(table, bench, "transaction", &value, bytes, &readings);
}

/// A row for each arrival pattern.
fn rows<F: Format, T: Encode + Decodable + PartialEq + Debug>(
    table: &mut Table,
    bench: &Bench,
    name: &str,
    value: &T,
    bytes: &[u8],
    readings: &[Reading<'_, T>],
) {
    for (arrival, most) in ARRIVALS {
        let mut candidates = vec![
            Candidate::new(SLICE, 1, || drop(black_box(F::from_slice::<T>(black_box(bytes))))),
            reader::<F, T>(bytes, most),
        ];
        for Reading { name, bytes, read } in readings {
            assert_eq!(read(&mut Arrival::new(bytes, most)), *value, "{name}");
            candidates.push(Candidate::new(name, 1, move || {
                drop(black_box(read(&mut Arrival::new(black_box(bytes), most))));
            }));
        }
        let row = format!("{name}, {arrival}");
        let figures = bench.row(&table.title, &row, &mut candidates);
        table.row(&row, &COLUMNS.map(|column| figure(&figures, column)));
    }
}

/// A reader that has read the value before and keeps its buffer.
fn reader<F: Format, T: Decodable>(bytes: &[u8], most: usize) -> Candidate<'_> {
    let mut reader = StreamReader::<_, F>::new(Arrival::new(bytes, most), LIMIT);
    Candidate::new(READER, 1, move || {
        *reader.get_mut() = Arrival::new(black_box(bytes), most);
        drop(black_box(reader.read::<T>().expect("it decodes")));
    })
}
