//! The data sets of the Rust serialization benchmark: each format against its
//! reference crate, and all against all.

use std::rc::Rc;

use crate::bench::Bench;
use crate::codecs::{
    Bincode1, Bincode2Legacy, Bincode2Standard, Bitcode, Borsh, PackIo, Postcard, Rkyv, Speedy,
    Wincode,
};
use crate::contender::{BOUND, Contender, OPERATIONS, measure};
use crate::data::digest::Digest;
use crate::data::walk::Walk;
use crate::data::{log, mesh, minecraft, mk48};
use crate::estimate::Estimate;
use crate::groups::{Findings, Group, random_access};
use crate::plot::{Plot, Point, Scale, Series, Shape};
use crate::table::{Table, Unit};

/// The data sets.
pub(super) const GROUP: Group =
    Group { name: "datasets", title: "The data sets of the Rust serialization benchmark", run };

/// The minimum speed-up of a format over its reference.
const PROMISE: f64 = 1.25;

/// A format, and the other crates that write the same bytes.
const REFERENCES: &[(&str, &[&str])] = &[
    ("Bincode", &["bincode 1.3.3", "bincode 2.0.1 legacy", "wincode 0.6.3"]),
    ("BincodeVarint", &["bincode 2.0.1"]),
    ("Postcard", &["postcard 1.1.3"]),
    ("Borsh", &["borsh 1.8.1"]),
    ("Compact", &["pack-io 2.0.0"]),
];

/// The measurements of one data set.
struct Measured {
    set: &'static str,
    names: Vec<&'static str>,
    sizes: Vec<usize>,
    /// Seconds by operation and contender.
    times: Vec<Vec<Option<Estimate>>>,
}

/// Every crate's contender for a value: crates without a borrowed form of it, crates with one, and
/// ours, which have two.
macro_rules! contenders {
    (
        $value:expr, viewing: [$($viewing:ty),*], borrowing: [$($borrowing:ty),*],
        owning: [$($owning:ty),*]
    ) => {
        vec![
            $(Contender::viewing::<$viewing, _>($value),)*
            $(Contender::borrowing::<$borrowing, _>($value),)*
            $(Contender::new::<$owning, _>($value),)*
        ]
    };
}

/// The contenders for data sets that peers borrow as `&str`, as in that benchmark, or that only an
/// archive borrows.
macro_rules! measured {
    ($set:literal, $data:expr, texts, $bench:expr) => {{
        let data = $data;
        let contenders = contenders!(
            &data,
            viewing: [
                codec_core::Bincode, codec_core::BincodeVarint, codec_core::Postcard,
                codec_core::Borsh, codec_core::Compact
            ],
            borrowing: [
                Bincode1, Bincode2Legacy, Bincode2Standard, Bitcode, PackIo, Postcard, Rkyv,
                Speedy, Wincode
            ],
            owning: [Borsh]
        );
        measured($set, &data, contenders, $bench)
    }};
    ($set:literal, $data:expr, numbers, $bench:expr) => {{
        let data = $data;
        let contenders = contenders!(
            &data,
            viewing: [],
            borrowing: [
                codec_core::Bincode, codec_core::BincodeVarint, codec_core::Postcard,
                codec_core::Borsh, codec_core::Compact, Rkyv
            ],
            owning: [
                Bincode1, Bincode2Legacy, Bincode2Standard, Bitcode, Borsh, PackIo, Postcard,
                Speedy, Wincode
            ]
        );
        measured($set, &data, contenders, $bench)
    }};
}

fn measured<'d, T: Clone + Digest + Walk>(
    set: &'static str,
    value: &'d T,
    mut contenders: Vec<Contender<'d>>,
    bench: &Bench,
) -> Measured {
    contenders[5..].sort_by_key(|contender| contender.name);
    let bytes = |name: &str| {
        let contender = contenders.iter().find(|contender| contender.name == name);
        contender.map(|contender| contender.bytes.clone())
    };
    for (format, references) in REFERENCES {
        for reference in *references {
            assert_eq!(bytes(format), bytes(reference), "{format} and {reference}, {set}");
        }
    }
    let bincode = Rc::clone(&contenders[0].bytes);
    contenders.insert(5, Contender::bound(value, &bincode));
    Measured {
        set,
        names: contenders.iter().map(|contender| contender.name).collect(),
        sizes: contenders.iter().map(|contender| contender.bytes.len()).collect(),
        times: (0..OPERATIONS.len())
            .map(|operation| measure(bench, set, &mut contenders, operation))
            .collect(),
    }
}

