//! Vectors of bytes, encoded into buffers and decoded from them.

use std::hint::black_box;
use std::mem::MaybeUninit;

use codec_core::{Bincode, Format as _};
use serde_bytes::{ByteBuf, Bytes};

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::groups::{Findings, Group, varied};
use crate::plot::{Plot, Point, Scale, Series, Shape};
use crate::random::Random;
use crate::table::{Ratio, Table, Unit};

/// Encoding into buffers of all sorts, and decoding.
pub(super) const GROUP: Group = Group { name: "buffers", title: "Buffer reuse", run };

const SIZES: [usize; 8] = [0, 16, 64, 256, 1024, 4096, 16 * 1024, LARGE];
const LARGE: usize = 48_000_000;
/// Bytes of the length before the vector's bytes.
const PREFIX: usize = 8;
/// Ratios down to this one are within measurement noise.
const CHANCE: f64 = 0.95;

const MEMCPY: &str = "=memcpy";
const BINCODE_1: &str = "bincode 1.3.3";
const BINCODE_1_BYTES: &str = "bincode 1.3.3, serde_bytes";
const BINCODE_2: &str = "bincode 2.0.1";
const WINCODE: &str = "wincode 0.6.3";
const OURS: &str = "*codec";
const COLUMNS: [&str; 6] = [MEMCPY, BINCODE_1, BINCODE_1_BYTES, BINCODE_2, WINCODE, OURS];

const LEGACY: fn() -> bincode2::config::Configuration<
    bincode2::config::LittleEndian,
    bincode2::config::Fixint,
> = bincode2::config::legacy;

/// wincode's format without its limit of 4 MiB per sequence.
macro_rules! unlimited {
    () => {
        wincode::config::Configuration::default().disable_preallocation_size_limit()
    };
}

/// A vector and its encoding, and how many times a batch processes it.
struct Data {
    value: Vec<u8>,
    wire: Vec<u8>,
    times: u32,
}

/// One table: its name, and the candidates for a vector.
struct Operation {
    name: &'static str,
    candidates: for<'d> fn(&'d Data) -> Vec<Candidate<'d>>,
}

const OPERATIONS: [Operation; 5] = [
    Operation { name: "encode, new buffer", candidates: encode_new },
    Operation { name: "encode, reused buffer", candidates: encode_reused },
    Operation { name: "encode, uninitialised buffer", candidates: encode_uninit },
    Operation { name: "decode, owned", candidates: decode_owned },
    Operation { name: "decode, borrowed", candidates: decode_borrowed },
];

const ABOUT: &str = "A vector of random bytes in the layout of bincode 1: a length of eight bytes, \
    and the bytes. `memcpy` writes or reads the same bytes without a codec, and is in no ratio. \
    wincode runs without its limit of 4 MiB. With serde, bincode 1 takes a `Vec<u8>` byte by byte; \
    `serde_bytes` is the workaround. Shows what a codec adds to the copy; doesn't show what a \
    buffer costs that other threads have used. Ratios down to 0.95 are even. Published elsewhere: \
    1 KiB in 119 ns, bincode's 427 ns; 48 MB in 21 ms, bincode's 44 ms.";

fn run(bench: &Bench) -> Findings {
    let data: Vec<Data> = SIZES.iter().map(|size| data(*size)).collect();
    let mut findings = Findings::default();
    for operation in &OPERATIONS {
        let (name, mut table) = (operation.name, table(operation.name));
        for data in &data {
            let size = size(data.value.len());
            let figures = bench.row(name, &size, &mut (operation.candidates)(data));
            let cells = COLUMNS.map(|column| figure(&figures, column));
            table.row(&size, &cells);
            promise(&mut table, name, &size);
        }
        findings.plots.extend(plot(&table));
        findings.tables.push(table);
    }
    findings.tables.push(varied::table(bench));
    findings
}

fn data(len: usize) -> Data {
    let mut random = Random::new(len as u64);
    let mut value: Vec<u8> = Vec::with_capacity(len + 8);
    while value.len() < len {
        value.extend(random.next().to_le_bytes());
    }
    value.truncate(len);
    let wire = [&(len as u64).to_le_bytes()[..], &value].concat();
    assert_eq!(Bincode::from_slice::<Vec<u8>>(&wire).as_ref(), Ok(&value));
    let times = 400_000 / (len + 100);
    Data { value, wire, times: u32::try_from(times.max(1)).expect("it is small") }
}

fn table(name: &str) -> Table {
    let mut table = Table::new(name, ABOUT, Unit::Time, &COLUMNS).promising(CHANCE);
    table.because("48 MB", MEMORY);
    if name.starts_with("encode") {
        table.because("", TRIED);
    } else if name == "decode, borrowed" {
        table.because("", "Tenths of a nanosecond: one comparison more or less.");
    } else {
        table.because("", CHECKED);
    }
    table
}

