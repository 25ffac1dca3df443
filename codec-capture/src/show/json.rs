//! The fields of a message as JSON: structs are objects, sequences are arrays,
//! bytes are hex. Nothing is left out.

use codec_core::trace::{Explanation, Node, Value};
use serde_json::{Map, Value as Json, json};

use super::tree::Tree;

/// A decoded message as JSON, complete: structs are objects, sequences are arrays, bytes are hex,
/// and absent values are `null`.
///
/// [`Tree`] has an example.
pub fn fields(explanation: &Explanation<'_>, fields: &Tree<'_>) -> Json {
    match tree(explanation, fields) {
        Json::Null => Json::Object(Map::new()),
        fields => fields,
    }
}

fn tree(explanation: &Explanation<'_>, value: &Tree<'_>) -> Json {
    match value {
        Tree::Fields(fields) => fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), tree(explanation, value)))
            .collect::<Map<_, _>>()
            .into(),
        Tree::List(items) => items.iter().map(|item| tree(explanation, item)).collect(),
        Tree::Leaf(node) => leaf(explanation, node),
        Tree::Nothing => Json::Null,
    }
}

fn leaf(explanation: &Explanation<'_>, node: &Node) -> Json {
    match node.value {
        Some(Value::Unsigned(value)) => u64::try_from(value).map_or(Json::Null, Json::from),
        // Its shortest digits: converted to `f64`, it would show digits that it doesn't have.
        Some(Value::Single(value)) => Json::from(value.to_string().parse::<f64>().ok()),
        Some(Value::Double(value)) => Json::from(value),
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
