//! Explanations of tags, ids and fields that can't be written.

use codec_core::trace::{explain_encode, explain_message};
use codec_core::{Decode, Encode, Format, Postcard, Sv2};

#[derive(Debug, Encode, Decode)]
#[codec(tag = u16)]
enum Kind {
    Zero,
    One,
    Two,
    #[codec(value = 9)]
    Nine,
    #[codec(value = LAST)]
    Last,
}

const LAST: u16 = 300;

#[derive(Debug, Encode, Decode)]
#[codec(id = 3)]
struct Shape {
    id: u8,
    kind: Kind,
    #[codec(max = 2)]
    name: String,
    #[codec(count = id)]
    rest: Vec<u8>,
}

#[derive(Debug, Encode, Decode)]
#[codec(messages)]
enum Any {
    Shape(Shape),
}

#[derive(Debug, Encode, Decode)]
struct Deep {
    shapes: Vec<Shape>,
    #[codec(bytes = u8, tail)]
    numbers: Vec<u16>,
}

#[test]
fn an_unknown_tag_is_shown_with_those_that_there_are() {
    let report = Postcard::explain::<Shape>(&[1, 0x2b, 1, 0]);
    assert_eq!(
        report.to_string(),
        "Shape.kind at byte 1: unknown variant tag: found 299, `Kind` has 0 to 2, 9 and LAST"
    );
}

#[test]
fn an_unknown_id_is_shown_with_the_messages_that_there_are() {
    let report = explain_message::<Sv2, Any>(7, &[]).to_string();
    assert!(report.ends_with(": `Any` has Shape"), "{report}");
}

#[test]
fn what_is_left_in_a_part_is_not_counted_in_the_input() {
    let report = Sv2::explain::<Inside>(&[2, 1, 2, 3, 4]).to_string();
    assert_eq!(report, "Inside.one at byte 2: trailing bytes after the value");
}

#[derive(Debug, Encode, Decode)]
struct Inside {
    #[codec(bytes = u8)]
    one: u8,
    two: u16,
}

fn shape(name: &str, rest: usize) -> Shape {
    Shape { id: 1, kind: Kind::Last, name: name.into(), rest: vec![0; rest] }
}

#[test]
fn a_value_that_is_not_written_is_shown_with_its_field() {
    let report = |value: &Deep| explain_encode::<Postcard, _>(value).unwrap().to_string();
    let long = Deep { shapes: vec![shape("a", 1), shape("abc", 1)], numbers: vec![] };
    let said = report(&long);
    assert!(said.starts_with("Deep.shapes[1].name: length is over the limit after"), "{said}");
    let wrong = Deep { shapes: vec![shape("a", 2)], numbers: vec![] };
    assert!(report(&wrong).starts_with("Deep.shapes[0].rest: a field contradicts"));
    let fine = Deep { shapes: vec![], numbers: vec![] };
    assert!(explain_encode::<Postcard, _>(&fine).is_none());
}
