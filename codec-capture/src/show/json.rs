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

#[cfg(test)]
mod tests {
    use codec_core::{Bincode, Decode, Encode, Format as _, trace::explain};

    use super::super::Tree;

    #[derive(Encode, Decode)]
    struct Kinds {
        single: f32,
        double: f64,
        unsigned: u64,
        signed: i16,
        yes: bool,
        text: String,
        absent: Option<u8>,
        nan: f32,
    }

    /// A number of 32 bits has its own digits: 0.1 is not 0.10000000149011612.
    #[test]
    fn each_kind_of_value_is_shown_as_it_is() {
        let value = Kinds {
            single: 0.1,
            double: 0.2,
            unsigned: u64::MAX,
            signed: -7,
            yes: true,
            text: "\"<a>\"".into(),
            absent: None,
            nan: f32::NAN,
        };
        let bytes = Bincode::to_vec(&value).expect("it has an encoding");
        let explanation = explain::<Bincode, Kinds>(&bytes);
        let shown = super::fields(&explanation, &Tree::new(&explanation)).to_string();
        let wanted = r#"{"absent":null,"double":0.2,"nan":null,"signed":"-7","single":0.1,"text":"\"<a>\"","unsigned":18446744073709551615,"yes":true}"#;
        let sorted = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect(text) };
        assert_eq!(sorted(&shown), sorted(wanted), "{shown}");
        assert!(
            shown.contains(r#""single":0.1,"#) && shown.contains(r#""double":0.2,"#),
            "{shown}"
        );
    }
}
