//! Vectors of bytes whose lengths differ, as those of strings do.

use std::hint::black_box;

use codec_core::{Bincode, Format as _};
use serde_bytes::{ByteBuf, Bytes};

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::random::Random;
use crate::table::{Table, Unit};

const MEMCPY: &str = "=memcpy";
const BINCODE_1: &str = "bincode 1.3.3, serde_bytes";
const BINCODE_2: &str = "bincode 2.0.1";
const WINCODE: &str = "wincode 0.6.3";
const OURS: &str = "*codec";
const COLUMNS: [&str; 5] = [MEMCPY, BINCODE_1, BINCODE_2, WINCODE, OURS];

/// So many that their lengths can't all be predicted.
const VALUES: u32 = 4096;
const LONGEST: u64 = 64;

const LEGACY: bincode2::config::Configuration<
    bincode2::config::LittleEndian,
    bincode2::config::Fixint,
> = bincode2::config::legacy();

const ABOUT: &str = "As above, but 4,096 vectors of 0 to 64 bytes one after another, in random order, \
    as strings are; the time of one. Where all lengths are equal, the branches on them are \
    predicted; here some are not.";

/// The vectors, and their encodings.
struct Data {
    values: Vec<Vec<u8>>,
    wires: Vec<Vec<u8>>,
}

fn data() -> Data {
    let mut random = Random::new(64);
    let mut one = || {
        let len = usize::try_from(random.next() % (LONGEST + 1)).expect("it is small");
        vec![0xabu8; len]
    };
    let values: Vec<_> = (0..VALUES).map(|_| one()).collect();
    let wires = values.iter().map(|value| Bincode::to_vec(value).expect("it encodes")).collect();
    Data { values, wires }
}

/// A candidate that writes each vector into a buffer that it reuses.
fn reused<'d>(
    name: &'static str,
    data: &'d Data,
    mut write: impl FnMut(&mut Vec<u8>, &Vec<u8>) + 'd,
) -> Candidate<'d> {
    let mut buffer = Vec::with_capacity(256);
    for (value, wire) in data.values.iter().zip(&data.wires) {
        buffer.clear();
        write(&mut buffer, value);
        assert!(buffer == *wire, "{name}");
    }
    Candidate::new(name, VALUES, move || {
        for value in &data.values {
            buffer.clear();
            write(&mut buffer, black_box(value));
            black_box(&buffer);
        }
    })
}

/// A candidate that makes something new of each item.
fn new<'d, T, U: AsRef<[u8]>>(
    name: &'static str,
    items: &'d [T],
    expected: &[Vec<u8>],
    make: impl Fn(&T) -> U + 'd,
) -> Candidate<'d> {
    for (item, expected) in items.iter().zip(expected) {
        assert!(make(item).as_ref() == expected, "{name}");
    }
    Candidate::new(name, VALUES, move || {
        for item in items {
            drop(black_box(make(black_box(item))));
        }
    })
}

fn encode_reused(data: &Data) -> Vec<Candidate<'_>> {
    vec![
        reused(MEMCPY, data, |buffer, value| {
            buffer.extend_from_slice(&(value.len() as u64).to_le_bytes());
            buffer.extend_from_slice(value);
        }),
        reused(BINCODE_1, data, |buffer, value| {
            bincode1::serialize_into(buffer, Bytes::new(value)).expect("it encodes");
        }),
        reused(BINCODE_2, data, |buffer, value| {
            bincode2::encode_into_std_write(value, buffer, LEGACY).expect("it encodes");
        }),
        reused(WINCODE, data, |buffer, value| {
            wincode::serialize_into(buffer, value).expect("it encodes");
        }),
        reused(OURS, data, |buffer, value| {
            Bincode::encode_into(value, buffer).expect("it encodes");
        }),
    ]
}

fn encode_new(data: &Data) -> Vec<Candidate<'_>> {
    let (values, wires) = (&data.values[..], &data.wires[..]);
    vec![
        new(MEMCPY, values, wires, |value| {
            let mut bytes = Vec::with_capacity(8 + value.len());
            bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
            bytes.extend_from_slice(value);
            bytes
        }),
        new(BINCODE_1, values, wires, |value| {
            bincode1::serialize(Bytes::new(value)).expect("it encodes")
        }),
        new(BINCODE_2, values, wires, |value| {
            bincode2::encode_to_vec(value, LEGACY).expect("it encodes")
        }),
        new(WINCODE, values, wires, |value| wincode::serialize(value).expect("it encodes")),
        new(OURS, values, wires, |value| Bincode::to_vec(value).expect("it encodes")),
    ]
}

fn decode_owned(data: &Data) -> Vec<Candidate<'_>> {
    let (wires, values) = (&data.wires[..], &data.values[..]);
    vec![
        new(MEMCPY, wires, values, |wire| wire[8..].to_vec()),
        new(BINCODE_1, wires, values, |wire| {
            bincode1::deserialize::<ByteBuf>(wire).expect("it decodes").into_vec()
        }),
        new(BINCODE_2, wires, values, |wire| {
            bincode2::decode_from_slice::<Vec<u8>, _>(wire, LEGACY).expect("it decodes").0
        }),
        new(WINCODE, wires, values, |wire| {
            wincode::deserialize::<Vec<u8>>(wire).expect("it decodes")
        }),
        new(OURS, wires, values, |wire| Bincode::from_slice::<Vec<u8>>(wire).expect("it decodes")),
    ]
}

/// The table of all operations.
pub(super) fn table(bench: &Bench) -> Table {
    let data = data();
    let title = "0 to 64 bytes, of lengths that differ";
    let mut table = Table::new(title, ABOUT, Unit::Time, &COLUMNS).promising(0.95);
    let rows = [
        ("encode, new buffer", encode_new(&data)),
        ("encode, reused buffer", encode_reused(&data)),
        ("decode, owned", decode_owned(&data)),
    ];
    for (row, mut candidates) in rows {
        let figures = bench.row(title, row, &mut candidates);
        table.row(row, &COLUMNS.map(|column| figure(&figures, column)));
    }
    table
}
