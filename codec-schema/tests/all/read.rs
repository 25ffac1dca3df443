//! Values that are read by a lock, beside what Rust decodes.

use codec_core::format::BigEndian;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Format, Postcard, Sv2};
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
