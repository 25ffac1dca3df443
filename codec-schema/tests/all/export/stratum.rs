//! All messages of Stratum V2, generated and damaged.

use codec_core::{Header, MessageInfo, Sv2, message::decode_payload};
use codec_schema::value::Generator;
use codec_schema::{Encoding, Message, Model};
use codec_stratum::{AnyMessage, FrameHeader, Sv2Protocol};

use super::cases::{Case, case, damaged_frame};
use super::run;

/// The number of payloads, half of them damaged: `CODEC_EXPORT_PAYLOADS`, or a sample.
fn wanted() -> usize {
    let given = std::env::var("CODEC_EXPORT_PAYLOADS").ok();
    given.map_or(4000, |given| given.parse().expect("CODEC_EXPORT_PAYLOADS is a number"))
}

/// Generated payloads, each followed by the same cut or with a changed byte.
fn cases() -> (Model, Vec<Case>) {
    let model = Model::of_protocol::<Sv2Protocol>().unwrap();
    let mut generator = Generator::new(&model, &Encoding::SV2, 45).with_most(5);
    let (mut cases, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    let mut frames = Vec::new();
    let mut state = 1_u64;
    let mut dice = |sides: usize| {
        // The generator of Knuth's MMIX.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % sides.max(1)
    };
    while cases.len() < wanted() {
        let sample = generator.sample().unwrap();
        let Some(Message::Number(id)) = sample.message else { panic!("ids are numbers") };
        let id = u32::try_from(id).unwrap();
        if seen.insert(id) {
            frames.push((id, sample.bytes.clone()));
        }
        cases.extend(case::<Sv2, AnyMessage>(id, &sample.bytes));
        let mut damaged = sample.bytes;
        let at = dice(damaged.len());
        if dice(2) == 0 {
            damaged.truncate(at);
        } else if let Some(byte) = damaged.get_mut(at) {
            *byte ^= u8::try_from(1 + dice(255)).unwrap();
        }
        cases.extend(case::<Sv2, AnyMessage>(id, &damaged));
    }
    assert_eq!(seen.len(), 44);
    for (id, payload) in frames {
        let flags = decode_payload::<Sv2, AnyMessage>(id, &payload).unwrap().flags();
        let mut frame = vec![0; FrameHeader::SIZE];
        FrameHeader::describe(id, flags, &payload).unwrap().write(&mut frame);
        frame.extend(payload);
        damaged_frame::<Sv2Protocol, AnyMessage>(&frame, &mut cases);
    }
    (model, cases)
}

#[test]
#[ignore = "needs Python and the compiler of TypeScript: tools/check/export.sh"]
fn python() {
    let (model, cases) = cases();
    run::python("stratum", &model, &Encoding::SV2, &cases);
}

#[test]
#[ignore = "needs Python and the compiler of TypeScript: tools/check/export.sh"]
fn node() {
    let (model, cases) = cases();
    run::node("stratum", &model, &Encoding::SV2, &cases);
}

#[test]
#[ignore = "needs Go: tools/check/export.sh"]
fn go() {
    let (model, cases) = cases();
    run::go("stratum", &model, &Encoding::SV2, &cases);
}

#[test]
#[ignore = "needs gcc and clang: tools/check/export.sh"]
fn c() {
    let (model, cases) = cases();
    run::c("stratum", &model, &Encoding::SV2, &cases);
}

#[test]
#[ignore = "needs Python and the compiler of TypeScript: tools/check/export.sh"]
fn golden_vectors_have_the_same_values_in_python() {
    assert_eq!(run::vectors("stratum", &Encoding::SV2), "ran vectors: 132\n");
}
