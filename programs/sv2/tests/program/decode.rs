//! `sv2 decode`: its output, and what it refuses.

use std::path::PathBuf;

use serde_json::Value;

use crate::process::{run, run_with};

const FRAMES: &str = include_str!("../../../../protocols/stratum/tests/data/frames.txt");
/// `Reconnect` to the host `x.y`.
const RECONNECT: &[u8] = b"\0\0\x04\x06\0\0\x03x.y\x08\x0d";
/// `NewMiningJob` whose option has the tag 2.
const WRONG_OPTION: &[u8] = b"\0\x80\x15\x2d\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
/// `SetExtranoncePrefix` with 33 bytes, one too many.
const TOO_LONG: &[u8] = b"\0\x80\x19\x26\0\0\0\0\0\0\x21aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A temporary file, removed when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, content).expect("the folder is there");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("it is text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn raw_frames_from_a_file() {
    let file = Scratch::new("raw.sv2", &[RECONNECT, RECONNECT].concat());
    let outcome = run(&["decode", file.path()]);
    outcome.assert_success();
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].trim_start().starts_with("12  Reconnect"), "{}", lines[1]);
    assert!(lines[1].ends_with(r#"new_host="x.y" new_port=3336"#), "{}", lines[1]);
}

#[test]
fn hex_lines_from_standard_input() {
    let outcome = run_with(&["decode", "-"], FRAMES.as_bytes());
    outcome.assert_success();
    assert_eq!(outcome.stdout.lines().count(), 88);
    let outcome = run_with(&["decode", "-"], b"# moved\n\n00 00 04 06 00 00 03782e79080d # here");
    outcome.assert_success();
    assert!(outcome.stdout.trim_start().starts_with("3  Reconnect"), "{outcome:?}");
}

#[test]
fn json_is_an_object_a_line_with_the_fields_in_order() {
    let outcome = run_with(&["decode", "-", "--format", "json"], FRAMES.as_bytes());
    outcome.assert_success();
    let frames: Vec<Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(frames.len(), 88);
    assert_eq!(frames[0]["message"], "SetupConnection");
    assert_eq!(frames[0]["line"], 2);
    assert_eq!(frames[0]["fields"]["min_version"], 0x1c0f);
    let job = frames.iter().find(|frame| frame["message"] == "NewExtendedMiningJob").expect("one");
    assert_eq!(job["channel"], true);
    let path = job["fields"]["merkle_path"].as_array().expect("a list");
    assert!(path.iter().all(|hash| hash.as_str().is_some_and(|hex| hex.len() == 64)), "{job}");
    let outcome = run_with(&["decode", "-", "--format", "json"], RECONNECT);
    outcome.assert_success();
    assert_eq!(
        outcome.stdout,
        concat!(
            r#"{"offset":0,"message":"Reconnect","extension_type":0,"msg_type":4,"channel":false,"#,
            r#""length":6,"fields":{"new_host":"x.y","new_port":3336}}"#,
            "\n"
        )
    );
}

/// `Reconnect` to a host that clears the screen, and reverses what follows.
const OBEYED: &[u8] = b"\0\0\x04\x0b\0\0\x08\xc2\x9b2J\xe2\x80\xaex\x08\x0d";

#[test]
fn control_characters_are_escaped() {
    for format in ["text", "json"] {
        let outcome = run_with(&["decode", "-", "--format", format], OBEYED);
        outcome.assert_success();
        assert!(!outcome.stdout.contains(['\u{9b}', '\u{202e}']), "{outcome:?}");
    }
    let hex = "0000040b000008c29b324ae280ae78080d";
    for page in [&["inspect", "--html", hex][..], &["inspect", hex]] {
        let outcome = run(page);
        outcome.assert_success();
        assert!(!outcome.stdout.contains(['\u{9b}', '\u{202e}']), "{outcome:?}");
        assert!(outcome.stdout.contains(r"\u{202e}"), "{outcome:?}");
    }
}

#[test]
fn text_is_for_a_reader_and_json_for_a_program() {
    let frame = [&b"\0\0\x76\x4f\0\0"[..], &[0; 20], &[57, 0], &[0xab; 57]].concat();
    let text = run_with(&["decode", "-"], &frame);
    text.assert_success();
    assert!(text.stdout.contains(" version=0x0 "), "{text:?}");
    let shortened = format!("coinbase_tx={}..(57 bytes)", "ab".repeat(16));
    assert!(text.stdout.trim_end().ends_with(&shortened), "{text:?}");
    let json = run_with(&["decode", "-", "--format", "json"], &frame);
    assert!(json.stdout.contains(&"ab".repeat(57)), "{json:?}");
    let vectors = run_with(&["decode", "-"], FRAMES.as_bytes());
    for words in ["protocol=TemplateDistribution ", "nominal_hash_rate=", "min_ntime=none"] {
        assert!(vectors.stdout.contains(words), "{words}");
    }
}

#[test]
fn appended_fields_are_shown() {
    let frame = b"\0\0\x04\x0d\0\0\x03x.y\x08\x0d\x02\0\x01\x02\0w1";
    let outcome = run_with(&["decode", "-"], frame);
    outcome.assert_success();
    assert!(outcome.stdout.trim_end().ends_with("user_identity=\"w1\""), "{outcome:?}");
    let outcome = run_with(&["decode", "-", "--format", "json"], frame);
    let tlv = r#""tlvs":[{"extension_type":2,"field_type":1,"value":"7731","user_identity":"w1"}]"#;
    assert!(outcome.stdout.contains(tlv), "{outcome:?}");
    assert!(
        outcome.stdout.contains(r#""fields":{"new_host":"x.y","new_port":3336}"#),
        "{outcome:?}"
    );
    let unknown = b"\0\0\x04\x0c\0\0\x03x.y\x08\x0d\x09\0\x01\x01\0\xee";
    let outcome = run_with(&["decode", "-"], unknown);
    assert!(outcome.stdout.trim_end().ends_with("tlv[0x01 of extension 0x0009]=ee"), "{outcome:?}");
}

/// A frame does not tell if its field means something to those who sent and received it.
#[test]
fn an_appended_name_that_is_too_long_is_shown_as_bytes() {
    let name = [b'x'; 33];
    let frame = [&b"\0\0\x04\x2c\0\0\x03x.y\x08\x0d\x02\0\x01\x21\0"[..], &name].concat();
    let outcome = run_with(&["decode", "-"], &frame);
    outcome.assert_success();
    let shown = format!("tlv[0x01 of extension 0x0002]={}", "78".repeat(33));
    assert!(outcome.stdout.trim_end().ends_with(&shown), "{outcome:?}");
}

#[test]
fn a_channel_bit_that_contradicts_the_message_is_marked() {
    let reconnect = b"\0\x80\x04\x06\0\0\x03x.y\x08\x0d";
    let outcome = run_with(&["decode", "-"], reconnect);
    outcome.assert_success();
    assert!(outcome.stdout.contains(" !channel "), "{outcome:?}");
    assert!(outcome.stdout.contains("the channel bit contradicts the message"), "{outcome:?}");
    let changed = b"\0\0\x03\x04\0\0\x07\0\0\0";
    let outcome = run_with(&["decode", "-"], changed);
    assert!(outcome.stdout.contains(" !- "), "{outcome:?}");
    let outcome = run_with(&["decode", "-", "--format", "json"], changed);
    assert!(outcome.stdout.contains(r#""wrong_channel_bit":true"#), "{outcome:?}");
    let outcome = run_with(&["decode", "-"], FRAMES.as_bytes());
    assert!(!outcome.stdout.contains(" !") && !outcome.stdout.contains("contradicts"));
}

#[test]
fn an_empty_file_is_refused() {
    run_with(&["decode", "-"], b"").assert_refused(&["standard input", "empty"]);
    let file = Scratch::new("empty.sv2", b"");
    run(&["decode", file.path()]).assert_refused(&["empty.sv2", "empty"]);
    run_with(&["decode", "-"], b"# nothing but this\n").assert_refused(&["no frame"]);
}

#[test]
fn a_directory_or_a_missing_file_is_refused() {
    run(&["decode", env!("CARGO_TARGET_TMPDIR")]).assert_refused(&["can't read", "directory"]);
    run(&["decode", "no/such/file"]).assert_refused(&["can't read no/such/file"]);
}

#[test]
fn half_a_frame_is_refused_where_it_is_cut() {
    let cut = [RECONNECT, &RECONNECT[..9]].concat();
    let outcome = run_with(&["decode", "-"], &cut);
    outcome.assert_refused(&[
        "malformed frame at byte 12",
        "Reconnect.new_host",
        "byte 3 of the payload, byte 9 of the frame, byte 21 of the input",
        "9 of 12 bytes",
    ]);
    assert!(outcome.stdout.contains("x.y"), "the whole frame is printed first");
    run_with(&["decode", "-"], &cut[..15]).assert_refused(&["byte 12", "3 of 6 bytes"]);
}

#[test]
fn a_wrong_type_is_refused() {
    run_with(&["decode", "-"], WRONG_OPTION).assert_refused(&[
        "malformed frame at byte 0",
        "NewMiningJob.min_ntime at byte 14: option tag is neither 0 nor 1: found 2",
        "byte 8 of the payload, byte 14 of the frame",
        "expected  0 for none or 1",
    ]);
}

#[test]
fn a_subprotocol_that_is_unknown_is_shown() {
    let setup = b"\0\0\0\x10\0\0\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let outcome = run_with(&["decode", "-"], setup);
    outcome.assert_success();
    assert!(outcome.stdout.contains("protocol=9 min_version=0"), "{outcome:?}");
}

#[test]
fn an_unknown_id_is_refused() {
    let frame = b"\x01\x80\xee\x01\0\0\0";
    run_with(&["decode", "-"], frame).assert_refused(&[
        "unknown message at byte 0",
        "unknown 0xee of extension 0x0001",
        "unknown message id",
    ]);
}

#[test]
fn an_overlong_field_is_refused() {
    run_with(&["decode", "-"], TOO_LONG).assert_refused(&[
        "SetExtranoncePrefix.extranonce_prefix at byte 10: length 33 is over the limit 32",
        "byte 4 of the payload",
    ]);
}

#[test]
fn bytes_behind_the_message_are_refused() {
    let frame = b"\0\0\x04\x07\0\0\x03x.y\x08\x0d\xff";
    run_with(&["decode", "-"], frame).assert_refused(&[
        "Reconnect",
        "Tlvs.fields",
        "unexpected end",
        "whole TLV fields",
    ]);
}

#[test]
fn characters_that_are_no_hex_are_refused() {
    run_with(&["decode", "-"], b"hello\n").assert_refused(&["line 1", "'h' is no hex digit"]);
    run_with(&["decode", "-"], b"000\n").assert_refused(&["line 1", "odd"]);
    run_with(&["decode", "-"], b"0000040600000378\n")
        .assert_refused(&["line 1", "Reconnect.new_host"]);
    run_with(&["decode", "-"], b"00000400000000\n").assert_refused(&["line 1", "the line has 1"]);
}

#[test]
fn keep_going_prints_the_frames_behind_a_malformed_one() {
    let input = [WRONG_OPTION, RECONNECT, TOO_LONG, RECONNECT].concat();
    let stopped = run_with(&["decode", "-"], &input);
    stopped.assert_refused(&["byte 0"]);
    assert!(stopped.stdout.is_empty(), "{stopped:?}");
    let outcome = run_with(&["decode", "-", "--keep-going"], &input);
    outcome.assert_refused(&["byte 0", "byte 63", "2 of 4 malformed"]);
    assert_eq!(outcome.stdout.lines().count(), 2);
    let lines = b"zz\n000004060000 03782e79080d\n";
    let outcome = run_with(&["decode", "-", "--keep-going"], lines);
    outcome.assert_refused(&["line 1", "1 of 2 malformed"]);
    assert_eq!(outcome.stdout.lines().count(), 1);
}
