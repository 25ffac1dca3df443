//! The decoded values of a payload, and whether the dissector agrees.

use codec_core::trace::{Explanation, Name, Value};

use super::tshark::{Frame, Leaf, listed};

/// A value on the wire.
#[derive(Debug, PartialEq)]
pub(crate) struct Expected {
    /// The name of the innermost field, or empty.
    field: &'static str,
    at: usize,
    size: usize,
    value: Value,
    bytes: String,
}

/// The leaves of an explanation, with offsets from the frame's start, without zero-length ones.
pub(crate) fn leaves(of: &Explanation<'_>, header: usize) -> Vec<Expected> {
    let mut fields: Vec<(usize, &'static str)> = Vec::new();
    let mut leaves: Vec<Expected> = Vec::new();
    for (node, index) in of.nodes().iter().zip(1..) {
        fields.retain(|field| field.0 < node.depth);
        if let Name::Field { field, .. } = node.name {
            fields.push((node.depth, field));
        }
        let holds = of.nodes().get(index).is_some_and(|next| next.depth > node.depth);
        let value = match node.value {
            Some(value) => value,
            // A constant.
            None if !holds => Value::Bytes,
            None => continue,
        };
        let size = node.range.len();
        if size == 0 {
            continue;
        }
        let field = fields.last().map_or("", |field| field.1);
        let bytes = of.input()[node.range.clone()].iter().map(|byte| format!("{byte:02x}"));
        let (at, bytes) = (header + node.range.start, bytes.collect());
        let leaf = Expected { field, at, size, value, bytes };
        // The bytes that bit fields share are recorded before the value of the first.
        let place = |one: &Expected| (one.field, one.at, one.size);
        leaves.pop_if(|last: &mut Expected| {
            last.value == Value::Bytes && place(last) == place(&leaf)
        });
        leaves.push(leaf);
    }
    leaves
}

/// Returns `true` if the last part of the leaf's name is `name`.
fn ends(leaf: &Leaf, name: &str) -> bool {
    leaf.name.rsplit('.').next() == Some(name)
}

/// Returns `true` if both are the same value of the same field at the same offset.
fn agree(expected: &Expected, leaf: &Leaf) -> bool {
    let name = leaf.name.trim_end_matches(".len").trim_end_matches(".count");
    let name = name.trim_end_matches(".size");
    let name = name.trim_end_matches(".there");
    let last = name.rsplit('.').next().unwrap();
    let field = match expected.field.as_bytes() {
        [b'0'..=b'9', ..] => format!("f{}", expected.field),
        _ => expected.field.trim_start_matches("r#").to_lowercase(),
    };
    let is_named = last == field
        || leaf.name.ends_with(&format!(".{field}"))
        || last.trim_start_matches(['f', '0', '1', '2']).is_empty()
        || ["tag", "version", "magic", "body_len", "padding", "ends"].contains(&last)
        || field.is_empty();
    let value = match expected.value {
        Value::Unsigned(value) if leaf.show != value.to_string() => {
            // Constants and 128-bit numbers are compared by their bytes.
            leaf.show.replace(':', "") == expected.bytes
        }
        Value::Signed(value) if leaf.show != value.to_string() => {
            leaf.show.replace(':', "") == expected.bytes
        }
        Value::Unsigned(_) | Value::Signed(_) => true,
        Value::Length(len) => leaf.show == len.to_string(),
        Value::Bool(value) => ["0", "False"].contains(&&*leaf.show) != value,
        Value::Absent if leaf.show == "-1" => ends(leaf, "len"),
        Value::Absent => ends(leaf, "there") && ["0", "False"].contains(&&*leaf.show),
        Value::Single(_) | Value::Double(_) | Value::Bytes | Value::Text | Value::Char(_) => {
            leaf.bytes == expected.bytes
        }
        _ => false,
    };
    is_named && value && (leaf.at, leaf.size) == (expected.at, expected.size)
}

/// The fields for values that decoding records: without zero-length ones, the 1 before an option's
/// value, and constants.
fn values(frame: &Frame) -> Vec<Leaf> {
    let is_value = |leaf: &&Leaf| {
        let is_there = ends(leaf, "there") && ["1", "True"].contains(&&*leaf.show);
        let is_passed_over = leaf.name == "left" || ends(leaf, "newer");
        // The branch of a struct in which nothing could be decoded.
        let is_branch = leaf.show.is_empty() && leaf.bytes.is_empty();
        leaf.size > 0 && !is_there && !is_passed_over && !is_branch
    };
    frame.leaves.iter().filter(is_value).cloned().collect()
}

/// Panics unless the frame shows everything that decoding found, and nothing else.
pub(crate) fn assert_same(of: &Explanation<'_>, header: usize, frame: &Frame) {
    let (expected, found) = (leaves(of, header), values(frame));
    for (one, other) in expected.iter().zip(&found) {
        assert!(agree(one, other), "{one:?} {other:?}\n{}\n{}", frame.message, listed(&found));
    }
    let (is, should) = (found.len(), expected.len());
    assert_eq!(is, should, "{}\n{}\n{:#?}", frame.message, listed(&found), expected.get(is..));
    assert!(frame.infos.is_empty(), "{}: {:?}", frame.message, frame.infos);
}

/// Panics unless the frame shows what decoding found up to where either stopped.
pub(crate) fn assert_begins_alike(of: &Explanation<'_>, header: usize, frame: &Frame) {
    let (expected, found) = (leaves(of, header), values(frame));
    for (one, other) in expected.iter().zip(&found) {
        assert!(agree(one, other), "{one:?} {other:?}\n{}", listed(&found));
    }
}
