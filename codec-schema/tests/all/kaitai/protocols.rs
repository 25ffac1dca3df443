//! All frames of Stratum V2 and of Decred.

use codec_core::{DecodeErrorKind, Header as _, trace::explain_payload};
use codec_decred::{DecredProtocol, FrameHeader, MainNet};
use codec_schema::ProtocolSchema;
use codec_schema::kaitai::Specification;
use codec_stratum::Sv2Protocol;

use super::cases::Case;
use super::run;

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

const STRATUM: ProtocolSchema = ProtocolSchema::of::<Sv2Protocol>("Stratum V2");

#[test]
#[ignore = "needs the compiler of Kaitai: tools/check/kaitai.sh"]
fn readers_of_stratum_find_what_decoding_finds() {
    let specification = Specification::new(&STRATUM).id("sv2").write().unwrap();
    assert_eq!(specification.refused, []);
    let text = include_str!("../../../../protocols/stratum/tests/data/frames.txt");
    let mut cases = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let parts: Vec<_> = line.split('|').collect();
        let frame = bytes(parts[5]);
        cases.push(Case::of::<Sv2Protocol>(parts[0], &frame));
        // And truncated so that the payload ends before the message.
        for len in 0..(frame.len() - 6).min(40) {
            let mut cut = frame[..6 + len].to_vec();
            cut[3..6].copy_from_slice(&u32::try_from(len).unwrap().to_le_bytes()[..3]);
            let case = Case::of::<Sv2Protocol>(parts[0], &cut);
            assert!(case.leaves.is_none());
            cases.push(case);
        }
    }
    assert!(cases.len() > 2_000);
    run::check("sv2", "Sv2", &specification.text, &cases);
}

type Protocol = DecredProtocol<MainNet>;
const DECRED: ProtocolSchema = ProtocolSchema::of::<Protocol>("Decred");

#[test]
#[ignore = "needs the compiler of Kaitai: tools/check/kaitai.sh"]
fn readers_of_decred_find_what_decoding_finds() {
    let specification = Specification::new(&DECRED).id("decred").write().unwrap();
    let refused: Vec<_> = specification.refused.iter().map(ToString::to_string).collect();
    let names = specification.refused.iter().map(|one| one.message.as_str()).collect::<Vec<_>>();
    assert_eq!(names, ["MixDcNet"], "{refused:#?}");
    assert!(refused[0].starts_with("MixDcNet: DcNet.matrix: `cells("), "{}", refused[0]);
    let text = include_str!("../../../../protocols/decred/tests/data/frames.txt");
    let (mut cases, mut read) = (Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split_whitespace().collect();
        let [name, _, _, _, _, hex] = parts[..] else { continue };
        let frame = bytes(hex);
        let Some(Ok(header)) =
            frame.get(..FrameHeader::<MainNet>::SIZE).map(FrameHeader::<MainNet>::parse)
        else {
            continue;
        };
        let (_, payload) = frame.split_at(FrameHeader::<MainNet>::SIZE);
        if header.payload_len() != payload.len() || name.starts_with("mixdcnet") {
            continue;
        }
        // A reader accepts what only a function of the program refuses, and bytes after a value.
        let error = explain_payload::<Protocol>(header.id(), payload).error();
        let kind = error.map(codec_core::DecodeError::kind);
        if matches!(
            kind,
            Some(
                DecodeErrorKind::CheckFailed
                    | DecodeErrorKind::TrailingBytes
                    | DecodeErrorKind::UnknownMessage
            )
        ) {
            continue;
        }
        read += usize::from(error.is_none());
        cases.push(Case::of::<Protocol>(name, &frame));
    }
    assert!(read > 300, "{read}");
    run::check("decred", "Decred", &specification.text, &cases);
}
