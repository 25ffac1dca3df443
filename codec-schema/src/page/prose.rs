//! Names of types.

use std::fmt::Write as _;

use crate::measure::Number;
use crate::plan::{Charset, Count, Int, Shape};

/// An integer: `u16`, with its encoding if that isn't the default.
pub(super) fn int(of: &Int) -> String {
    let sign = if of.signed { 'i' } else { 'u' };
    let name = format!("`{sign}{}`", 8 * u32::from(of.bytes));
    let layout = match of.number {
        Number::Fixed(2..) if of.big => " big-endian",
        Number::Marked(_) => " of variable width, marked",
        Number::Leb128 { .. } if of.signed => " LEB128, zigzag",
        Number::Leb128 { .. } => " LEB128",
        Number::CompactSize => return limited(String::from("`CompactSize`"), of),
        _ => "",
    };
    limited(name + layout, of)
}

fn limited(mut name: String, of: &Int) -> String {
    if of.nonzero {
        name.push_str(", not 0");
    }
    if let Some(max) = of.max.filter(|max| u128::from(*max) < of.number.largest()) {
        let _ = write!(name, ", at most {max}");
    }
    name
}

/// The type of a value; `link` names a type of the plan.
pub(super) fn shape(of: &Shape, link: &dyn Fn(usize) -> String) -> String {
    let inner = |of: &Shape| shape(of, link);
    match of {
        Shape::Nothing => String::from("nothing"),
        Shape::Bool(true) => String::from("boolean, bit 0"),
        Shape::Bool(false) => String::from("boolean"),
        Shape::Int(of) => int(of),
        Shape::Float(bytes, big) => {
            let order = if *big { " big-endian" } else { "" };
            format!("`f{}`{order}", 8 * u32::from(*bytes))
        }
        Shape::Char(of) | Shape::Unordered(of) => inner(of),
        Shape::Utf8Char => String::from("character in UTF-8"),
        Shape::Magic(magic) => format!("constant `{}`", magic.hex()),
        Shape::Bytes(Count::Fixed(count)) => format!("{count} bytes"),
        Shape::Bytes(of) => format!("bytes{}", count(of, "length")),
        Shape::Text(of, charset) => {
            let charset = match charset {
                Charset::Utf8 => "string",
                Charset::Any => "text",
                Charset::NoZero => "string of C",
                Charset::Utf16 => "UTF-16",
            };
            format!("{charset}{}", count(of, "length"))
        }
        Shape::List(of, item) => format!("list of {}{}", inner(item), count(of, "count")),
        Shape::Indexed(of, item) => {
            let table = "a table of 4 bytes for each: where it ends, `u32`";
            format!("list of {}{}, after {table}", inner(item), count(of, "count"))
        }
        Shape::Option(item) => format!("0, or 1 and {}", inner(item)),
        Shape::Maybe(of, item) => format!("option of {}{}", inner(item), count(of, "count")),
        Shape::Nullable(of, item) => {
            format!("{}{}, of which -1 says that there is none", inner(item), count(of, "length"))
        }
        Shape::Tuple(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(", then "),
        Shape::Type(index) => link(*index),
        Shape::Sized(of, item) => format!("{}{}", inner(item), count(of, "length in bytes")),
        Shape::Tagged(tag, index) => format!("{} of the tag `{}`", link(*index), tag.text),
        Shape::Bits(bits) => {
            let end = if bits.little { "lowest" } else { "highest" };
            let word = if bits.is_first && bits.width < 8 * bits.len {
                format!(", the {end} of {} bytes", bits.len)
            } else {
                String::new()
            };
            format!("{} bits{word}", bits.width)
        }
        Shape::Opaque(words) => format!("`{words}`"),
    }
}

fn count(of: &Count, kind: &str) -> String {
    let limits = |min: u64, max: Option<u64>| match (min, max) {
        (0, None) => String::new(),
        (0, Some(max)) => format!(", at most {max}"),
        (min, None) => format!(", at least {min}"),
        (min, Some(max)) => format!(", {min} to {max}"),
    };
    match of {
        Count::Fixed(count) => format!(", {count} of them"),
        Count::Prefix { int: of, min, max } => {
            let own = of.number.largest();
            let max = max.filter(|max| u128::from(*max) < own);
            format!(", {kind} {}{}", int(of), limits(*min, max))
        }
        Count::Expression { of, min, max } => {
            format!(", {kind} `{}`{}", of.text, limits(*min, *max))
        }
        Count::Left => String::from(", all that is left"),
        Count::Until(end) => format!(", to a byte `{end:02x}` after it"),
        Count::Last(of) => {
            let or = if of.open { ", or all that is left" } else { "" };
            format!(", to the first of which `{}`{or}", of.end.text)
        }
        Count::Given => String::new(),
        Count::Within(of, limits) => {
            let told = [("at least", limits.least), ("at most", limits.most)];
            let told = told.into_iter().filter_map(|(words, limit)| {
                limit.map(|limit| format!(", {words} `{}`", limit.text))
            });
            count(of, kind) + &told.collect::<String>()
        }
    }
}