const MEMORY: &str = "All of them call the same `memcpy`; what differs is where the allocator and \
    the system put 48 MB, from one run to the next.";
const TRIED: &str = "Up to 64 bytes are copied by four loads and stores that overlap, without a \
    call: where lengths differ (the last table), no branch on them is mispredicted; for one length \
    alone, glibc's `memcpy`, which has registers of 32 bytes, takes half a nanosecond less. Longer ones \
    are copied by that `memcpy`, from a function that saves registers for it, a nanosecond or two. \
    `memcpy` is the limit that is measured beside them.";
const CHECKED: &str = "The count is held against what is left of the input before memory is asked \
    for.";

/// The promises about single figures.
fn promise(table: &mut Table, name: &str, size: &str) {
    let to_memcpy = |most| Ratio { row: size.to_owned(), columns: (5, 0), least: 0.0, most };
    if size == "48 MB" {
        table.promise_ratio("48 MB within 5 % of `memcpy`", to_memcpy(1.05), MEMORY);
    } else if size == "1 KiB" && name == "encode, reused buffer" {
        table.promise_ratio("1 KiB within 1.5 × of `memcpy` and 8 bytes", to_memcpy(1.5), "");
    }
}

fn size(len: usize) -> String {
    match len {
        LARGE => "48 MB".to_owned(),
        len if len >= 1024 => format!("{} KiB", len / 1024),
        len => format!("{len} B"),
    }
}

/// The times by size, without the largest, which would dwarf the others.
fn plot(table: &Table) -> Option<Plot> {
    let file = match table.title.as_str() {
        "encode, reused buffer" => "buffers-reused",
        "decode, owned" => "buffers-owned",
        _ => return None,
    };
    let lens = || SIZES.iter().copied().filter(|len| (1..LARGE).contains(len));
    let series = table.columns.iter().enumerate().map(|(index, column)| Series {
        name: column.name.clone(),
        ours: column.ours,
        points: lens()
            .zip(&table.rows[1..])
            .filter_map(|(len, row)| {
                Some(Point::of(f64::from(u32::try_from(len).ok()?), row.cells[index]?, 1e9))
            })
            .collect(),
    });
    let (x_label, x_scale) = ("bytes".to_owned(), Scale::Log);
    Some(Plot {
        file: file.to_owned(),
        title: format!("A vector of bytes: {}", table.title),
        y_label: "ns".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Lines { x_label, x_scale },
        series: series.collect(),
    })
}

/// A candidate that runs an operation once per repetition of the batch.
fn batch<'d>(name: &'static str, times: u32, mut run: impl FnMut() + 'd) -> Candidate<'d> {
    Candidate::new(name, times, move || (0..times).for_each(|_| run()))
}

fn encode_new(data: &Data) -> Vec<Candidate<'_>> {
    let (value, times) = (&data.value, data.times);
    let copy = move || {
        let mut bytes = Vec::with_capacity(PREFIX + value.len());
        bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
        bytes.extend_from_slice(black_box(value));
        bytes
    };
    let bincode1 = move || bincode1::serialize(black_box(value)).expect("it encodes");
    let bytes = move || bincode1::serialize(Bytes::new(black_box(value))).expect("it encodes");
    let bincode2 = move || bincode2::encode_to_vec(black_box(value), LEGACY()).expect("it encodes");
    let wincode =
        move || wincode::config::serialize(black_box(value), unlimited!()).expect("it encodes");
    let ours = move || Bincode::to_vec(black_box(value)).expect("it encodes");
    for same in [copy(), bincode1(), bytes(), bincode2(), wincode(), ours()] {
        assert!(same == data.wire);
    }
    vec![
        batch(MEMCPY, times, move || drop(black_box(copy()))),
        batch(BINCODE_1, times, move || drop(black_box(bincode1()))),
        batch(BINCODE_1_BYTES, times, move || drop(black_box(bytes()))),
        batch(BINCODE_2, times, move || drop(black_box(bincode2()))),
        batch(WINCODE, times, move || drop(black_box(wincode()))),
        batch(OURS, times, move || drop(black_box(ours()))),
    ]
}

/// A candidate that writes into a vector that it reuses.
fn reused<'d>(
    name: &'static str,
    data: &'d Data,
    mut write: impl FnMut(&mut Vec<u8>) + 'd,
) -> Candidate<'d> {
    let mut buffer = Vec::new();
    write(&mut buffer);
    assert!(buffer == data.wire, "{name}");
    batch(name, data.times, move || {
        buffer.clear();
        write(&mut buffer);
        black_box(&buffer);
    })
}

