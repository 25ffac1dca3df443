//! The memory that showing hostile bytes takes, and a file of many fields.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use codec_core::{Decode, Encode};
use codec_schema::export::{Export, Language};
use codec_schema::read::Description;
use codec_schema::{Body, Describe, Encoding, Model, read_lock, write_lock};

#[derive(Encode, Decode)]
#[codec(schema)]
enum Tree {
    Leaf,
    Branch(Vec<Self>),
    Both(Box<Self>, Box<Self>),
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Empty {}

/// The most memory at one time while bytes are read and shown as a tree, JSON and a page.
fn peak<T: Describe>(bytes: &[u8]) -> u64 {
    let lock = read_lock(&write_lock(&Model::of::<T>().unwrap())).unwrap();
    let of = Description::of_model(&lock, &Encoding::POSTCARD).unwrap();
    let shown = || {
        let read = of.value(bytes).unwrap();
        let text = read.dissection("value").to_string();
        let json = read.json().to_string();
        (text.len(), json.len(), read.dissection("value").html().len())
    };
    codec_alloc::measure(shown).1.peak
}

/// Bytes after a count in LEB128.
fn counted(count: u32, bytes: &[u8]) -> Vec<u8> {
    let mut all: Vec<u8> =
        (0..4).map(|at| (count >> (7 * at)).to_le_bytes()[0] & 0x7f | 0x80).collect();
    all.push(0);
    all.extend(bytes);
    all
}

const BYTES: usize = 1 << 13;

#[test]
fn memory_is_in_proportion_to_the_bytes() {
    let zeros = vec![0; BYTES];
    let all = u32::try_from(BYTES).unwrap();
    let some: Vec<u8> = (0..BYTES).map(|at| u8::try_from(at % 2).unwrap()).collect();
    let ones = vec![1; BYTES];
    let peaks = [
        ("booleans", peak::<Vec<bool>>(&counted(all, &zeros))),
        ("options", peak::<Vec<Option<Option<bool>>>>(&counted(all, &some))),
        ("pairs", peak::<BTreeMap<u8, u8>>(&counted(all / 2, &ones))),
        ("strings", peak::<Vec<String>>(&counted(all, &zeros))),
        ("a tree that is deep", peak::<Tree>(&ones)),
        ("a tree that is wide", peak::<Tree>(&[&[1][..], &counted(all, &zeros)].concat())),
        ("branches", peak::<Tree>(&some)),
        ("two of each", peak::<Tree>(&vec![2; BYTES])),
        ("a string", peak::<String>(&counted(all, &ones))),
        ("no text", peak::<String>(&counted(all, &vec![0xff; BYTES]))),
        ("bytes that end", peak::<Vec<u8>>(&counted(u32::MAX, &ones))),
    ];
    for (name, peak) in peaks {
        println!("{name}: {} for each byte", peak / BYTES as u64);
        assert!(peak < 2048 * BYTES as u64, "{name}: {peak} for {BYTES} bytes");
    }
}

/// Elements without bytes, as many as a decoder takes; and a count of four billion.
#[test]
fn a_count_alone_takes_no_memory() {
    let empty = peak::<Vec<Empty>>(&counted(1 << 16, &[]));
    assert!(empty < 64 << 20, "{empty}");
    let many = [0xff, 0xff, 0xff, 0xff, 0x0f];
    assert!(peak::<Vec<u64>>(&many) < 1 << 16, "{}", peak::<Vec<u64>>(&many));
    assert!(peak::<Vec<Empty>>(&many) < 64 << 20);
}

/// Of more bytes, as many parts are read as the limit says: bytes follow them.
#[test]
fn parts_are_read_up_to_a_number() {
    const PARTS: usize = 1 << 20;
    let bytes = counted(4 * 1_048_576, &vec![1; 4 * PARTS]);
    let model = Model::of::<Vec<bool>>().unwrap();
    let of = Description::of_model(&model, &Encoding::POSTCARD).unwrap();
    let (problem, counted) =
        codec_alloc::measure(|| of.value(&bytes).unwrap().problem().map(ToString::to_string));
    let wanted = "not described from byte 1048581 on: only 1048576 parts are read";
    assert_eq!(problem.as_deref(), Some(wanted));
    assert!(counted.peak < 300 * PARTS as u64, "{}", counted.peak);
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Counting {
    items: Vec<u8>,
    #[codec(computed = items.len())]
    count: u16,
}

/// A file in C of fields that are computed takes memory in proportion to them.
#[test]
fn each_computed_field_of_many_is_exported_alike() {
    let counts = [250, 1000].map(|many| {
        let mut model = Model::of::<Counting>().unwrap();
        let Body::Struct(of) = &mut model.named[0].body else { panic!("a struct") };
        let field = of.fields.pop().unwrap();
        of.fields.extend((0..many).map(|number| {
            let mut field = field.clone();
            field.name = format!("count{number}");
            field
        }));
        let export = Export::new(&model, &Encoding::POSTCARD);
        let (file, counts) = codec_alloc::measure(|| export.write(Language::C).unwrap());
        assert_eq!(file.matches("int64_t computed").count(), many);
        counts.count
    });
    assert!(counts[1] < 5 * counts[0], "{counts:?}");
}
