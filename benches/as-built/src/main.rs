//! Compares formats with their peers as users build them: Cargo's default release profile, types of
//! no benchmark. Prints a table of ratios, the peer's time over ours: above 1, ours is faster.
//!
//! `cargo run --release` in this folder; a word names the types to measure, `--check` only compares
//! bytes and values, `--instructions` counts instructions by callgrind instead of time.

mod count;

/// With the derives of bincode 2.
mod peer {
    pub use bincode as used;
    include!("types.rs");
    include!("values.rs");
}

/// With those of codec-bincode: both look at one attribute.
mod compat {
    pub use codec_bincode as used;
    include!("types.rs");
    include!("values.rs");
}

use std::fmt::Debug;
use std::hint::black_box;
use std::time::Instant;

use codec_core::{
    Bincode, BincodeVarint, Borsh, Decodable, Encode, Format, Postcard, serde_bridge,
};
use count::Counts;
use serde::{Deserialize, Serialize};

/// Nanoseconds a call takes.
fn time(call: &mut dyn FnMut()) -> f64 {
    let mut calls = 1u32;
    loop {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        let took = start.elapsed();
        if took.as_micros() >= 300 {
            return took.as_secs_f64() * 1e9 / f64::from(calls);
        }
        calls *= 2;
    }
}

/// One column of a type's row.
struct Cell {
    column: &'static str,
    ours: f64,
    peer: f64,
}

struct Row<'a> {
    measure: &'a mut Measure,
    cells: Vec<Cell>,
}

/// The measure of a call.
enum Measure {
    /// None: values alone are compared.
    Nothing,
    Nanoseconds,
    Instructions(Counts),
}

impl Row<'_> {
    /// Measures both. Times are taken in turn, and the lower quartile of each counts: other work only
    /// adds time.
    fn race(&mut self, column: &'static str, ours: &mut dyn FnMut(), peer: &mut dyn FnMut()) {
        ours();
        peer();
        let (ours, peer) = match self.measure {
            Measure::Nothing => return,
            Measure::Instructions(counts) => (counts.count(ours), counts.count(peer)),
            Measure::Nanoseconds => {
                let (mut one, mut other): (Vec<_>, Vec<_>) =
                    (0..21).map(|_| (time(ours), time(peer))).unzip();
                one.sort_by(f64::total_cmp);
                other.sort_by(f64::total_cmp);
                (one[5], other[5])
            }
        };
        self.cells.push(Cell { column, ours, peer });
    }
}

/// Makes a closure that evaluates a call and keeps the result from the optimiser. The result is not
/// moved: loading it in other pieces than it was stored in takes longer than many a decode.
macro_rules! call {
    ($call:expr) => {
        &mut || {
            black_box(&$call);
        }
    };
}

trait Value: Encode + Decodable + Serialize + for<'de> Deserialize<'de> + PartialEq + Debug
where
    Self: borsh::BorshSerialize + borsh::BorshDeserialize,
    Self: bincode::Encode + bincode::Decode<()>,
{
}

impl<T> Value for T
where
    T: Encode + Decodable + Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
    T: borsh::BorshSerialize + borsh::BorshDeserialize,
    T: bincode::Encode + bincode::Decode<()>,
{
}

fn native<T: Value>(row: &mut Row<'_>, value: &T) {
    let v = || black_box(value);
    let varint = bincode::config::standard();

    let bytes = bincode::encode_to_vec(value, varint).unwrap();
    assert_eq!(BincodeVarint::to_vec(value).unwrap(), bytes);
    assert_eq!(&BincodeVarint::from_slice::<T>(&bytes).unwrap(), value);
    let mut room = vec![0; bytes.len() + 64];
    let mut peer_room = room.clone();
    row.race(
        "varint new",
        call!(BincodeVarint::to_vec(v()).unwrap()),
        call!(bincode::encode_to_vec(v(), varint).unwrap()),
    );
    row.race(
        "varint kept",
        call!(BincodeVarint::encode_into(v(), &mut room[..]).unwrap()),
        call!(bincode::encode_into_slice(v(), &mut peer_room, varint).unwrap()),
    );
    row.race(
        "varint owned",
        call!(BincodeVarint::from_slice::<T>(black_box(&bytes)).unwrap()),
        call!(bincode::decode_from_slice::<T, _>(black_box(&bytes), varint).unwrap()),
    );

    let bytes = borsh::to_vec(value).unwrap();
    assert_eq!(Borsh::to_vec(value).unwrap(), bytes);
    assert_eq!(&Borsh::from_slice::<T>(&bytes).unwrap(), value);
    let mut room = vec![0; bytes.len() + 64];
    let mut peer_room = room.clone();
    row.race("borsh new", call!(Borsh::to_vec(v()).unwrap()), call!(borsh::to_vec(v()).unwrap()));
    row.race(
        "borsh kept",
        call!(Borsh::encode_into(v(), &mut room[..]).unwrap()),
        call!(borsh::to_writer(&mut peer_room[..], v()).unwrap()),
    );
    row.race(
        "borsh owned",
        call!(Borsh::from_slice::<T>(black_box(&bytes)).unwrap()),
        call!(borsh::from_slice::<T>(black_box(&bytes)).unwrap()),
    );

    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(Postcard::to_vec(value).unwrap(), bytes);
    assert_eq!(&Postcard::from_slice::<T>(&bytes).unwrap(), value);
    let mut room = vec![0; bytes.len() + 64];
    let mut peer_room = room.clone();
    row.race(
        "postcard new",
        call!(Postcard::to_vec(v()).unwrap()),
        call!(postcard::to_allocvec(v()).unwrap()),
    );
    row.race(
        "postcard kept",
        call!(Postcard::encode_into(v(), &mut room[..]).unwrap()),
        call!(postcard::to_slice(v(), &mut peer_room).unwrap().len()),
    );
    row.race(
        "postcard owned",
        call!(Postcard::from_slice::<T>(black_box(&bytes)).unwrap()),
        call!(postcard::from_bytes::<T>(black_box(&bytes)).unwrap()),
    );
}

