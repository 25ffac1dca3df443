//! The fields of a message as JSON: structs are objects, sequences are arrays,
//! bytes are hex. Nothing is left out.

use codec_core::trace::{Explanation, Node, Value};
use serde_json::{Map, Number, Value as Json, json};

use super::tree::Tree;

/// A decoded message as JSON, complete: structs are objects, sequences and tuples are arrays, bytes
/// are hex, and absent values are `null`. A struct's object begins with its `#tag`, `#magic` or
/// `#version`, if it has one.
///
/// Integers from -(2⁵³ - 1) to 2⁵³ - 1 are numbers, which every reader of JSON keeps exactly (RFC
/// 7493, section 2.2); all others are strings of their digits. Floats are numbers with all digits;
/// those without a number are the strings `NaN`, `inf` and `-inf`.
///
/// `Display` of the JSON escapes only what JSON requires: print it with [`Printable`] where a
/// terminal may show it.
///
/// ```
/// use codec_core::{Bincode, Decode, Encode, trace::explain};
/// use codec_capture::show::{Tree, json};
/// #[derive(Encode, Decode)]
/// struct Reading { total: u128, offset: i8, mean: f32 }
/// let bytes = Bincode::to_vec(&Reading { total: 1 << 64, offset: -1, mean: f32::NAN })?;
/// let of = explain::<Bincode, Reading>(&bytes);
/// let text = json(&of, &Tree::new(&of)).to_string();
/// assert_eq!(text, r#"{"total":"18446744073709551616","offset":-1,"mean":"NaN"}"#);
/// # use codec_core::Format as _;
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
///
/// [`Printable`]: super::Printable
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
        Some(Value::Unsigned(value)) => integer(value),
        Some(Value::Signed(value)) => integer(value),
        Some(Value::Length(value)) => integer(value),
        Some(Value::Single(value)) => single(value),
        Some(Value::Double(value)) => double(value),
        Some(Value::Bool(value)) => Json::from(value),
        Some(Value::Char(value)) => Json::from(value.to_string()),
        Some(Value::Absent) | None => Json::Null,
        Some(Value::Text) => match std::str::from_utf8(&explanation.input()[node.range.clone()]) {
            Ok(text) => Json::from(text),
            Err(_) => json!({ "hex": hex(&explanation.input()[node.range.clone()]) }),
        },
        Some(_) => Json::from(explanation.show(node).to_string()),
    }
}

/// The largest integer that every reader of JSON keeps exactly.
const LARGEST: u64 = (1 << 53) - 1;

/// An integer as [`json`](super::json) has it: a number up to 2⁵³ - 1, above that its digits.
///
/// ```
/// use codec_capture::show::integer;
/// assert_eq!(integer(-7_i128).to_string(), "-7");
/// assert_eq!(integer(1_u64 << 53).to_string(), r#""9007199254740992""#);
/// ```
pub fn integer(value: impl TryInto<i64> + ToString + Copy) -> Json {
    match value.try_into() {
        Ok(small) if small.unsigned_abs() <= LARGEST => Json::from(small),
        _ => Json::from(value.to_string()),
    }
}

/// A float of 32 bits by its shortest digits, as [`json`](super::json) has it.
///
/// ```
/// use codec_capture::show::single;
/// assert_eq!((single(0.1).to_string(), single(f32::NAN).to_string()), ("0.1".into(), r#""NaN""#.into()));
/// ```
pub fn single(value: f32) -> Json {
    // Converted to `f64`, it would show digits that it doesn't have.
    double(value.to_string().parse().unwrap_or(f64::NAN))
}

/// A float of 64 bits: a number, or the string `NaN`, `inf` or `-inf`.
///
/// ```
/// use codec_capture::show::double;
/// assert_eq!(double(-f64::INFINITY).to_string(), r#""-inf""#);
/// ```
pub fn double(value: f64) -> Json {
    Number::from_f64(value).map_or_else(|| Json::from(value.to_string()), Json::from)
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
        let wanted = r#"{"absent":null,"double":0.2,"nan":"NaN","signed":-7,"single":0.1,"text":"\"<a>\"","unsigned":"18446744073709551615","yes":true}"#;
        let sorted = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect(text) };
        assert_eq!(sorted(&shown), sorted(wanted), "{shown}");
        assert!(
            shown.contains(r#""single":0.1,"#) && shown.contains(r#""double":0.2,"#),
            "{shown}"
        );
    }
}
