//! Wireshark fields, and strings in Lua.

use std::fmt::Write as _;

use crate::measure::Number;
use crate::plan::Int;

/// A Lua string literal. Bytes other than printable ASCII are escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => {
                let _ = write!(quoted, "\\{byte:03}");
            }
        }
    }
    quoted.push('"');
    quoted
}

/// The first paragraph of a doc comment, on one line.
pub(super) fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").replace('`', "")
}

/// The constructor of fields for this integer: `uint16`.
pub(super) fn constructor(int: &Int) -> &'static str {
    match (int.bytes, int.signed) {
        (1, false) => "uint8",
        (2, false) => "uint16",
        (3, false) => "uint24",
        (4, false) => "uint32",
        (5..=8, false) => "uint64",
        (1, true) => "int8",
        (2, true) => "int16",
        (3, true) => "int24",
        (4, true) => "int32",
        (5..=8, true) => "int64",
        _ => "bytes",
    }
}

/// The way to add the value to the tree: from the bytes, or computed.
pub(super) fn way(int: &Int) -> &'static str {
    match (int.number, int.bytes) {
        (Number::Fixed(_), _) if int.big => "fixed",
        (Number::Fixed(_) | Number::Little(_), _) => "little",
        (_, 9..) => "fixed",
        (_, 5..) if int.signed => "wide signed",
        (_, 5..) => "wide",
        _ => "value",
    }
}

/// The Lua function that reads it.
pub(super) fn reader(int: &Int, strict: bool) -> String {
    let Int { bytes, signed, .. } = *int;
    match int.number {
        Number::Fixed(bytes) => format!("fixed({bytes}, {}, {signed})", int.big),
        Number::Little(bytes) => format!("fixed({bytes}, false, {signed})"),
        Number::Marked(_) => {
            let marks = "{ [251] = 2, [252] = 4, [253] = 8, [254] = 16 }";
            format!("marked({bytes}, 250, {marks}, {signed}, {strict})")
        }
        Number::Leb128 { bytes, most } => format!("leb128({bytes}, {most}, {signed}, {strict})"),
        Number::CompactSize => {
            String::from("marked(8, 252, { [253] = 2, [254] = 4, [255] = 8 }, false, true)")
        }
        _ => String::from("opaque(\"a number that the format has not\")"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_what_lua_would_read_otherwise() {
        assert_eq!(quoted("a\"b\\c\n\u{e9}"), r#""a\"b\\c\010\195\169""#);
    }

    #[test]
    fn a_description_is_the_first_paragraph() {
        assert_eq!(first_paragraph("The `id`\nof it.\n\nMore."), "The id of it.");
    }
}
