//! `decred decode` of frames in hex and raw.

use serde_json::Value;

use crate::process::run_with;

const FRAMES: &str = include_str!("../../../../protocols/decred/tests/data/frames.txt");
/// A `ping` on the main network, with the nonce 7.
pub(crate) const PING: &[u8] =
    b"\xf9\x00\xb4\xd9ping\0\0\0\0\0\0\0\0\x08\0\0\0\xfd\x60\xd9\x34\x07\0\0\0\0\0\0\0";

/// The frames in hex that dcrd accepts and encodes to the same bytes.
fn accepted() -> Vec<&'static str> {
    let lines = FRAMES.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let same = lines.filter(|words| words[1..].starts_with(&["12", "ok"]) && words[4] == "same");
    same.map(|words| words[5]).collect()
}

#[test]
fn hex_and_raw_frames_are_shown_alike() {
    let (hex, raw) = (accepted(), accepted().into_iter().flat_map(bytes).collect::<Vec<_>>());
    let lines = run_with(&["decode", "-", "--format", "json"], hex.join("\n").as_bytes());
    let stream = run_with(&["decode", "-", "--format", "json"], &raw);
    lines.assert_success();
    stream.assert_success();
    let fields = |outcome: &str| -> Vec<Value> {
        let objects = outcome.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
        objects.map(|object| object["fields"].clone()).collect()
    };
    assert_eq!(fields(&lines.stdout), fields(&stream.stdout));
    assert!(hex.len() > 30 && stream.stdout.lines().count() == hex.len(), "{}", hex.len());
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.trim().as_bytes().as_chunks::<2>().0.iter();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

#[test]
fn a_line_has_offset_command_length_and_fields() {
    let outcome = run_with(&["decode", "-"], &[PING, PING].concat());
    outcome.assert_success();
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines[1], "     32  ping                8  nonce=7");
    let outcome = run_with(&["decode", "-", "--format", "json"], PING);
    let object =
        r#"{"offset":0,"command":"ping","message":"Ping","length":8,"fields":{"nonce":7}}"#;
    assert_eq!(outcome.stdout.trim_end(), object);
}

#[test]
fn a_frame_that_is_malformed_is_refused_with_place_and_reason() {
    let flipped = |at: usize| {
        let mut frame = PING.to_vec();
        frame[at] ^= 1;
        frame
    };
    run_with(&["decode", "-"], &flipped(24)).assert_refused(&["byte 0", "ping", "checksum"]);
    run_with(&["decode", "-"], &flipped(0)).assert_refused(&["byte 0", "header"]);
    run_with(&["decode", "-"], &PING[..30]).assert_refused(&["8 bytes of payload, there are 6"]);
    run_with(&["decode", "-"], &PING[..9]).assert_refused(&["byte 0", "header"]);
    run_with(&["decode", "-", "--network", "simnet"], PING).assert_refused(&["header"]);
    run_with(&["decode", "-"], b"").assert_refused(&["empty"]);
    run_with(&["decode", "-"], b"zz").assert_refused(&["line 1", "no hex digit"]);
    run_with(&["decode", "/nowhere"], b"").assert_refused(&["can't read /nowhere"]);
}

#[test]
fn keep_going_shows_the_frames_after_a_malformed_one() {
    let mut broken = PING.to_vec();
    broken[24] ^= 1;
    let input = [PING, &broken, PING].concat();
    let outcome = run_with(&["decode", "-", "--keep-going"], &input);
    outcome.assert_refused(&["byte 32", "1 of 3 malformed"]);
    assert_eq!(outcome.stdout.lines().count(), 2);
    assert_eq!(run_with(&["decode", "-"], &input).stdout.lines().count(), 1);
}

/// A transaction is shown with its contents.
#[test]
fn a_transaction_is_shown_with_its_inputs_and_outputs() {
    let frame = include_str!("../../../../protocols/decred/tests/data/first_transaction.txt");
    let outcome = run_with(&["decode", "-"], frame.as_bytes());
    outcome.assert_success();
    for words in ["inputs=[{previous={hash=", "sequence=0xffffffff", "outputs=[{value=5000000000"] {
        assert!(outcome.stdout.contains(words), "no {words} in {outcome:?}");
    }
    let outcome = run_with(&["decode", "-", "--format", "json"], frame.as_bytes());
    let object: Value = serde_json::from_str(&outcome.stdout).expect("one object");
    let parts = &object["fields"]["parts"];
    assert_eq!(parts["#tag"], 0);
    assert_eq!(parts["0"]["outputs"][0]["value"], 5_000_000_000_u64);
    let script = parts["1"]["inputs"][0]["signature_script"].as_str().expect("it is hex");
    assert!(script.starts_with("04ffff001d0104"), "{script}");
}

/// Offsets in the payload are those in the input.
#[test]
fn a_malformed_payload_is_reported_with_its_offset_in_the_input() {
    use codec_core::Header as _;
    type Header = codec_decred::FrameHeader<codec_decred::MainNet>;
    let payload = [1, 2, 3];
    let header = Header::describe("ping", 0, &payload).expect("it is short");
    let mut frame = vec![0; Header::SIZE];
    header.write(&mut frame);
    frame.extend(payload);
    run_with(&["decode", "-"], &[PING, &frame].concat()).assert_refused(&[
        "malformed frame at byte 32: \"ping\": Ping.nonce at byte 59: unexpected end",
    ]);
}
