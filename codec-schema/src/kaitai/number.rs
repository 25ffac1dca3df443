//! Integers: those that Kaitai has, and types for numbers of variable width.

use codec_core::schema::Number;

use crate::plan::Int;

/// How an integer is read: the name of a type, and what its value is.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// A type of Kaitai's, or one that [`written`] writes.
    pub(super) ty: String,
    /// Whether the value is its `value`.
    pub(super) is_inside: bool,
}

/// How this integer is read.
pub(super) fn reading(int: &Int, strict: bool) -> Result<Reading, String> {
    let plain = |ty: String| Ok(Reading { ty, is_inside: false });
    let (sign, end) = (if int.signed { 's' } else { 'u' }, if int.big { "be" } else { "le" });
    match int.number {
        Number::Fixed(1) | Number::Little(1) => plain(format!("{sign}1")),
        Number::Fixed(bytes @ (2 | 4 | 8)) | Number::Little(bytes @ (2 | 4 | 8)) => {
            plain(format!("{sign}{bytes}{end}"))
        }
        Number::Fixed(3) | Number::Little(3) if !int.signed => plain(format!("b24{end}")),
        Number::Fixed(bytes) | Number::Little(bytes) => {
            Err(format!("an integer of {} bits", 8 * u32::from(bytes)))
        }
        _ if int.bytes > 8 => Err(String::from("an integer of 128 bits")),
        _ if strict => Err(String::from("a number that must be in the fewest bytes")),
        Number::Leb128 { bytes, most } => inside(format!("vlq_leb128_{sign}{bytes}_{most}")),
        Number::Marked(bytes) => inside(format!("vlq_marked_{sign}{bytes}")),
        Number::CompactSize => inside(String::from("vlq_compact_size")),
        _ => Err(String::from("a number that the format has not")),
    }
}

fn inside(ty: String) -> Result<Reading, String> {
    Ok(Reading { ty, is_inside: true })
}

/// The type of this name, where it is one of those for numbers of variable width.
pub(super) fn written(ty: &str) -> Option<String> {
    let name = ty.strip_prefix("vlq_")?;
    if name == "compact_size" {
        return Some(marked(ty, 8, 252, false, true));
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

/// The value of a number of which `plain` is the unsigned one.
fn value(plain: &str, signed: bool) -> String {
    if signed {
        return format!(
            "      unsigned:\n        value: {plain}\n      value:\n        \
             value: \"unsigned % 2 == 0 ? unsigned / 2 : -(unsigned / 2) - 1\"\n"
        );
    }
    format!("      value:\n        value: {plain}\n")
}

fn leb128(ty: &str, bytes: u32, most: u32, signed: bool) -> String {
    let group = |at: u32| {
        let by = 1_u128 << (7 * at).min(126);
        format!("(groups.size > {at} ? (groups[{at}] % 128) * {by} : 0)")
    };
    // The tenth group has one bit of 64.
    let groups = (0..(8 * bytes).div_ceil(7)).map(group).collect::<Vec<_>>();
    let last = (8 * bytes).div_ceil(7);
    let room = 1_u32 << (8 * bytes - 7 * (last - 1)).min(7);
    let beyond = (last..most).map(|at| format!(" and (groups.size <= {at} or groups[{at}] % 128 == 0)"));
    let beyond: String = beyond.collect();
    let fits = format!("(groups.size < {last} or groups[{}] % 128 < {room}){beyond}", last - 1);
    format!(
        "  {ty}:\n    seq:\n      - id: groups\n        type: u1\n        repeat: until\n        \
         repeat-until: _ < 128 or _index == {most} - 1\n      - size: 0\n        valid:\n          \
         expr: \"groups.last < 128 and {fits}\"\n    instances:\n{}",
        value(&format!("\"{}\"", groups.join(" + ")), signed)
    )
}

fn marked(ty: &str, bytes: u32, first: u32, signed: bool, fewest: bool) -> String {
    let widths = [2, 4, 8].into_iter().filter(|width| *width <= bytes);
    let (mut seq, mut plain) = (String::new(), String::from("first"));
    let mut last = first;
    for (width, mark) in widths.zip(first + 1..) {
        let least = match (fewest, width) {
            (false, _) => String::new(),
            (true, 2) => format!("\n        valid:\n          min: {}", first + 1),
            (true, width) => {
                format!("\n        valid:\n          min: {}", 1_u64 << (4 * width))
            }
        };
        seq.push_str(&format!(
            "      - id: of_{width}\n        type: u{width}le\n        if: first == {mark}{least}\n"
        ));
        plain = format!("first == {mark} ? of_{width} : ({plain})");
        last = mark;
    }
    format!(
        "  {ty}:\n    seq:\n      - id: first\n        type: u1\n        valid:\n          max: {last}\n\
         {seq}    instances:\n{}",
        value(&format!("\"{plain}\""), signed)
    )
}