fn run(bench: &Bench) -> Findings {
    let sets = [
        measured!("log", log::data(), texts, bench),
        measured!("mesh", mesh::data(), numbers, bench),
        measured!("minecraft_savedata", minecraft::data(), texts, bench),
        measured!("mk48", mk48::data(), numbers, bench),
    ];
    let mut tables: Vec<Table> =
        REFERENCES.iter().map(|(format, references)| against(&sets, format, references)).collect();
    tables.extend(sets.iter().map(all));
    tables.push(sizes(&sets));
    tables.push(random_access::table(bench));
    Findings { tables, plots: sets.iter().map(plot).collect() }
}

/// Compares one format with the crates that write the same bytes.
fn against(sets: &[Measured], format: &str, references: &[&str]) -> Table {
    let names = || std::iter::once(BOUND).chain(references.iter().copied()).chain([format]);
    let columns: Vec<String> = names().map(label).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = format!("{format} and its reference");
    let about = "The bytes are equal, which is checked before. A kept buffer is a `Vec` or slice \
        of earlier rounds that is long enough. The borrowed rows borrow the strings of `log` and \
        `minecraft_savedata`, as that benchmark does: all build vectors of borrowed records. What \
        ours borrows lazily, checked and not built, is in rows of its own. `mesh` is one run of floats, which wincode and Bincode copy as memory: \
        there, memory bandwidth limits both. The first column is no codec: it copies Bincode's \
        bytes instead of encoding, and clones the value instead of decoding, with the allocations \
        that every owned decode makes; instead of borrowing, it passes over Bincode's bytes once, \
        checks them, reads them, and builds nothing. The table doesn't show how a crate performs on values of \
        another shape.";
    let mut table = Table::new(&title, about, Unit::Time, &columns).promising(PROMISE);
    table.because("mesh", COPIED);
    table.because("mk48, decode, owned", ALLOCATOR);
    table.because("", FIELDS);
    for set in sets {
        for (operation, times) in OPERATIONS.iter().zip(&set.times) {
            let cell = |name: &str| {
                let index = set.names.iter().position(|candidate| *candidate == name)?;
                times[index]
            };
            let cells: Vec<_> = names().map(cell).collect();
            if cells[1..=references.len()].iter().any(Option::is_some) {
                table.row(&format!("{}, {operation}", set.set), &cells);
            }
        }
    }
    table
}

/// The name of a column: marked when it is ours, or the bound.
fn label(name: &str) -> String {
    let ours = REFERENCES.iter().any(|(format, _)| *format == name);
    let mark = if ours { "*" } else { "" };
    let mark = if name == BOUND { "=" } else { mark };
    format!("{mark}{name}")
}

fn columns(set: &Measured) -> Vec<String> {
    set.names.iter().copied().map(label).collect()
}

/// Compares all contenders on one data set.
fn all(set: &Measured) -> Table {
    let columns = columns(set);
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let title = format!("Data set {}", set.set);
    let about = "Every crate by its own derive where it has one, else through serde. The ratio \
        compares the best of ours with the best of the peers, whatever their formats: an archive \
        of rkyv is an image of memory, and bitcode writes columns. rkyv validates what it \
        accesses, as all others do; its unchecked access is not measured. Reading sums up every \
        number and every string's length and first byte; of ours, a sequence that is read lazily \
        is decoded again, once per level. Of the other crates of that benchmark, capnp and \
        flatbuffers are left out because their types come from a schema compiler, and nachricht \
        because it writes field names.";
    let mut table = Table::new(&title, about, Unit::Time, &columns);
    reasons(&mut table, set.set);
    for (operation, times) in OPERATIONS.iter().zip(&set.times) {
        if times.iter().any(Option::is_some) {
            table.row(operation, times);
        }
    }
    table
}

