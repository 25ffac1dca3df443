//! Values as JSON.

use codec_capture::show;
use serde_json::{Map, Value, json};

use super::{Content, Label, Part, Read};
use crate::plan::hex;

impl Read<'_> {
    /// The value as JSON, up to where reading stopped:
    ///
    /// | | |
    /// |---|---|
    /// | an integer from -(2⁵³ - 1) to 2⁵³ - 1 | a number, which every reader of JSON keeps (RFC 7493, section 2.2) |
    /// | another integer | a string of its digits |
    /// | a float | a number with all its digits, or the string `NaN`, `inf` or `-inf` |
    /// | bytes | a string of hex digits, in lower case |
    /// | text | a string; `{"hex": ".."}` if it is not Unicode |
    /// | a struct, with all fields but constants | an object of its fields, in wire order |
    /// | a list, a tuple, a set | an array; a map is an array of pairs |
    /// | a variant without fields | its name |
    /// | another variant | an object with its name alone: `{"Busy": {"jobs": 7}}` |
    /// | one for unknown tags | the same, with the tag as `#tag` |
    /// | an option | `null` or its value; one of an option, `null` or an array of one |
    /// | a field that the value's version lacks | `null` |
    pub fn json(&self) -> Value {
        value(self.input, &self.root.content)
    }
}

/// It has little on the stack: values nest.
fn value(input: &[u8], content: &Content) -> Value {
    match content {
        Content::Some(inner) => match &**inner {
            Content::Nothing | Content::Absent | Content::Missing | Content::Some(_) => {
                Value::Array(vec![value(input, inner)])
            }
            inner => value(input, inner),
        },
        Content::List(parts) => parts.iter().map(|part| value(input, &part.content)).collect(),
        Content::Fields(parts) => Value::Object(object(input, Map::new(), parts)),
        Content::Variant { name, tag, is_kept, fields } if *is_kept || !fields.is_empty() => {
            let mut inner = Map::new();
            if *is_kept {
                inner.insert("#tag".to_owned(), show::integer(*tag));
            }
            let fields = Value::Object(object(input, inner, fields));
            Value::Object(Map::from_iter([((*name).to_owned(), fields)]))
        }
        leaf => self::leaf(input, leaf),
    }
}

#[inline(never)]
fn leaf(input: &[u8], content: &Content) -> Value {
    match content {
        Content::Bool(value) => Value::from(*value),
        Content::Unsigned(value) => show::integer(*value),
        Content::Signed(value) => show::integer(*value),
        Content::Single(value) => show::single(*value),
        Content::Double(value) => show::double(*value),
        Content::Char(value) => Value::from(value.to_string()),
        Content::Text(text) => Value::from(text.as_str()),
        Content::Bytes(range) | Content::Magic(range) => Value::from(hex(&input[range.clone()])),
        Content::NoText(range) => json!({ "hex": hex(&input[range.clone()]) }),
        Content::Variant { name, .. } => Value::from(*name),
        // The last three are no leaves.
        Content::Nothing
        | Content::Absent
        | Content::Missing
        | Content::Some(_)
        | Content::List(_)
        | Content::Fields(_) => Value::Null,
    }
}

fn object(input: &[u8], mut object: Map<String, Value>, parts: &[Part]) -> Map<String, Value> {
    for part in parts {
        if let (Label::Field(name), false) = (part.label, matches!(part.content, Content::Magic(_)))
        {
            object.insert(name.to_owned(), value(input, &part.content));
        }
    }
    object
}
