//! Frames, and their decoded values.

use codec_core::Header;
use codec_core::trace::{Explanation, Value, explain_payload};
use serde_json::{Value as Json, json};

/// A frame and its values; `None` if it must be refused.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) frame: Vec<u8>,
    pub(crate) leaves: Option<Vec<(&'static str, String, String)>>,
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Case {
    /// A frame of the protocol `P`.
    pub(crate) fn of<P: codec_core::Protocol>(name: &str, frame: &[u8]) -> Self {
        let (head, payload) = frame.split_at(<P::Header as Header>::SIZE);
        let id = <P::Header as Header>::parse(head).unwrap().id();
        let explanation = explain_payload::<P>(id, payload);
        let leaves = explanation.error().is_none().then(|| leaves(&explanation));
        Self { name: name.to_owned(), frame: frame.to_vec(), leaves }
    }

    pub(crate) fn json(cases: &[Self]) -> Json {
        let of = |case: &Self| {
            json!({
                "name": case.name,
                "frame": hex(&case.frame),
                "refused": case.leaves.is_none(),
                "leaves": case.leaves.clone().unwrap_or_default(),
            })
        };
        cases.iter().map(of).collect()
    }
}

fn leaves(of: &Explanation<'_>) -> Vec<(&'static str, String, String)> {
    let mut leaves = Vec::new();
    for node in of.nodes() {
        let (Some(value), false) = (node.value, node.range.is_empty()) else { continue };
        let (kind, text) = match value {
            Value::Unsigned(value) => ("int", value.to_string()),
            Value::Signed(value) => ("int", value.to_string()),
            Value::Length(len) => ("int", len.to_string()),
            // A length of -1, or a tag of 0.
            Value::Absent => {
                let bytes = &of.input()[node.range.clone()];
                let is_length = bytes.iter().all(|byte| *byte == 0xff);
                ("int", String::from(if is_length { "-1" } else { "0" }))
            }
            Value::Bool(value) => ("bool", value.to_string()),
            Value::Single(value) => ("float", f64::from(value).to_string()),
            Value::Double(value) => ("float", value.to_string()),
            _ => ("bytes", String::new()),
        };
        leaves.push((kind, text, hex(&of.input()[node.range.clone()])));
    }
    leaves
}