fn compat_of_bincode<T: Value, U>(row: &mut Row<'_>, value: &T, same: &U)
where
    U: codec_bincode::Encode + codec_bincode::Decode<()> + Serialize + for<'de> Deserialize<'de>,
{
    let (v, s) = (|| black_box(value), || black_box(same));
    let fixed = bincode::config::legacy();
    let bytes = bincode::encode_to_vec(value, fixed).unwrap();
    let mut room = vec![0; bytes.len() + 64];
    let mut peer_room = room.clone();
    let ours = codec_bincode::config::legacy();
    assert_eq!(codec_bincode::encode_to_vec(same, ours).unwrap(), bytes);
    row.race(
        "codec-bincode new",
        call!(codec_bincode::encode_to_vec(s(), ours).unwrap()),
        call!(bincode::encode_to_vec(v(), fixed).unwrap()),
    );
    row.race(
        "codec-bincode kept",
        call!(codec_bincode::encode_into_slice(s(), &mut room, ours).unwrap()),
        call!(bincode::encode_into_slice(v(), &mut peer_room, fixed).unwrap()),
    );
    row.race(
        "codec-bincode owned",
        call!(codec_bincode::decode_from_slice::<U, _>(black_box(&bytes), ours).unwrap()),
        call!(bincode::decode_from_slice::<T, _>(black_box(&bytes), fixed).unwrap()),
    );
    row.race(
        "codec-bincode 1 new",
        call!(codec_bincode::serialize(s()).unwrap()),
        call!(bincode1::serialize(v()).unwrap()),
    );
    row.race(
        "codec-bincode 1 owned",
        call!(codec_bincode::deserialize::<U>(black_box(&bytes)).unwrap()),
        call!(bincode1::deserialize::<T>(black_box(&bytes)).unwrap()),
    );
}

fn by_serde<T: Value>(row: &mut Row<'_>, value: &T) {
    use serde_bridge::{from_slice, to_vec};
    let v = || black_box(value);
    let fixed = bincode::config::legacy();
    let varint = bincode::config::standard();

    let bytes = bincode::serde::encode_to_vec(value, fixed).unwrap();
    assert_eq!(to_vec::<Bincode, T>(value).unwrap(), bytes);
    assert_eq!(&from_slice::<Bincode, T>(&bytes).unwrap(), value);
    row.race(
        "serde bincode new",
        call!(to_vec::<Bincode, T>(v()).unwrap()),
        call!(bincode::serde::encode_to_vec(v(), fixed).unwrap()),
    );
    row.race(
        "serde bincode owned",
        call!(from_slice::<Bincode, T>(black_box(&bytes)).unwrap()),
        call!(bincode::serde::decode_from_slice::<T, _>(black_box(&bytes), fixed).unwrap()),
    );

    let bytes = bincode::serde::encode_to_vec(value, varint).unwrap();
    assert_eq!(to_vec::<BincodeVarint, T>(value).unwrap(), bytes);
    row.race(
        "serde varint new",
        call!(to_vec::<BincodeVarint, T>(v()).unwrap()),
        call!(bincode::serde::encode_to_vec(v(), varint).unwrap()),
    );
    row.race(
        "serde varint owned",
        call!(from_slice::<BincodeVarint, T>(black_box(&bytes)).unwrap()),
        call!(bincode::serde::decode_from_slice::<T, _>(black_box(&bytes), varint).unwrap()),
    );

    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(to_vec::<Postcard, T>(value).unwrap(), bytes);
    row.race(
        "serde postcard new",
        call!(to_vec::<Postcard, T>(v()).unwrap()),
        call!(postcard::to_allocvec(v()).unwrap()),
    );
    row.race(
        "serde postcard owned",
        call!(from_slice::<Postcard, T>(black_box(&bytes)).unwrap()),
        call!(postcard::from_bytes::<T>(black_box(&bytes)).unwrap()),
    );
}

/// The rows of wincode, which has no recursive types.
macro_rules! fixed {
    ($row:expr, $value:expr, $type:ty) => {{
        let (row, value): (&mut Row<'_>, &$type) = ($row, $value);
        let v = || black_box(value);
        let bytes = wincode::serialize(value).unwrap();
        assert_eq!(Bincode::to_vec(value).unwrap(), bytes);
        assert_eq!(&Bincode::from_slice::<$type>(&bytes).unwrap(), value);
        let mut room = vec![0; bytes.len() + 64];
        let mut peer_room = room.clone();
        row.race(
            "bincode new",
            call!(Bincode::to_vec(v()).unwrap()),
            call!(wincode::serialize(v()).unwrap()),
        );
        row.race(
            "bincode kept",
            call!(Bincode::encode_into(v(), &mut room[..]).unwrap()),
            call!(wincode::serialize_into(&mut peer_room[..], v()).unwrap()),
        );
        row.race(
            "bincode owned",
            call!(Bincode::from_slice::<$type>(black_box(&bytes)).unwrap()),
            call!(wincode::deserialize::<$type>(black_box(&bytes)).unwrap()),
        );
    }};
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().position(|argument| argument == name);
    let folder = option(count::COUNTED).map(|at| &arguments[at + 1]);
    let words = arguments.iter().filter(|word| !word.starts_with('-') && Some(*word) != folder);
    let named: Vec<&String> = words.collect();
    if option("--instructions").is_some() {
        let status = count::run_counted(&named).expect("valgrind runs");
        assert!(status.success(), "{status}");
        return;
    }
    let mut measure = match folder {
        _ if option("--check").is_some() => Measure::Nothing,
        Some(folder) => Measure::Instructions(Counts::new(folder.as_ref())),
        None => Measure::Nanoseconds,
    };
    let mut rows: Vec<(&str, Vec<Cell>)> = Vec::new();
    macro_rules! measure {
        ($($name:ident: $type:ty = $function:ident($($depth:literal)?);)*) => {$(
            if named.is_empty() || named.iter().any(|name| *name == stringify!($name)) {
                use peer as types;
                let value: $type = types::$function($($depth)?);
                let same = compat::$function($($depth)?);
                let mut row = Row { measure: &mut measure, cells: Vec::new() };
                measure!(@ $name, row, value, $type);
                native(&mut row, &value);
                compat_of_bincode(&mut row, &value, &same);
                by_serde(&mut row, &value);
                rows.push((stringify!($name), row.cells));
            }
        )*};
        (@ expression, $row:ident, $value:ident, $type:ty) => {};
        (@ $name:ident, $row:ident, $value:ident, $type:ty) => {
            fixed!(&mut $row, &$value, $type)
        };
    }
    measure! {
        order: types::Order = order();
        orders: Vec<types::Order> = orders();
        ticks: types::Ticks = ticks();
        events: types::Events = events();
        enums: Vec<types::Event> = enums();
        transaction: types::Tx = transaction();
        book: types::Book = book();
        points: Vec<types::Point> = points();
        empty: types::Two = empty();
        options: types::Options = options();
        config: types::Config = config();
        maps: types::Maps = maps();
        expression: types::Expr = expression(9);
        bytes: Vec<u8> = bytes();
        words: Vec<u64> = words();
        strings: Vec<String> = strings();
        floats: Vec<f32> = floats();
    }
    if let Measure::Nothing = measure {
        println!("{} types have the bytes and values of their peers", rows.len());
        return;
    }
    print(&rows);
}

/// A table for the formats, for codec-bincode and for serde: a row a type, the ratio of each
/// operation.
fn print(rows: &[(&str, Vec<Cell>)]) {
    let (mut native, mut compat, mut by_serde) = (Vec::new(), Vec::new(), Vec::new());
    for cell in rows.iter().flat_map(|(_, cells)| cells) {
        let columns = match cell.column.split(' ').next() {
            Some("codec-bincode") => &mut compat,
            Some("serde") => &mut by_serde,
            _ => &mut native,
        };
        if !columns.contains(&cell.column) {
            columns.push(cell.column);
        }
    }
    for columns in [native, compat, by_serde] {
        table(rows, &columns);
    }
}

fn table(rows: &[(&str, Vec<Cell>)], columns: &[&str]) {
    println!("\n| | {} |\n|---|{}", columns.join(" | "), "--:|".repeat(columns.len()));
    let ratios = |cells: &[Cell], column: &str| -> Option<f64> {
        let cell = cells.iter().find(|cell| cell.column == column)?;
        Some(cell.peer / cell.ours)
    };
    let line = |name: &str, cell: &dyn Fn(&str) -> String| {
        let cells: Vec<_> = columns.iter().map(|column| cell(column)).collect();
        println!("| {name} | {} |", cells.join(" | "));
    };
    for (name, cells) in rows {
        line(name, &|column| {
            ratios(cells, column).map_or("-".into(), |ratio| format!("{ratio:.2}"))
        });
    }
    let all = |column: &str| -> Vec<f64> {
        rows.iter().filter_map(|(_, cells)| ratios(cells, column)).collect()
    };
    line("geometric mean", &|column| {
        let ratios = all(column);
        let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        format!("{:.2}", (sum / ratios.len() as f64).exp())
    });
    line("below 0.95", &|column| {
        all(column).iter().filter(|ratio| **ratio < 0.95).count().to_string()
    });
}
