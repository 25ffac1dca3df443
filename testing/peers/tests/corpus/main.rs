//! The inputs that the fuzz targets kept, and hostile ones made by rule: the targets pass on them,
//! and memory is in proportion to them.
//!
//! `corpus/NAME` has the inputs of the target `NAME`; an input on which a target once failed stays
//! there. A binary of its own, since it is built with `optimize_for_size` as well.
#![forbid(unsafe_code)]

#[path = "../../../../codec-core/fuzz/src/indexed.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod indexed;
#[path = "../../../../codec-core/fuzz/src/indexed_kinds.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod indexed_kinds;
#[path = "../../../../codec-core/fuzz/src/kitchen.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod kitchen;
#[path = "../../../../codec-core/fuzz/src/laws.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod laws;
#[path = "../../../../codec-core/fuzz/src/peers.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod peers;
#[path = "../../../../codec-core/fuzz/src/targets.rs"]
#[expect(unreachable_pub, reason = "public in the fuzz crate")]
mod targets;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::Path;

use allocation_counter::measure;
use codec_core::wire::{Seq0255, Str0255};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Encode, Format, Postcard, Strict,
    Sv2,
};

use indexed::{Lists, ShortLists, lists, short_lists};
use indexed_kinds::{Arcs, Boxes, KINDS, Rcs, Rings, arcs, boxes, rings};
use kitchen::{Choice, Corner, Full, Kind, Message, Most, Ordered, Plain, Point, Version, Wire};
use targets::ALL;

/// By target.
fn corpus() -> BTreeMap<String, Vec<Vec<u8>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codec-core/tests/corpus");
    let files = |path: &Path| -> Vec<_> {
        std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut corpus = BTreeMap::new();
    for directory in files(&root) {
        let name = directory.file_name().unwrap().to_str().unwrap().to_owned();
        let inputs = files(&directory).iter().map(|file| std::fs::read(file).unwrap()).collect();
        corpus.insert(name, inputs);
    }
    corpus
}

#[test]
fn every_target_has_a_corpus_and_holds_for_it() {
    let corpus = corpus();
    assert_eq!(corpus.len(), ALL.len());
    let mut files = 0;
    for (name, target) in ALL {
        for input in &corpus[*name] {
            assert!(input.len() < 1024);
            target(input);
            files += 1;
        }
    }
    assert!(files < 200, "{files} files: minimise them");
}

/// Inputs that found a bug in one format are tried in all formats.
#[test]
fn every_target_holds_for_the_inputs_of_the_others() {
    for input in corpus().values().flatten() {
        for (_, target) in ALL {
            target(input);
        }
    }
}

#[test]
fn every_target_holds_for_values_that_are_cut_and_damaged() {
    for (index, input) in hostile().iter().enumerate() {
        for (number, (name, target)) in ALL.iter().enumerate() {
            // The choice of format and piece lengths with which some targets' inputs begin.
            let head: &[u8] = match *name {
                "reencode" | "strict" | "indexed" => &[index.to_le_bytes()[0]],
                "streams" => &[index.to_le_bytes()[0], 1, 7, 0, 40],
                _ => &[],
            };
            // One of eight, or as many of eight as the effort is times four.
            if (index + number) % 8 >= codec_effort::cases(1) as usize {
                continue;
            }
            target(&[head, input].concat());
        }
    }
}

/// So do they for a value of every kind of sequence with a table of offsets, in every format.
#[test]
fn the_target_of_tables_holds_for_values_of_every_kind() {
    fn in_format<F: Format>(format: u8) {
        let bytes = F::to_vec(&rings()).unwrap();
        assert_eq!(F::from_slice::<Rings>(&bytes), Ok(rings()));
        for kind in 1..=KINDS {
            targets::indexed_in_each(&[&[format + 7 * kind], &*bytes].concat());
        }
    }
    in_format::<Sv2>(0);
    in_format::<Consensus>(1);
    in_format::<Borsh>(2);
    in_format::<Bincode>(3);
    in_format::<BincodeVarint>(4);
    in_format::<Postcard>(5);
    in_format::<Compact>(6);
}

