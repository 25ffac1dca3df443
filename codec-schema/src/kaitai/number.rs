//! Integers: Kaitai's own types, and helper types for variable-length numbers.

use std::fmt::Write as _;

use crate::measure::Number;

use crate::plan::Int;

/// The reading of an integer: the name of its type, and where its value is.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// A built-in type of Kaitai, or one that [`written`] generates.
    pub(super) ty: String,
    /// `true` if the value is in the instance `value`.
    pub(super) is_inside: bool,
}

/// The reading of this integer.
pub(super) fn reading(int: &Int, strict: bool) -> Result<Reading, String> {
    let plain = |ty: String| Ok(Reading { ty, is_inside: false });
    let (sign, end) = (if int.signed { 's' } else { 'u' }, if int.big { "be" } else { "le" });
    match int.number {
        Number::Fixed(1) | Number::Little(1) => plain(format!("{sign}1")),
        Number::Fixed(8) | Number::Little(8) if int.signed => {
            Ok(inside(format!("vlq_fixed_s8{end}")))
        }
        Number::Fixed(bytes @ (2 | 4 | 8)) | Number::Little(bytes @ (2 | 4 | 8)) => {
            plain(format!("{sign}{bytes}{end}"))
        }
        Number::Fixed(3) | Number::Little(3) if !int.signed => plain(format!("b24{end}")),
        Number::Fixed(bytes) | Number::Little(bytes) => {
            Err(format!("an integer of {} bits", 8 * u32::from(bytes)))
        }
        _ if int.bytes > 8 => Err(String::from("an integer of 128 bits")),
        _ if strict => Err(String::from("a number that must be in the fewest bytes")),
        Number::Leb128 { bytes, most } => Ok(inside(format!("vlq_leb128_{sign}{bytes}_{most}"))),
        Number::Marked(bytes) => Ok(inside(format!("vlq_marked_{sign}{bytes}"))),
        Number::CompactSize => Ok(inside(String::from("vlq_compact_size"))),
        _ => Err(String::from("a number that the format has not")),
    }
}

const fn inside(ty: String) -> Reading {
    Reading { ty, is_inside: true }
}

/// The definition of this type, if it is one for variable-length numbers.
pub(super) fn written(ty: &str) -> Option<String> {
    let name = ty.strip_prefix("vlq_")?;
    if name == "compact_size" {
        return Some(marked(ty, 8, 252, false, true));
    }
    if let Some(end) = name.strip_prefix("fixed_s8") {
        return Some(halves(ty, end));
    }
    let (kind, rest) = name.split_once('_')?;
    let signed = rest.starts_with('s');
    let mut numbers = rest[1..].split('_').map(|number| number.parse::<u32>().ok());
    let bytes = numbers.next()??;
    match kind {
        "leb128" => Some(leb128(ty, bytes, numbers.next()??, signed)),
        _ => Some(marked(ty, bytes, 250, signed, false)),
    }
}

/// The value of a number: as it is, or for a zigzag form computed from its half and its lowest bit,
/// which a double can hold even if it can't hold the number.
fn value(plain: &str, zigzag: Option<(&str, &str)>) -> String {
    let value = match zigzag {
        None => plain.to_owned(),
        Some((half, low)) => format!("{low} % 2 == 0 ? {half} : -({half}) - 1"),
    };
    format!("    instances:\n      value:\n        value: \"{value}\"\n")
}

/// An 8-byte signed number in two halves: Kaitai's JavaScript runtime reads some wrong.
fn halves(ty: &str, end: &str) -> String {
    let (first, second) = if end == "be" { ("high", "low") } else { ("low", "high") };
    let sign = |half: &str| if half == "high" { 's' } else { 'u' };
    let (one, other) = (sign(first), sign(second));
    format!(
        "  {ty}:\n    seq:\n      - id: {first}\n        type: {one}4{end}\n      \
         - id: {second}\n        type: {other}4{end}\n{}",
        value("high * 4294967296 + low", None)
    )
}

fn leb128(ty: &str, bytes: u32, most: u32, signed: bool) -> String {
    let group = |at: u32| {
        let by = 1_u128 << (7 * at).min(126);
        format!("(groups.size > {at} ? (groups[{at}] % 128) * {by} : 0)")
    };
    // The tenth group holds one bit of a 64-bit number.
    let groups = (0..(8 * bytes).div_ceil(7)).map(group).collect::<Vec<_>>();
    let half = |at: u32| match at {
        0 => String::from("groups[0] % 128 / 2"),
        at => {
            let by = 1_u128 << (7 * at - 1).min(126);
            format!("(groups.size > {at} ? (groups[{at}] % 128) * {by} : 0)")
        }
    };
    let last = (8 * bytes).div_ceil(7);
    let halves = (0..last).map(half).collect::<Vec<_>>().join(" + ");
    let zigzag = signed.then_some((halves.as_str(), "groups[0]"));
    let room = 1_u32 << (8 * bytes - 7 * (last - 1)).min(7);
    let beyond =
        (last..most).map(|at| format!(" and (groups.size <= {at} or groups[{at}] % 128 == 0)"));
    let beyond: String = beyond.collect();
    let fits = format!("(groups.size < {last} or groups[{}] % 128 < {room}){beyond}", last - 1);
    format!(
        "  {ty}:\n    seq:\n      - id: groups\n        type: u1\n        repeat: until\n        \
         repeat-until: _ < 128\n      - size: 0\n        valid:\n          \
         expr: \"groups.size <= {most} and {fits}\"\n{}",
        value(&groups.join(" + "), zigzag)
    )
}

fn marked(ty: &str, bytes: u32, first: u32, signed: bool, fewest: bool) -> String {
    let widths = [2, 4, 8].into_iter().filter(|width| *width <= bytes);
    let (mut seq, mut last) = (String::new(), first);
    let (mut plain, mut half) = (String::from("first"), String::from("first / 2"));
    let mut low = String::from("first");
    for (width, mark) in widths.zip(first + 1..) {
        let lowest = if width == 2 { u64::from(first) + 1 } else { 1 << (4 * width) };
        let condition = format!("        if: first == {mark}\n");
        if width == 8 {
            // A double can hold either half, but not every combination of both.
            let valid = if fewest { "        valid:\n          min: 1\n" } else { "" };
            let _ = write!(
                seq,
                "      - id: low\n        type: u4le\n{condition}      - id: high\n        \
                 type: u4le\n{condition}{valid}"
            );
            plain = format!("first == {mark} ? high * 4294967296 + low : ({plain})");
            half = format!("(first == {mark} ? high * 2147483648 + low / 2 : ({half}))");
            low = format!("(first == {mark} ? low : ({low}))");
        } else {
            let valid = if fewest {
                format!("        valid:\n          min: {lowest}\n")
            } else {
                String::new()
            };
            let _ =
                write!(seq, "      - id: of_{width}\n        type: u{width}le\n{condition}{valid}");
            plain = format!("first == {mark} ? of_{width} : ({plain})");
            half = format!("(first == {mark} ? of_{width} / 2 : ({half}))");
            low = format!("(first == {mark} ? of_{width} : ({low}))");
        }
        last = mark;
    }
    let zigzag = signed.then_some((half.as_str(), low.as_str()));
    format!(
        "  {ty}:\n    seq:\n      - id: first\n        type: u1\n        valid:\n          max: {last}\n\
         {seq}{}",
        value(&plain, zigzag)
    )
}
