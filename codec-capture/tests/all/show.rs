//! Values on a line and as JSON: nothing is lost, and nothing is obeyed.

use codec_capture::show::{Line, Printable, Tree, json};
use codec_core::trace::{Explanation, explain};
use codec_core::{Bincode, Decodable, Decode, Encode, Format as _};

fn shown<T: Encode + Decodable>(value: &T) -> String {
    let bytes = Bincode::to_vec(value).expect("it encodes");
    let of = explained::<T>(&bytes);
    let tree = Tree::new(&of);
    let text = Printable(json(&of, &tree)).to_string();
    assert_eq!(text.parse::<serde_json::Value>().expect("JSON"), json(&of, &tree));
    text
}

fn explained<T: Decodable>(bytes: &[u8]) -> Explanation<'_> {
    let of = explain::<Bincode, T>(bytes);
    assert_eq!(of.error(), None);
    of
}

#[derive(Encode, Decode)]
struct Pair {
    a: u8,
    b: i8,
}

#[derive(Encode, Decode)]
enum Shape {
    Point,
    Labelled { tag: u8, radius: u16 },
    Nested(Box<Self>, u8),
}

#[derive(Encode, Decode)]
#[codec(version = 3)]
struct Versioned {
    a: u8,
}

#[test]
fn integers_are_numbers_as_far_as_all_readers_keep_them() {
    const EXACT: u64 = (1 << 53) - 1;
    assert_eq!(shown(&[EXACT, EXACT + 1]), r#"[9007199254740991,"9007199254740992"]"#);
    let signed = [EXACT.cast_signed(), -EXACT.cast_signed(), i64::MIN];
    assert_eq!(shown(&signed), r#"[9007199254740991,-9007199254740991,"-9223372036854775808"]"#);
    assert_eq!(shown(&(u64::MAX, u128::MAX)), format!(r#"["{}","{}"]"#, u64::MAX, u128::MAX));
    assert_eq!(shown(&(-1_i8, i128::MIN)), format!(r#"[-1,"{}"]"#, i128::MIN));
}

#[test]
fn floats_are_numbers_with_all_digits_or_names() {
    assert_eq!(shown(&[0.1_f32, f32::MAX]), "[0.1,3.4028235e+38]");
    assert_eq!(shown(&[0.1_f64, -0.0, 5e-324]), "[0.1,-0.0,5e-324]");
    assert_eq!(shown(&[f32::NAN, f32::INFINITY]), r#"["NaN","inf"]"#);
    assert_eq!(shown(&[f64::NAN, f64::NEG_INFINITY]), r#"["NaN","-inf"]"#);
}

#[test]
fn every_value_of_a_type_is_shown() {
    assert_eq!(shown(&Shape::Point), "0");
    let labelled = Shape::Labelled { tag: 7, radius: 9 };
    assert_eq!(shown(&labelled), r##"{"#tag":1,"tag":7,"radius":9}"##);
    let nested = Shape::Nested(Box::new(labelled), 5);
    assert_eq!(shown(&nested), r##"{"#tag":2,"0":{"#tag":1,"tag":7,"radius":9},"1":5}"##);
    let pair = || Pair { a: 1, b: -2 };
    assert_eq!(shown(&(pair(), pair())), r#"[{"a":1,"b":-2},{"a":1,"b":-2}]"#);
    assert_eq!(shown(&(7_u16, pair(), 8_u16)), r#"[7,{"a":1,"b":-2},8]"#);
    assert_eq!(shown(&(7_u16, 'x', true)), r#"[7,"x",true]"#);
    assert_eq!(shown(&(vec![1_u16, 2], vec![3_u16], vec![0_u16; 0])), "[[1,2],[3],[]]");
    assert_eq!(shown(&(vec![0_u16; 0], [4_u8; 2])), r#"[[],"0404"]"#);
    assert_eq!(shown(&(String::new(), vec![0_u8; 0], "é".to_owned())), r#"["","","é"]"#);
    assert_eq!(shown(&Ok::<u8, u16>(3)), "[0,3]");
    assert_eq!(shown(&(None::<u8>, Some(4_u8))), "[null,4]");
    assert_eq!(shown(&vec![pair()]), r#"[{"a":1,"b":-2}]"#);
    assert_eq!(shown(&Versioned { a: 4 }), r##"{"#version":3,"a":4}"##);
}

#[test]
fn control_characters_are_escaped() {
    // CSI in one byte and in two, the bell, an override of direction, a byte order mark.
    let text = "\u{9b}2J \u{1b}[2J \u{7} \u{202e}gpj.exe \u{feff} \u{e0001} é𝄞\n".to_owned();
    let bytes = Bincode::to_vec(&text).expect("it encodes");
    let of = explained::<String>(&bytes);
    let tree = Tree::new(&of);
    for shown in [
        shown(&text),
        Line::new(&of, &tree).to_string(),
        Printable(&text).to_string().replace('\n', ""),
    ] {
        let obeyed =
            |each: char| each.is_control() || ['\u{202e}', '\u{feff}', '\u{e0001}'].contains(&each);
        assert!(!shown.contains(obeyed), "{shown:?}");
        assert!(shown.contains("é𝄞") && shown.contains("gpj.exe"), "{shown:?}");
    }
}
