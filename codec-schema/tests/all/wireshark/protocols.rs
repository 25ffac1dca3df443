//! All frames of Stratum V2 and of Decred.

use codec_core::DecodeErrorKind;
use codec_core::Header as _;
use codec_core::schema::Describe as _;
use codec_core::trace::{Explanation, explain_payload};
use codec_decred::{DecredProtocol, MainNet};
use codec_schema::ProtocolSchema;
use codec_schema::wireshark::Dissector;
use codec_stratum::{FrameHeader, Sv2Protocol, Tlv};

use super::capture::Capture;
use super::expected::{assert_begins_alike, assert_same};
use super::tshark::{self, Frame};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

/// A frame, and its explanation by decoding.
struct Sample {
    name: String,
    bytes: Vec<u8>,
}

fn stratum() -> Vec<Sample> {
    let text = include_str!("../../../../protocols/stratum/tests/data/frames.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let samples = lines.map(|line| {
        let parts: Vec<_> = line.split('|').collect();
        Sample { name: parts[0].to_owned(), bytes: bytes(parts[5]) }
    });
    samples.collect()
}

const STRATUM: ProtocolSchema = ProtocolSchema::of::<Sv2Protocol>("Stratum V2");

fn stratum_dissector() -> String {
    Dissector::new(&STRATUM).filter("sv2").trailer(Tlv::SCHEMA).write().unwrap()
}

fn explained(frame: &[u8]) -> Explanation<'_> {
    let (head, payload) = frame.split_at(FrameHeader::SIZE);
    explain_payload::<Sv2Protocol>(FrameHeader::parse(head).unwrap().id(), payload)
}

#[test]
#[ignore = "needs tshark"]
fn frames_of_stratum_show_what_decoding_finds() {
    let samples = stratum();
    let mut capture = Capture::new();
    for sample in &samples {
        capture.stream([&sample.bytes[..]]);
    }
    let frames = tshark::frames("sv2-whole", "sv2", &stratum_dissector(), &capture);
    assert_eq!(frames.len(), samples.len());
    for (sample, frame) in samples.iter().zip(&frames) {
        let explanation = explained(&sample.bytes);
        assert!(explanation.error().is_none(), "{}", sample.name);
        // The dissector has the names of the variants here, and the explanation the specification's.
        let name = explanation.message().unwrap().split(" (").next().unwrap().replace('.', "");
        assert!(frame.message.ends_with(&name), "{}, {name}", frame.message);
        assert_same(&explanation, FrameHeader::SIZE, frame);
    }
}

/// Checks the frames of a capture, each of which was in its own stream.
fn all_the_same(found: &[Frame], of: &Frame, name: &str, count: usize) {
    assert_eq!(found.len(), count, "{name}");
    for frame in found {
        assert_eq!(frame, of, "{name}");
    }
}

#[test]
#[ignore = "needs tshark"]
fn frames_of_stratum_cut_at_every_point_show_the_same() {
    let samples = stratum();
    let mut capture = Capture::new();
    for sample in &samples {
        let frame = &sample.bytes[..];
        capture.stream([frame]);
        for cut in 1..frame.len() {
            let (one, other) = frame.split_at(cut);
            capture.stream([one, other]);
        }
        capture.stream(frame.chunks(1));
    }
    // And all of them as one stream, in segments split anywhere.
    let all = samples.iter().flat_map(|sample| sample.bytes.clone()).collect::<Vec<_>>();
    for len in [1, 7, 97, 1400] {
        capture.stream(all.chunks(len));
    }
    let frames = tshark::frames("sv2-cut", "sv2", &stratum_dissector(), &capture);
    let mut found = &frames[..];
    let mut wholes = Vec::new();
    for sample in &samples {
        let (whole, rest) = found.split_at(1);
        assert_same(&explained(&sample.bytes), FrameHeader::SIZE, &whole[0]);
        let count = sample.bytes.len();
        all_the_same(&rest[..count], &whole[0], &sample.name, count);
        wholes.push(whole[0].clone());
        found = &rest[count..];
    }
    assert_eq!(found.len(), 4 * samples.len());
    for stream in found.chunks(samples.len()) {
        assert_eq!(stream, wholes);
    }
}

#[test]
#[ignore = "needs tshark"]
fn a_frame_cut_short_says_where_and_shows_no_wrong_field() {
    let mut capture = Capture::new();
    let mut cuts = Vec::new();
    for sample in stratum() {
        // The header declares a payload shorter than the message.
        for len in 0..(sample.bytes.len() - FrameHeader::SIZE).min(200) {
            let mut frame = sample.bytes[..FrameHeader::SIZE + len].to_vec();
            frame[3..6].copy_from_slice(&u32::try_from(len).unwrap().to_le_bytes()[..3]);
            capture.stream([&frame[..]]);
            cuts.push(frame);
        }
    }
    let frames = tshark::frames("sv2-short", "sv2", &stratum_dissector(), &capture);
    assert_eq!(frames.len(), cuts.len());
    for (cut, frame) in cuts.iter().zip(&frames) {
        assert_begins_alike(&explained(cut), FrameHeader::SIZE, frame);
        assert!(frame.infos.iter().any(|info| info.starts_with("Malformed: ")), "{frame:#?}");
    }
}

