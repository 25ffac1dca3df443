//! The fields of a message as JSON: structs are objects, sequences are arrays,
//! bytes are hex.

use std::ops::Range;

use codec_core::trace::{Explanation, Name, Node, Value};
use codec_sv2::TlvRef;
use serde_json::{Map, Value as Json, json};

/// The fields that were decoded.
pub(crate) fn fields(explanation: &Explanation<'_>) -> Json {
    match group(explanation, 0..explanation.nodes().len()) {
        Json::Null => Json::Object(Map::new()),
        fields => fields,
    }
}

/// A field that an extension has appended.
pub(crate) fn tlv(tlv: &TlvRef<'_>) -> Json {
    json!({
        "extension_type": tlv.extension_type,
        "field_type": tlv.field_type,
        "value": tlv.value.to_string(),
    })
}

/// Nodes that stand side by side. What the first is says what they are together.
fn group(explanation: &Explanation<'_>, range: Range<usize>) -> Json {
    let nodes = explanation.nodes();
    let mut families = families(nodes, range);
    let is_count = |at: &Range<usize>| matches!(nodes[at.start].value, Some(Value::Length(_)));
    let counted = families.first().is_some_and(is_count);
    if counted {
        families.remove(0);
    }
    let inside = |at: Range<usize>| group(explanation, at.start + 1..at.end);
    match families.first().map(|at| nodes[at.start].name) {
        Some(Name::Field { .. }) => families
            .into_iter()
            .filter_map(|at| match nodes[at.start].name {
                Name::Field { field, .. } => Some((field.to_owned(), inside(at))),
                _ => None,
            })
            .collect::<Map<_, _>>()
            .into(),
        Some(Name::Element(_)) => families.into_iter().map(inside).collect(),
        Some(_) => leaf(explanation, &nodes[families[0].start]),
        None if counted => Json::Array(Vec::new()),
        None => Json::Null,
    }
}

/// The nodes of `range` that no other node of it encloses, each with those that
/// it encloses.
fn families(nodes: &[Node], range: Range<usize>) -> Vec<Range<usize>> {
    let mut families: Vec<Range<usize>> = Vec::new();
    for index in range {
        match families.last_mut() {
            Some(family) if nodes[index].depth > nodes[family.start].depth => {
                family.end = index + 1;
            }
            _ => families.push(index..index + 1),
        }
    }
    families
}

fn leaf(explanation: &Explanation<'_>, node: &Node) -> Json {
    match node.value {
        Some(Value::Unsigned(value)) => u64::try_from(value).map_or(Json::Null, Json::from),
        Some(Value::Float(value)) => Json::from(value),
        Some(Value::Bool(value)) => Json::from(value),
        Some(Value::Absent) | None => Json::Null,
        Some(Value::Text) => match std::str::from_utf8(&explanation.input()[node.range.clone()]) {
            Ok(text) => Json::from(text),
            Err(_) => json!({ "hex": hex(&explanation.input()[node.range.clone()]) }),
        },
        Some(_) => Json::from(explanation.show(node).to_string()),
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
