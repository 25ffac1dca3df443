//! Constants as bytes.

use crate::measure::{Encoding, Number};
use codec_core::schema::{Constant, ConstantValue};

use super::number::plain;
use super::{Int, Magic};
use crate::model;

/// The bytes of a constant.
pub(crate) fn constant(magic: &Constant, around: &Encoding) -> Magic {
    let number = magic.size.map_or(Number::None, |size| around.int_of(size));
    let value = of_lock(magic.text).unwrap_or_else(|| (magic.value)());
    let int = |signed| Int { signed, ..plain(number, magic.size.unwrap_or(0), around) };
    let number_of = match value {
        ConstantValue::Unsigned(value) => Some((int(false), value.cast_signed())),
        ConstantValue::Signed(value) => Some((int(true), value)),
        _ => None,
    };
    let bytes = match value {
        ConstantValue::Bytes(bytes, len) => bytes[..usize::from(len)].to_vec(),
        ConstantValue::Unsigned(value) => laid_out(value, number, around),
        ConstantValue::Signed(value) => {
            let zigzag = (value << 1) ^ (value >> 127);
            let is_fixed = matches!(number, Number::Fixed(_) | Number::Little(_));
            laid_out(if is_fixed { value } else { zigzag }.cast_unsigned(), number, around)
        }
        _ => Vec::new(),
    };
    Magic { bytes, number: number_of }
}

/// The value of a constant of a lock, whose text is that of the lock: `magic x4f4b`.
fn of_lock(text: &str) -> Option<ConstantValue> {
    let text = text.strip_prefix("magic ")?;
    Some(match crate::text::constant(text)? {
        model::Magic::Bytes(bytes) => {
            let mut all = [0; 255];
            let len = bytes.len().min(all.len());
            all[..len].copy_from_slice(&bytes[..len]);
            ConstantValue::Bytes(all, u8::try_from(len).ok()?)
        }
        model::Magic::Int { signed: true, value, .. } => ConstantValue::Signed(value),
        model::Magic::Int { value, .. } => ConstantValue::Unsigned(value.cast_unsigned()),
    })
}

/// The bytes of a number; a signed one is zigzag-encoded where the format does so.
fn laid_out(value: u128, number: Number, around: &Encoding) -> Vec<u8> {
    let little = |bytes: u8| value.to_le_bytes()[..usize::from(bytes)].to_vec();
    let marked = |first: u8, marks: &[(u8, u8)]| {
        let [low, ..] = value.to_le_bytes();
        let len = number.len_of(value);
        match marks.iter().find(|mark| u64::from(mark.1) + 1 == len) {
            None if value <= u128::from(first) => vec![low],
            None => Vec::new(),
            Some(mark) => [vec![mark.0], little(mark.1)].concat(),
        }
    };
    match number {
        Number::Fixed(bytes) => {
            let mut bytes = little(bytes);
            if around.rules.big_endian {
                bytes.reverse();
            }
            bytes
        }
        Number::Little(bytes) => little(bytes),
        Number::Marked(_) => marked(250, &[(251, 2), (252, 4), (253, 8), (254, 16)]),
        Number::CompactSize => marked(252, &[(253, 2), (254, 4), (255, 8)]),
        Number::Leb128 { .. } => {
            let (mut left, mut bytes) = (value, Vec::new());
            loop {
                let [low, ..] = left.to_le_bytes();
                left >>= 7;
                bytes.push(low & 0x7f | if left > 0 { 0x80 } else { 0 });
                if left == 0 {
                    return bytes;
                }
            }
        }
        _ => Vec::new(),
    }
}
