//! The workloads of pack-io's comparison: a log record, a number, a string and a
//! vector of bytes.

use std::fmt::Debug;
use std::hint::black_box;

use codec_core::{DecodableRef, Format};

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::codecs::{Bincode2Standard, Bitcode, Borrow, Codec, PackIo, Postcard, Rkyv, Wincode};
use crate::contender::view;
use crate::data::digest::Digest;
use crate::data::{Lend, record};
use crate::groups::{Findings, Group};
use crate::plot::{Plot, Point, Scale, Series, Shape};
use crate::table::{Table, Unit};

/// The workloads.
pub(super) const GROUP: Group = Group { name: "log_record", title: "Log record", run };

/// Operations in a batch; each takes some nanoseconds.
const BATCH: u32 = 256;

/// The candidates, in the order of the columns.
const COLUMNS: &[&str] = &[
    "*Bincode",
    "*BincodeVarint",
    "*Postcard",
    "*Borsh",
    "*Compact",
    "pack-io 2.0.0",
    "bincode 2.0.1",
    "postcard 1.1.3",
    "rkyv 0.8.18",
    "wincode 0.6.3",
    "bitcode 0.6.9",
];

/// A candidate that runs an operation repeatedly.
fn repeated<'c>(name: &'static str, mut operation: impl FnMut() + 'c) -> Candidate<'c> {
    Candidate::new(name, BATCH, move || (0..BATCH).for_each(|_| operation()))
}

fn encode<C: Codec<T>, T>(value: &T) -> Candidate<'_> {
    repeated(C::NAME, || drop(black_box(C::encode(black_box(value)))))
}

fn encode_again<C: Codec<T, Kept: 'static>, T>(value: &T) -> Candidate<'_> {
    let mut kept = C::Kept::default();
    repeated(C::NAME, move || {
        C::encode_again(black_box(value), &mut kept, |bytes| {
            black_box(bytes);
        });
    })
}

fn decode<C, T>(value: &T) -> Candidate<'_>
where
    C: Codec<T, Bytes: 'static, Kept: 'static>,
    T: PartialEq + Debug,
{
    let (bytes, mut kept) = (C::encode(value), C::Kept::default());
    assert_eq!(C::decode(bytes.as_ref(), &mut kept), *value, "{}", C::NAME);
    repeated(C::NAME, move || {
        drop(black_box(C::decode(black_box(bytes.as_ref()), &mut kept)));
    })
}

fn decode_again<C, T>(value: &T) -> Candidate<'_>
where
    C: Codec<T, Bytes: 'static, Kept: 'static>,
    T: PartialEq + Debug + Clone + 'static,
{
    decode_over::<C, T>(value, C::encode(value), value.clone())
}

fn decode_over<C, T>(value: &T, bytes: C::Bytes, mut over: T) -> Candidate<'_>
where
    C: Codec<T, Bytes: 'static, Kept: 'static>,
    T: PartialEq + Debug + 'static,
{
    let mut kept = C::Kept::default();
    C::decode_again(&mut over, bytes.as_ref(), &mut kept);
    assert_eq!(over, *value, "{}", C::NAME);
    repeated(C::NAME, move || {
        C::decode_again(&mut over, black_box(bytes.as_ref()), &mut kept);
        black_box(&over);
    })
}

/// Bytes from an input to the value that it is decoded over, modulo a page, at least: AMD's
/// processors take thirty times as long to copy 4,096 bytes to an address that is theirs plus a
/// multiple of a page and a few bytes (`rep movsb`, as glibc's `memcpy` uses it). That is where
/// an allocator puts the value when it follows the input.
const APART: usize = 512;

/// Like [`decode_again`], for a value of one piece of memory.
fn decode_bytes_again<C, T>(value: &T) -> Candidate<'_>
where
    C: Codec<T, Bytes: 'static, Kept: 'static>,
    T: PartialEq + Debug + Clone + AsRef<[u8]> + 'static,
{
    let bytes = C::encode(value);
    let mut elsewhere = Vec::new();
    let kept = loop {
        let kept = value.clone();
        let (from, to) = (bytes.as_ref().as_ptr().addr(), kept.as_ref().as_ptr().addr());
        if (APART..4096 - APART).contains(&(to.wrapping_sub(from) % 4096)) {
            break kept;
        }
        assert!(elsewhere.len() < 64, "the allocator finds no other place");
        elsewhere.push((kept, vec![0u8; 2 * APART]));
    };
    decode_over::<C, T>(value, bytes, kept)
}