fn in_proportion<F: Format, T: Decodable>(input: &[u8]) {
    let info = measure(|| drop(F::from_slice::<T>(input)));
    let limit = 64 * input.len() as u64 + 4096;
    let name = std::any::type_name::<T>();
    assert!(
        info.bytes_max <= limit,
        "{}: a peak of {} bytes for {} of {name}: {input:x?}",
        F::RULES.name,
        info.bytes_max,
        input.len()
    );
}

fn all_in_proportion<F: Format>(input: &[u8]) {
    in_proportion::<F, Full>(input);
    in_proportion::<F, Vec<Kind>>(input);
    in_proportion::<F, Vec<Point>>(input);
    in_proportion::<F, Vec<Most>>(input);
    ordered_in_proportion::<F>(input);
    ordered_in_proportion::<Strict<F>>(input);
    in_proportion::<F, Vec<Option<(char, Vec<Box<u64>>)>>>(input);
    in_proportion::<F, Vec<Vec<Vec<Vec<u8>>>>>(input);
    in_proportion::<F, Vec<()>>(input);
    in_proportion::<F, Vec<Lists>>(input);
    in_proportion::<F, String>(input);
}

fn ordered_in_proportion<F: Format>(input: &[u8]) {
    in_proportion::<F, Ordered>(input);
    in_proportion::<F, BTreeMap<u16, HashMap<u8, String>>>(input);
    in_proportion::<F, HashSet<(u64, bool)>>(input);
    in_proportion::<F, VecDeque<Result<u16, String>>>(input);
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    let corpus = corpus();
    let (share, hostile) = (codec_effort::share(), hostile());
    let some = corpus.values().flatten().enumerate().filter(|(index, _)| share(*index));
    for input in some.map(|(_, input)| input).chain(&hostile) {
        all_in_proportion::<Bincode>(input);
        all_in_proportion::<BincodeVarint>(input);
        all_in_proportion::<Postcard>(input);
        all_in_proportion::<Compact>(input);
        in_proportion::<Borsh, Most>(input);
        in_proportion::<Borsh, Vec<Kind>>(input);
        in_proportion::<Borsh, Lists>(input);
        in_proportion::<Borsh, Boxes>(input);
        in_proportion::<Compact, Rings>(input);
        in_proportion::<Postcard, Rcs>(input);
        in_proportion::<Bincode, Arcs>(input);
        ordered_in_proportion::<Borsh>(input);
        ordered_in_proportion::<Strict<Borsh>>(input);
        in_proportion::<Borsh, Vec<Vec<Vec<Point>>>>(input);
        in_proportion::<Consensus, Plain>(input);
        in_proportion::<Consensus, Vec<Plain>>(input);
        in_proportion::<Consensus, Lists>(input);
        in_proportion::<Consensus, Vec<Vec<Vec<Point>>>>(input);
        in_proportion::<Sv2, Message>(input);
        in_proportion::<Sv2, Wire>(input);
        in_proportion::<Sv2, ShortLists>(input);
        in_proportion::<Sv2, Seq0255<Seq0255<Str0255>>>(input);
    }
}

fn full() -> Full {
    Full { letter: 'é', nothing: (), letters: vec![('a', ()); 3], most: most() }
}

fn ordered() -> Ordered {
    let version = Version {
        id: 300,
        name: "name".into(),
        tags: [(1, 2), (3, 300)].into(),
        ..Version::default()
    };
    Ordered {
        sorted: [(1, "a".into()), (0x100, "b".into()), (0x80, String::new())].into(),
        levels: [("aa".into(), [(-1, vec![1]), (1, vec![])].into()), ("b".into(), [].into())]
            .into(),
        hashed: [(-1, None), (5, Some(Box::new(6)))].into(),
        keys: [(1, 2), (1, 300)].into(),
        set: ["x".into(), "yy".into()].into(),
        queue: [1, 2, 300].into(),
        outcome: Some(Err("no".into())),
        versions: vec![version; 2],
        few: [(7, Corner { x: 1, on: true })].into(),
        count: 0x20,
        counted: [1, 2].into(),
        shorts: [1, 2].into(),
        kinds: [(1, Kind::One("one".into())), (2, Kind::Nothing)].into(),
    }
}