fn encode_reused(data: &Data) -> Vec<Candidate<'_>> {
    let value = &data.value;
    vec![
        reused(MEMCPY, data, |buffer| {
            buffer.extend_from_slice(&(value.len() as u64).to_le_bytes());
            buffer.extend_from_slice(black_box(value));
        }),
        reused(BINCODE_1, data, |buffer| {
            bincode1::serialize_into(buffer, black_box(value)).expect("it encodes");
        }),
        reused(BINCODE_1_BYTES, data, |buffer| {
            bincode1::serialize_into(buffer, Bytes::new(black_box(value))).expect("it encodes");
        }),
        reused(BINCODE_2, data, move |buffer| {
            bincode2::encode_into_std_write(black_box(value), buffer, LEGACY())
                .expect("it encodes");
        }),
        reused(WINCODE, data, |buffer| {
            wincode::config::serialize_into(buffer, black_box(value), unlimited!())
                .expect("it encodes");
        }),
        reused(OURS, data, |buffer| {
            Bincode::encode_into(black_box(value), buffer).expect("it encodes");
        }),
    ]
}

/// A candidate that writes into uninitialised memory, and returns how many bytes it
/// wrote.
fn uninit<'d>(
    name: &'static str,
    data: &'d Data,
    mut write: impl FnMut(&mut [MaybeUninit<u8>]) + 'd,
) -> Candidate<'d> {
    let mut buffer = vec![MaybeUninit::uninit(); data.wire.len()];
    batch(name, data.times, move || {
        write(&mut buffer);
        black_box(&buffer);
    })
}

/// [`encode_new`] checks that the bytes are correct; memory that may be uninitialised can't be
/// read.
fn encode_uninit(data: &Data) -> Vec<Candidate<'_>> {
    let value = &data.value;
    vec![
        uninit(MEMCPY, data, |room| {
            let (prefix, rest) = room.split_at_mut(PREFIX);
            prefix.write_copy_of_slice(&(value.len() as u64).to_le_bytes());
            rest.write_copy_of_slice(black_box(value));
        }),
        uninit(WINCODE, data, |room| {
            wincode::config::serialize_into(room, black_box(value), unlimited!())
                .expect("it encodes");
        }),
        uninit(OURS, data, |room| {
            let written = Bincode::encode_into(black_box(value), room).expect("it encodes");
            assert_eq!(written, data.wire.len());
        }),
    ]
}

fn decode_owned(data: &Data) -> Vec<Candidate<'_>> {
    let (wire, times) = (&data.wire[..], data.times);
    let copy = move || black_box(wire)[PREFIX..].to_vec();
    let bincode1 = move || bincode1::deserialize::<Vec<u8>>(black_box(wire)).expect("it decodes");
    let bytes =
        move || bincode1::deserialize::<ByteBuf>(black_box(wire)).expect("it decodes").into_vec();
    let bincode2 = move || {
        let decoded = bincode2::decode_from_slice::<Vec<u8>, _>(black_box(wire), LEGACY());
        decoded.expect("it decodes").0
    };
    let wincode = move || {
        wincode::config::deserialize::<Vec<u8>, _>(black_box(wire), unlimited!())
            .expect("it decodes")
    };
    let ours = move || Bincode::from_slice::<Vec<u8>>(black_box(wire)).expect("it decodes");
    for same in [copy(), bincode1(), bytes(), bincode2(), wincode(), ours()] {
        assert!(same == data.value);
    }
    vec![
        batch(MEMCPY, times, move || drop(black_box(copy()))),
        batch(BINCODE_1, times, move || drop(black_box(bincode1()))),
        batch(BINCODE_1_BYTES, times, move || drop(black_box(bytes()))),
        batch(BINCODE_2, times, move || drop(black_box(bincode2()))),
        batch(WINCODE, times, move || drop(black_box(wincode()))),
        batch(OURS, times, move || drop(black_box(ours()))),
    ]
}

/// A candidate that locates the bytes in place.
fn found<'d>(
    name: &'static str,
    data: &'d Data,
    find: impl Fn(&'d [u8]) -> &'d [u8] + 'd,
) -> Candidate<'d> {
    assert!(find(&data.wire) == data.value, "{name}");
    batch(name, data.times, move || {
        black_box(find(black_box(&data.wire)));
    })
}

fn decode_borrowed(data: &Data) -> Vec<Candidate<'_>> {
    vec![
        found(BINCODE_1, data, |wire| bincode1::deserialize(wire).expect("it decodes")),
        found(BINCODE_2, data, |wire| {
            bincode2::borrow_decode_from_slice(wire, LEGACY()).expect("it decodes").0
        }),
        found(WINCODE, data, |wire| {
            wincode::config::deserialize(wire, unlimited!()).expect("it decodes")
        }),
        found(OURS, data, |wire| Bincode::from_slice_ref(wire).expect("it decodes")),
    ]
}