fn access<C, T: Digest>(value: &T) -> Candidate<'_>
where
    C: Borrow<T, Bytes: 'static, Kept: 'static>,
{
    let (bytes, mut kept) = (C::encode(value), C::Kept::default());
    assert_eq!(C::read(bytes.as_ref(), &mut kept), value.digest(), "{}", C::NAME);
    repeated(C::NAME, move || C::access(black_box(bytes.as_ref()), &mut kept))
}

fn read<C, T: Digest>(value: &T) -> Candidate<'_>
where
    C: Borrow<T, Bytes: 'static, Kept: 'static>,
{
    let (bytes, mut kept) = (C::encode(value), C::Kept::default());
    assert_eq!(C::read(bytes.as_ref(), &mut kept), value.digest(), "{}", C::NAME);
    repeated(C::NAME, move || {
        black_box(C::read(black_box(bytes.as_ref()), &mut kept));
    })
}

/// Checks and reads like [`access`], into the type that peers borrow.
fn view_access<C, T: Digest + Lend>(value: &T) -> Candidate<'_>
where
    C: Format + Codec<T, Bytes: 'static>,
    for<'a> T::View<'a>: DecodableRef<'a> + Digest,
{
    let bytes = C::encode(value);
    repeated(C::NAME, move || {
        black_box(view::<C, T>(black_box(bytes.as_ref())));
    })
}

/// Reads like [`read`], into the type that peers borrow.
fn view_read<C, T: Digest + Lend>(value: &T) -> Candidate<'_>
where
    C: Format + Codec<T, Bytes: 'static>,
    for<'a> T::View<'a>: DecodableRef<'a> + Digest,
{
    let bytes = C::encode(value);
    assert_eq!(view::<C, T>(bytes.as_ref()).digest(), value.digest(), "{}", C::NAME);
    repeated(C::NAME, move || {
        black_box(view::<C, T>(black_box(bytes.as_ref())).digest());
    })
}

fn round_trip<C: Codec<T>, T>(value: &T) -> Candidate<'_> {
    repeated(C::NAME, || {
        let bytes = black_box(C::encode(black_box(value)));
        drop(black_box(C::decode(bytes.as_ref(), &mut C::Kept::default())));
    })
}

fn round_trip_again<C, T>(value: &T) -> Candidate<'_>
where
    C: Codec<T, Kept: 'static>,
    T: Clone + 'static,
{
    let [mut kept, mut kept_too] = [(); 2].map(|()| C::Kept::default());
    let mut back = value.clone();
    repeated(C::NAME, move || {
        C::encode_again(black_box(value), &mut kept, |bytes| {
            C::decode_again(&mut back, black_box(bytes), &mut kept_too);
        });
        black_box(&back);
    })
}

/// One operation by every candidate that supports it, or one by ours and one by the peers.
macro_rules! by_all {
    ($operation:ident, $value:expr $(, $without:ident)?) => {
        by_all!($operation, $operation, $value $(, $without)?)
    };
    ($ours:ident, $theirs:ident, $value:expr $(, $without:ident)?) => {{
        let mut candidates = by_ours!($ours, $value);
        candidates.extend(by_all!(@ $theirs, $value, [
            PackIo, Bincode2Standard, Postcard, Rkyv, Wincode $(, $without)?
        ]));
        candidates
    }};
    (@ $operation:ident, $value:expr, [$($codec:ty),*]) => {
        vec![$($operation::<$codec, _>($value)),*]
    };
}

/// One operation by our formats.
macro_rules! by_ours {
    ($operation:ident, $value:expr) => {
        by_all!(@ $operation, $value, [
            codec_core::Bincode, codec_core::BincodeVarint, codec_core::Postcard,
            codec_core::Borsh, codec_core::Compact
        ])
    };
}

/// Why the best of ours, or one of our formats, is behind the best of all others.
fn reasons(table: &mut Table) {
    table.because("log record, encode, new", NEW);
    table.because("log record, decode, owned", ALLOCATOR);
    table.because("log record, zero-copy", IMAGE);
    table.because("4 KiB vector", ALLOCATOR);
    table.because_in("Borsh", "log record, encode", LAYOUT);
    table.because_in("Borsh", "log record, decode, owned", ALLOCATOR);
    for format in ["BincodeVarint", "Postcard", "Compact"] {
        table.because_in(format, "", VARINT);
    }
}

