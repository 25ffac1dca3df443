//! Values that are read by a lock, beside what Rust decodes.

use codec_core::format::BigEndian;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Decode, DecodeErrorKind, Encode, Format, Postcard, Sv2,
};
use codec_schema::read::{Description, Reason};
use codec_schema::value::Generator;
use codec_schema::{DescribeFormat, Encoding, Message, Model, read_lock, write_lock};
use codec_stratum::AnyMessage;

use crate::export::cases::{Case, damaged};
use crate::export::formats;

/// Compares each verdict, its kind and offset with that of Rust; returns how many were valid.
fn agrees(model: &Model, encoding: &Encoding, cases: &[Case]) -> usize {
    let model = read_lock(&write_lock(model)).unwrap();
    let description = Description::of_model(&model, encoding).unwrap();
    let (mut wrong, mut valid) = (Vec::new(), 0);
    for case in cases {
        // A whole frame has no id.
        let Some(id) = &case.id else { continue };
        let name = description.message_of(id);
        let Some(read) = name.and_then(|name| description.message(name, &case.payload)) else {
            assert!(case.wanted.starts_with("UnknownMessage"), "{}", case.wanted);
            continue;
        };
        let found = match read.problem().map(|problem| &problem.reason) {
            None => "ok".to_owned(),
            Some(Reason::Invalid(error)) => format!("{:?} {}", error.kind(), error.offset()),
            Some(reason) => format!("{reason:?}"),
        };
        valid += usize::from(found == "ok");
        // A value that is read and can't be written is valid all the same.
        let is_read = case.wanted.starts_with("ok") || case.wanted.starts_with("encode");
        if found != if is_read { "ok" } else { &case.wanted } {
            wrong.push(format!("{id:?} {:02x?}: {found} for {}", case.payload, case.wanted));
        }
    }
    let (count, all) = (wrong.len(), cases.len());
    wrong.truncate(8);
    assert!(count == 0, "{}: {count} of {all} differ:\n{}", encoding.name, wrong.join("\n"));
    valid
}

fn all_samples<F: Format + DescribeFormat>() {
    for (model, cases) in [formats::plain::<F>(), formats::around::<F>()] {
        assert!(agrees(&model, &F::ENCODING, &cases) > 20);
    }
}

#[test]
fn samples_of_every_construct_are_read_as_in_rust_whole_and_damaged() {
    all_samples::<Bincode>();
    all_samples::<BincodeVarint>();
    all_samples::<Postcard>();
    all_samples::<Borsh>();
    all_samples::<Compact>();
    all_samples::<BigEndian<Bincode>>();
}

#[test]
fn messages_of_stratum_are_read_as_in_rust_whole_and_damaged() {
    let model = Model::of::<AnyMessage>().unwrap();
    let mut generator = Generator::new(&model, &Encoding::SV2, 45).with_most(5);
    let mut cases = Vec::new();
    for _ in 0..100 {
        let sample = generator.sample().unwrap();
        let Some(Message::Number(id)) = sample.message else { panic!("ids are numbers") };
        damaged::<Sv2, AnyMessage>(u32::try_from(id).unwrap(), &sample.bytes, &mut cases);
    }
    assert!(agrees(&model, &Encoding::SV2, &cases) > 1000);
}

/// Two types that contain each other, and a list of the first.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
enum Tree {
    Leaf(u16),
    Branch { left: Box<Branch>, note: Option<Box<Self>> },
    Many(Vec<Self>),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
struct Branch {
    of: Tree,
}

/// A value of so many levels, each around the one before.
fn nested(levels: u32) -> Tree {
    (0..levels).fold(Tree::Leaf(7), |inner, level| match level % 3 {
        0 => Tree::Many(vec![Tree::Leaf(1), inner]),
        1 => Tree::Branch { left: Box::new(Branch { of: inner }), note: None },
        _ => Tree::Branch {
            left: Box::new(Branch { of: Tree::Leaf(2) }),
            note: Some(Box::new(inner)),
        },
    })
}

/// Each end and each flipped bit of a value, by its lock and by Rust.
fn nests_as_in_rust<F: Format + DescribeFormat>() {
    let model = Model::of::<Tree>().unwrap();
    let lock = read_lock(&write_lock(&model)).unwrap();
    let description = Description::of_model(&lock, &F::ENCODING).unwrap();
    let whole = F::to_vec(&nested(20)).unwrap();
    let flipped = (0..whole.len()).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    let cut = (0..=whole.len()).map(|end| whole[..end].to_vec());
    let mut valid = 0;
    for bytes in cut.chain(flipped) {
        let read = description.value(&bytes).unwrap();
        // Sizes are unknown where a type contains itself, and so which of two errors is found first.
        let is_valid = F::from_slice::<Tree>(&bytes).is_ok();
        assert_eq!(read.problem().is_none(), is_valid, "{bytes:02x?}");
        valid += usize::from(is_valid);
    }
    assert!(valid > 1, "{}", F::ENCODING.name);
}

#[test]
fn types_that_contain_themselves_are_read_as_in_rust() {
    nests_as_in_rust::<Bincode>();
    nests_as_in_rust::<Postcard>();
    nests_as_in_rust::<Borsh>();
    let model = Model::of::<Tree>().unwrap();
    let description = Description::of_model(&model, &Encoding::POSTCARD).unwrap();
    let bytes = Postcard::to_vec(&nested(2)).unwrap();
    assert_eq!(bytes, [1, 2, 2, 0, 1, 0, 7, 0]);
    let wanted = r#"{"Branch":{"left":{"of":{"Many":{"0":[{"Leaf":{"0":1}},{"Leaf":{"0":7}}]}}},"note":null}}"#;
    assert_eq!(description.value(&bytes).unwrap().json().to_string(), wanted);
}

/// 64 KiB of one branch within another: reading stops at a depth, whatever the bytes.
#[test]
fn values_nested_too_deep_are_refused_and_shown_up_to_there() {
    let model = Model::of::<Tree>().unwrap();
    let description = Description::of_model(&model, &Encoding::POSTCARD).unwrap();
    for bytes in [vec![1; 1 << 16], [2, 1].repeat(1 << 15)] {
        let read = description.value(&bytes).unwrap();
        let problem = read.problem().unwrap();
        let Reason::Invalid(error) = &problem.reason else { panic!("{problem}") };
        assert_eq!(error.kind(), DecodeErrorKind::DepthExceeded);
        assert!(read.dissection("Tree").html().contains("not decoded"));
        assert!(read.json().to_string().len() < 1 << 16);
    }
}