/// Why the best of ours, or one of our formats, is behind the best of all others.
fn reasons(table: &mut Table, set: &str) {
    match set {
        "mesh" => {
            table.because("borrow", IMAGE);
            table.because("", COPIED);
            table.because_in("Borsh", "", "borsh has no NaN: every float is looked at.");
        }
        "mk48" => {
            table.because("borrow", IMAGE);
            table.because("decode, owned", ALLOCATOR);
        }
        _ => {
            table.because("decode, owned", ALLOCATOR);
            table.because("", COLUMNAR);
        }
    }
    table.because_in("Borsh", "borrow", IMAGE);
    for format in ["BincodeVarint", "Postcard", "Compact"] {
        let (encode, borrow) = if set == "mesh" { (COPIED, COUNT) } else { (VARINT, VARINT) };
        table.because_in(format, "encode", encode);
        table.because_in(format, "borrow", borrow);
        table.because_in(format, "decode, owned", VARINT);
    }
}

const COPIED: &str = "Both copy the floats as memory, and do nothing else.";
const ALLOCATOR: &str =
    "Most of it is `malloc` and `free`, as it is for the peer: compare what a clone takes.";
const FIELDS: &str = "Into a kept buffer both do nothing but store one field after the other.";
const COLUMNAR: &str = "bitcode writes columns: the lengths and the bytes of a field of all records \
    lie one after another, and are validated in one run. In rows, the length of a string says where \
    the next field begins: compare the one pass over them that builds nothing. What is read as well is \
    passed over up to three times: to validate it, to find where the field after a sequence begins, and \
    to read it.";
const IMAGE: &str = "An archive of rkyv is an image of memory, with alignment: its numbers are read \
    without being decoded, and its elements are found by offsets. Rows without alignment are passed \
    over in order, up to three times: to validate them, to find where the field after a sequence \
    begins, and to read it: compare three times what one pass takes.";
const VARINT: &str = "The fastest peer has integers and lengths of fixed width, or columns. Here they \
    are varints, whose lengths depend on their values: each waits for the one before (a dependency \
    chain).";
const COUNT: &str = "The whole row is some nanoseconds: any float is valid, so that the count of the \
    triangles is all there is to check, and here it is a varint.";

/// Encoded sizes.
fn sizes(sets: &[Measured]) -> Table {
    let columns = columns(&sets[0]);
    let columns: Vec<&str> =
        columns.iter().map(String::as_str).filter(|column| !column.starts_with('=')).collect();
    let about = "Encoded, not compressed. A size is the format's, not the implementation's: \
        ours are those of the references.";
    let mut table = Table::new("Sizes of the data sets", about, Unit::Bytes, &columns);
    table.because(
        "",
        "bitcode writes columns, and numbers in the fewest bits or bytes that a column needs.",
    );
    for format in ["Bincode", "BincodeVarint", "Borsh"] {
        table.because_in(
            format,
            "mesh",
            "The count of the triangles takes some bytes more; all else is floats.",
        );
    }
    for set in sets {
        let sizes = columns.iter().map(|column| {
            let name = column.trim_start_matches('*');
            let index = set.names.iter().position(|candidate| *candidate == name)?;
            u32::try_from(set.sizes[index]).ok().map(f64::from)
        });
        table.row(set.set, &sizes.collect::<Vec<_>>());
    }
    table
}

/// Times relative to the fastest, one group per operation.
fn plot(set: &Measured) -> Plot {
    let fastest: Vec<f64> = set
        .times
        .iter()
        .map(|times| {
            let candidates = times.iter().zip(&set.names).filter(|(_, name)| **name != BOUND);
            candidates
                .filter_map(|(time, _)| Some(time.as_ref()?.median))
                .fold(f64::INFINITY, f64::min)
        })
        .collect();
    let columns = columns(set);
    let candidates = columns.iter().enumerate().filter(|(_, column)| !column.starts_with('='));
    let series = candidates.map(|(index, column)| Series {
        name: column.trim_start_matches('*').to_owned(),
        ours: column.starts_with('*'),
        points: (0u32..)
            .zip(set.times.iter().zip(&fastest))
            .filter_map(|(group, (times, fastest))| {
                Some(Point::of(f64::from(group), times[index]?, 1.0 / fastest))
            })
            .collect(),
    });
    Plot {
        file: match set.set {
            "log" => "datasets-log",
            "mesh" => "datasets-mesh",
            "minecraft_savedata" => "datasets-minecraft-savedata",
            _ => "datasets-mk48",
        }
        .to_owned(),
        title: format!("Data set {}", set.set),
        y_label: "time, relative to the fastest".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Dots {
            names: OPERATIONS.map(str::to_owned).to_vec(),
            x_label: "time, relative to the fastest".to_owned(),
        },
        series: series.collect(),
    }
}