const NEW: &str = "A type that takes several pieces of memory is encoded by a function of its own, \
    three calls a vector, so that its code is there once; inlined, as the peer's is, it takes 29 ns \
    instead of 34, and a program with 30 such types was 12 % larger ([decision 46](adr/0046-values-of-several-allocations-are-encoded-by-a-call.md)).";
const LAYOUT: &str = "The code is that of Bincode but for lengths of four bytes. Where it lies in the \
    program moves it: in another build of the same day it took 33.7 ns into a new buffer.";
const ALLOCATOR: &str = "Most of it is `malloc`, `free` and the copy, which all candidates need.";
const IMAGE: &str = "An archive of rkyv is an image of memory: its strings are validated, and read \
    where they lie, by offsets. A borrowed sequence of ours is validated, and its elements are decoded \
    once more where they are read.";
const VARINT: &str = "The fastest peer has integers and lengths of fixed width. Here they are varints, \
    whose lengths depend on their values.";

fn run(bench: &Bench) -> Findings {
    let record = record::data();
    let (number, text, bytes) = (1_234_567_890u64, "x".repeat(64), vec![0xabu8; 4096]);
    let workloads = [
        ("log record, encode, new buffer", by_all!(encode, &record, Bitcode)),
        ("log record, encode, kept buffer", by_all!(encode_again, &record, Bitcode)),
        ("log record, decode, owned", by_all!(decode, &record, Bitcode)),
        ("log record, decode over an old one", by_all!(decode_again, &record, Bitcode)),
        ("log record, zero-copy, all validated", by_all!(view_access, access, &record)),
        ("log record, zero-copy, validated and read", by_all!(view_read, read, &record)),
        ("log record, zero-copy lazily, all validated", by_ours!(access, &record)),
        ("log record, zero-copy lazily, validated and read", by_ours!(read, &record)),
        ("u64, there and back, new buffer", by_all!(round_trip, &number, Bitcode)),
        ("u64, there and back, kept buffer", by_all!(round_trip_again, &number, Bitcode)),
        ("64-byte text, there and back, new buffer", by_all!(round_trip, &text, Bitcode)),
        ("64-byte text, there and back, all kept", by_all!(round_trip_again, &text, Bitcode)),
        ("64-byte text, viewed", by_all!(access, &text, Bitcode)),
        ("4 KiB vector, decode, owned", by_all!(decode, &bytes, Bitcode)),
        ("4 KiB vector, decode over an old one", by_all!(decode_bytes_again, &bytes, Bitcode)),
    ];
    let about = "The workloads of pack-io 2.0.0's `benches/comparative.rs`, with new buffers as \
        published, and with the memory of earlier rounds where a crate can keep it: a buffer that \
        is long enough, and for ours the decoded value. The whole view is kept alive, not one of \
        its strings, with a vector of tags but for rkyv's archive and our lazy rows, which build \
        none. rkyv's is validated; bitcode borrows no bytes, and so has no view of the record. One record of some 340 bytes stays in the first cache: it doesn't show the cost of \
        cache misses.";
    let mut table = Table::new("Log record", about, Unit::Time, COLUMNS);
    reasons(&mut table);
    for (name, mut candidates) in workloads {
        let figures = bench.row(&table.title, name, &mut candidates);
        let columns = COLUMNS.iter().map(|column| column.trim_start_matches('*'));
        let cells: Vec<_> = columns.map(|column| figure(&figures, column)).collect();
        table.row(name, &cells);
    }
    let plot = plot(&table);
    Findings { tables: vec![table], plots: vec![plot] }
}

/// One group of bars per workload.
fn plot(table: &Table) -> Plot {
    let series = table.columns.iter().enumerate().map(|(index, column)| Series {
        name: column.name.clone(),
        ours: column.ours,
        points: (0u32..)
            .zip(&table.rows)
            .filter_map(|(group, row)| Some(Point::of(f64::from(group), row.cells[index]?, 1e9)))
            .collect(),
    });
    Plot {
        file: "log-record".to_owned(),
        title: table.title.clone(),
        y_label: "nanoseconds an operation".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Dots {
            names: table.rows.iter().map(|row| row.name.clone()).collect(),
            x_label: "nanoseconds an operation".to_owned(),
        },
        series: series.collect(),
    }
}
