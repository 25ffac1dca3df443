//! Integers and constants.

use super::Lines;
use super::types::integer;
use crate::measure::Number;
use crate::plan::{Int, Magic};

const MIN: i128 = i64::MIN as i128;
const MAX: i128 = i64::MAX as i128;

/// Sizes of integers that a `uint32_t` holds.
const SHORT: u8 = 4;

pub(super) fn unsigned(value: u64) -> String {
    match value {
        u64::MAX => "UINT64_MAX".to_owned(),
        0..=0x7fff => value.to_string(),
        _ => format!("UINT64_C({value})"),
    }
}

/// A constant of 128 bits.
pub(super) fn wide(value: i128) -> [String; 2] {
    let value = value.cast_unsigned();
    [value, value >> 64]
        .map(|half| unsigned(u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0)))
}

/// A number as code.
pub(super) fn literal(value: i128) -> String {
    match value {
        -0x8000..=0x7fff => value.to_string(),
        MIN..=MAX if value == MIN => "INT64_MIN".to_owned(),
        MIN..=MAX => format!("INT64_C({value})"),
        _ => format!("UINT64_C({value})"),
    }
}

/// The number that an integer is, as a value of its type.
pub(super) fn number(int: &Int) -> String {
    let (bytes, signed) = (int.bytes, int.signed);
    let ty = integer(bytes, signed);
    if bytes == 16 {
        let code = match int.number {
            Number::Fixed(_) | Number::Little(_) => {
                return format!("codec_read_wide(r, 16, {})", int.big);
            }
            Number::Marked(_) => "codec_read_wide_marked(r)",
            _ => "codec_read_wide_leb(r)",
        };
        return if signed { format!("codec_wide_unzigzag({code})") } else { code.to_owned() };
    }
    let code = match int.number {
        Number::Fixed(size) | Number::Little(size) => {
            let name = if size <= SHORT { "int" } else { "long" };
            let code = format!("codec_read_{name}(r, {size}, {})", int.big);
            if !signed {
                return if matches!(size, 4 | 8) { code } else { format!("({ty}){code}") };
            }
            let bits = 8 * u32::from(size);
            return format!("({ty})codec_signed({code}, {bits})");
        }
        Number::Marked(_) => format!("codec_read_marked(r, {bytes})"),
        Number::Leb128 { bytes, most } => format!("codec_read_leb(r, {bytes}, {most})"),
        _ => "codec_read_compact(r)".to_owned(),
    };
    if signed { format!("({ty})codec_unzigzag({code})") } else { format!("({ty}){code}") }
}

/// Returns whether this limit is none for an integer.
pub(super) fn holds(int: &Int, max: &str) -> bool {
    let bytes = int.bytes.min(8);
    let most = u64::MAX >> (64 - 8 * u32::from(bytes));
    max == unsigned(most) || max == "UINT64_MAX"
}

pub(super) fn check(int: &Int, place: &str, start: &str, lines: &mut Lines) {
    if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
        let max = unsigned(max);
        lines.add(format!("if ({place} > {max}) codec_fail(r, CODEC_LENGTH_OVER_LIMIT, {start});"));
    }
    if int.nonzero {
        let zero = match int.bytes {
            16 => format!("({place}.low | {place}.high) == 0"),
            _ => format!("{place} == 0"),
        };
        lines.add(format!("if ({zero}) codec_fail(r, CODEC_INVALID_VALUE, {start});"));
    }
}

/// Writes a number of an integer's type.
pub(super) fn write_number(int: &Int, value: &str) -> String {
    let (bytes, signed) = (int.bytes, int.signed);
    if bytes == 16 {
        let zigzag = if signed { format!("codec_wide_zigzag({value})") } else { value.to_owned() };
        return match int.number {
            Number::Fixed(_) | Number::Little(_) => {
                format!("codec_write_wide(w, {value}, {});", int.big)
            }
            Number::Marked(_) => format!("codec_write_wide_marked(w, {zigzag});"),
            _ => format!("codec_write_wide_leb(w, {zigzag});"),
        };
    }
    let zigzag = if signed { format!("codec_zigzag({value})") } else { value.to_owned() };
    match int.number {
        Number::Fixed(size) | Number::Little(size) => {
            let (name, ty) = match size {
                0..=4 => ("int", "uint32_t"),
                _ => ("long", "uint64_t"),
            };
            format!("codec_write_{name}(w, ({ty}){value}, {size}, {});", int.big)
        }
        Number::Marked(_) if bytes == 1 => {
            format!("codec_write_int(w, (uint32_t){value}, 1, false);")
        }
        Number::Marked(_) => format!("codec_write_marked(w, {zigzag}, 250);"),
        Number::Leb128 { .. } => format!("codec_write_leb(w, {zigzag});"),
        _ => format!("codec_write_marked(w, {value}, 252);"),
    }
}

pub(super) fn write_int(int: &Int, place: &str, lines: &mut Lines) {
    let reject = |condition: String, kind: &str, lines: &mut Lines| {
        lines.add(format!("if ({condition}) codec_reject(w, CODEC_{kind});"));
    };
    if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
        reject(format!("{place} > {}", unsigned(max)), "LENGTH_OVER_LIMIT", lines);
    }
    if int.nonzero {
        let zero = match int.bytes {
            16 => format!("({place}.low | {place}.high) == 0"),
            _ => format!("{place} == 0"),
        };
        reject(zero, "INVALID_VALUE", lines);
    }
    // A type of C may be wider.
    if int.bytes == 3 {
        let out = if int.signed {
            format!("{place} < -0x800000 || {place} > 0x7fffff")
        } else {
            format!("{place} > 0xffffff")
        };
        reject(out, "INTEGER_OUT_OF_RANGE", lines);
    }
    lines.add(write_number(int, place));
}

pub(super) fn write_magic(of: &Magic, lines: &mut Lines) {
    let text = text(&of.bytes);
    lines.add(format!("codec_write_raw(w, {text}, {});", of.bytes.len()));
}

/// The least and the greatest number of a type of this many bytes.
pub(super) fn range(bytes: u8, signed: bool) -> (i128, i128) {
    let bits = 8 * u32::from(bytes.min(8));
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Bytes as a string of C. A digit after an escape would belong to it, so that each byte is a
/// string of its own.
pub(super) fn text(bytes: &[u8]) -> String {
    let all = bytes.iter().map(|byte| format!("\"\\x{byte:02x}\""));
    all.collect::<Vec<_>>().join(" ")
}
