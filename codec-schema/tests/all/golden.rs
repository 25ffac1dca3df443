//! Files of golden vectors: their values as JSON, files of older versions, and files edited by hand.

use std::path::PathBuf;

use codec_core::{Decode, Encode, Postcard};
use codec_schema::value::check_golden;

#[expect(clippy::option_option, reason = "its JSON tells the two from each other")]
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
enum State {
    Idle,
    Busy { jobs: u8 },
    At(i64, Option<Option<bool>>),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
struct Report {
    total: u128,
    change: i64,
    mean: f32,
    name: String,
    key: Vec<u8>,
    states: Vec<State>,
    letter: char,
    pair: (bool, Option<u16>),
}

/// 2^64, -(2^53), 0.1, "é", 0xabcd, three states, a letter and a pair.
const BYTES: &str =
    "80808080808080808002ffffffffffffff1fcdcccc3d02c3a902abcd030001070205010002c39f0100";
const VALUE: &str = r#"{"total":"18446744073709551616","change":"-9007199254740992","mean":0.1,"name":"é","key":"abcd","states":["Idle",{"Busy":{"jobs":7}},{"At":{"0":-3,"1":[null]}}],"letter":"ß","pair":[true,null]}"#;
const FIELDS: &str = r#"{"total":[0,10],"change":[10,18],"mean":[18,22],"name":[22,25],"key":[25,28],"states":[28,36],"states.1.jobs":[31,32],"states.2.0":[33,34],"states.2.1":[34,36],"letter":[36,39],"pair":[39,41]}"#;
const OLD: &str = r#""Report { total: 18446744073709551616, change: -9007199254740992, mean: 0.1, name: \"é\", key: [171, 205], states: [Idle, Busy { jobs: 7 }, At(-3, Some(None))], letter: 'ß', pair: (true, None) }""#;

/// The verdict on a file of one vector.
fn judged(name: &str, value: &str, bytes: &str, fields: &str) -> Result<(), String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("golden-{name}.json"));
    let text = format!(r#"[{{"value":{value},"bytes":"{bytes}","fields":{fields}}}]"#);
    std::fs::write(&path, text).unwrap();
    check_golden::<Report, Postcard>(&path).map(drop).map_err(|error| error.to_string())
}

#[test]
fn values_are_json_by_the_stated_rules() {
    assert_eq!(judged("new", VALUE, BYTES, FIELDS), Ok(()));
}

#[test]
fn files_whose_values_are_texts_of_debug_are_read() {
    assert_eq!(judged("old", OLD, BYTES, FIELDS), Ok(()));
}

#[test]
fn a_vector_that_was_edited_says_what_differs() {
    let edits: [(&str, String, String, String, &str); 6] = [
        ("value", VALUE.replace('7', "8"), BYTES.into(), FIELDS.into(), "vector 0: value was "),
        (
            "old",
            OLD.replace("-3", "3"),
            BYTES.into(),
            FIELDS.into(),
            "vector 0: value was \"Report",
        ),
        ("hex", VALUE.into(), "8g".into(), FIELDS.into(), "vector 0: `bytes` is not hex"),
        (
            "cut",
            VALUE.into(),
            BYTES[..20].into(),
            FIELDS.into(),
            "unexpected end of input at byte 10",
        ),
        ("fields", VALUE.into(), BYTES.into(), FIELDS.replace("41", "42"), "fields was "),
        ("json", "{".into(), BYTES.into(), FIELDS.into(), "at line 1 column"),
    ];
    for (name, value, bytes, fields, wanted) in edits {
        let error = judged(&format!("edited-{name}"), &value, &bytes, &fields).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
}