fn most() -> Most {
    let kind = Kind::Named { id: 300, tags: vec!["tag".into(), String::new()] };
    let point = Point { x: -1, y: 300, on: true };
    Most {
        unsigned: (1, 300, 70_000, 1 << 40, 1 << 100, 9),
        signed: (-1, -300, -70_000, -(1 << 40), -(1 << 100), -9),
        single: 1.5,
        double: -2.5,
        flag: true,
        text: "héllo".into(),
        option: Some(Box::new(Some(7))),
        boxed: Box::new(8),
        lists: vec![vec![], vec![1, 2]],
        names: vec!["a".into()],
        options: vec![None, Some(Box::new(-1))],
        array: [1, 2, 3],
        bytes: [4; 5],
        many: vec![point.clone(); 3],
        kind: Kind::Two(1, vec![2]),
        kinds: vec![Kind::Nothing, Kind::One("one".into()), kind],
        wide: vec![1, 2],
        few: vec![1],
        flags: 0x21,
        sometimes: Some(5),
        counted: vec![point; 2],
        wire: wire(),
    }
}

fn wire() -> Wire {
    let text = |text: &str| Str0255::try_from(text).unwrap();
    Wire {
        text: text("text"),
        texts: vec![text(""), text("a longer text that is not inline")].try_into().unwrap(),
        numbers: vec![1, 2].try_into().unwrap(),
        ..Wire::default()
    }
}

fn plain() -> Plain {
    Plain {
        text: "text".into(),
        lists: vec![vec![1, 2], vec![]],
        names: vec!["a".into(), "b".into()],
        wire: wire(),
        ..Plain::default()
    }
}

fn message() -> Message {
    let names = vec![Str0255::try_from("name").unwrap()];
    let names = Seq0255::try_from(names).unwrap();
    Message {
        option: Some(5),
        wire: wire(),
        kind: Choice::Named { id: 1, names },
        ..Message::default()
    }
}

/// Values of every format: truncated, with every byte set to a large length, and with bits flipped;
/// and words that are all large lengths.
fn hostile() -> Vec<Vec<u8>> {
    fn encoded<F: Format>(value: &impl Encode) -> Vec<u8> {
        F::to_vec(value).unwrap()
    }
    let whole = [
        encoded::<Bincode>(&full()),
        encoded::<BincodeVarint>(&full()),
        encoded::<Postcard>(&full()),
        encoded::<Compact>(&full()),
        encoded::<Borsh>(&most()),
        encoded::<Consensus>(&plain()),
        encoded::<Sv2>(&message()),
        encoded::<Strict<Bincode>>(&ordered()),
        encoded::<Strict<BincodeVarint>>(&ordered()),
        encoded::<Strict<Postcard>>(&ordered()),
        encoded::<Compact>(&ordered()),
        encoded::<Borsh>(&ordered()),
        encoded::<Bincode>(&vec![Kind::Two(1, vec![1; 9]); 3]),
        encoded::<Postcard>(&vec![vec![vec![1u8; 3]; 3]; 3]),
        encoded::<Postcard>(&lists()),
        encoded::<Borsh>(&lists()),
        encoded::<Sv2>(&short_lists()),
        encoded::<Postcard>(&boxes()),
        encoded::<Sv2>(&arcs()),
    ];
    let mut inputs = vec![vec![]];
    for bytes in whole {
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            inputs.push(changed.clone());
            changed[at] = [0xff, 0xfd, 0x80, 0x7f, 0xfe, 0xfc][at % 6];
            inputs.push(changed.clone());
            changed.truncate(at);
            inputs.push(changed);
        }
        inputs.push(bytes);
    }
    for count in [1usize, 2, 3, 16, 500] {
        let len = 8 * (count as u64 - 1);
        for word in [0, 1, 2, len, len / 2, len / 8, len / 24, 1 << 16, 1 << 20, 1 << 60, u64::MAX]
        {
            inputs.push(word.to_le_bytes().repeat(count));
        }
        for byte in [0, 1, 0x7f, 0x80, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff] {
            inputs.push(vec![byte; count]);
            inputs.push([byte, 1].repeat(count));
        }
    }
    inputs
}