#[test]
#[ignore = "needs tshark"]
fn what_extensions_append_is_shown() {
    let mut capture = Capture::new();
    capture.stream([&bytes("0000040a000000000002000102007731")[..]]);
    let frames = tshark::frames("sv2-trailer", "sv2", &stratum_dissector(), &capture);
    let values = |name: &str| {
        let leaf = frames[0].leaves.iter().find(|leaf| leaf.name == name);
        leaf.map(|leaf| leaf.show.clone())
    };
    assert_eq!(values("tlv.extension_type").as_deref(), Some("2"), "{frames:#?}");
    assert_eq!(values("tlv.value").as_deref(), Some("77:31"));
    assert!(frames[0].infos.is_empty());
}

type MainNetProtocol = DecredProtocol<MainNet>;
type DecredHeader = codec_decred::FrameHeader<MainNet>;
const DECRED: ProtocolSchema = ProtocolSchema::of::<MainNetProtocol>("Decred");

/// All frames with a valid header, and whether dcrd accepts them.
fn decred() -> Vec<(Sample, bool)> {
    let text = include_str!("../../../../protocols/decred/tests/data/frames.txt");
    let mut samples = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split_whitespace().collect();
        let [name, _, result, _, _, hex] = parts[..] else { continue };
        let frame = bytes(hex);
        let header =
            frame.get(..DecredHeader::SIZE).and_then(|head| DecredHeader::parse(head).ok());
        // The longest frames do not fit in a TCP segment.
        if header.is_some_and(|header| DecredHeader::SIZE + header.payload_len() == frame.len()) {
            samples.push((Sample { name: name.to_owned(), bytes: frame }, result == "ok"));
        }
    }
    samples
}

fn decred_explained(frame: &[u8]) -> Explanation<'_> {
    let (head, payload) = frame.split_at(DecredHeader::SIZE);
    explain_payload::<MainNetProtocol>(DecredHeader::parse(head).unwrap().id(), payload)
}

fn decred_dissector() -> String {
    Dissector::new(&DECRED).filter("dcr").write().unwrap()
}

/// Messages whose description calls a function of the program.
fn is_opaque(name: &str) -> bool {
    name.starts_with("mixdcnet")
}

#[test]
#[ignore = "needs tshark"]
fn frames_of_decred_show_what_decoding_finds() {
    let samples = decred();
    let mut capture = Capture::new();
    for (sample, _) in &samples {
        capture.stream(sample.bytes.chunks(1400));
    }
    let frames = tshark::frames("dcr-whole", "dcr", &decred_dissector(), &capture);
    assert_eq!(frames.len(), samples.len());
    let mut accepted = 0;
    for ((sample, _), frame) in samples.iter().zip(&frames) {
        let explanation = decred_explained(&sample.bytes);
        match explanation.error() {
            None if is_opaque(&sample.name) => {
                assert_begins_alike(&explanation, DecredHeader::SIZE, frame);
            }
            None => {
                assert_same(&explanation, DecredHeader::SIZE, frame);
                accepted += 1;
            }
            Some(error) => {
                assert_begins_alike(&explanation, DecredHeader::SIZE, frame);
                let told = !frame.infos.is_empty();
                let unseen = [DecodeErrorKind::CheckFailed].contains(&error.kind());
                assert!(told || unseen, "{} {explanation} {frame:#?}", sample.name);
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}

#[test]
#[ignore = "needs tshark"]
fn frames_of_decred_cut_at_every_point_show_the_same() {
    let samples = decred().into_iter().filter(|sample| sample.1 && sample.0.bytes.len() < 700);
    let samples: Vec<_> = samples.map(|sample| sample.0).collect();
    let mut seen = std::collections::HashSet::new();
    let mut capture = Capture::new();
    let mut counts = Vec::new();
    for sample in &samples {
        let frame = &sample.bytes[..];
        capture.stream([frame]);
        capture.stream(frame.chunks(1));
        // One of each message in two segments, split at every offset.
        let is_first = seen.insert(frame[4..16].to_vec());
        for cut in (1..frame.len()).filter(|_| is_first) {
            let (one, other) = frame.split_at(cut);
            capture.stream([one, other]);
        }
        counts.push(if is_first { frame.len() } else { 1 });
    }
    assert!(seen.len() > 20);
    let frames = tshark::frames("dcr-cut", "dcr", &decred_dissector(), &capture);
    let mut found = &frames[..];
    for (sample, count) in samples.iter().zip(counts) {
        let (whole, rest) = found.split_at(1);
        all_the_same(&rest[..count], &whole[0], &sample.name, count);
        found = &rest[count..];
    }
    assert!(found.is_empty());
}
