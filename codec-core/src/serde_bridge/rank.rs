//! The order of serde's map keys, which expose their parts but not their `Ord`.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Serialize;

use super::error::Fault;
use super::serializer::Values;
use super::sink::Sink;
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::int::Int;
use crate::io::output::Output;
use crate::record::Value;

/// Bytes that compare as the values that they are made from, by the order of a derived `Ord`: part
/// by part, numbers as numbers, strings and sequences element by element, variants by index.
pub(super) struct Rank<F> {
    pub(super) bytes: Vec<u8>,
    format: PhantomData<F>,
}

impl<F: Format> Rank<F> {
    /// A rank that goes on after `bytes`.
    pub(super) const fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, format: PhantomData }
    }

    #[expect(clippy::unnecessary_wraps, reason = "what a sink returns")]
    fn low_bytes(&mut self, bits: u128, len: usize) -> Result<(), Fault> {
        self.bytes.extend_from_slice(&bits.to_be_bytes()[16 - len..]);
        Ok(())
    }
}

/// Adds the rank of a value.
pub(super) fn rank<F: Format, T: Serialize + ?Sized>(
    value: &T,
    bytes: &mut Vec<u8>,
) -> Result<(), Fault> {
    let mut rank = Rank::<F>::after(core::mem::take(bytes));
    value.serialize(Values::new(&mut rank))?;
    *bytes = rank.bytes;
    Ok(())
}

impl<F: Format> Sink for Rank<F> {
    type Format = F;

    fn position(&self) -> usize {
        self.bytes.len()
    }

    // The methods below replace all that write numbers and bytes.
    fn number(
        &mut self,
        _write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Fault> {
        Ok(())
    }

    fn bytes(&mut self, _bytes: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    fn byte(&mut self, byte: u8) -> Result<(), Fault> {
        self.low_bytes(byte.into(), 1)
    }

    fn signed_byte(&mut self, byte: i8) -> Result<(), Fault> {
        self.byte(byte.cast_unsigned() ^ 0x80)
    }

    fn int<I: Int>(&mut self, value: I) -> Result<(), Fault> {
        match value.value() {
            Value::Unsigned(value) => self.low_bytes(value, I::SIZE),
            Value::Signed(value) => {
                let lowest = 1u128 << (8 * I::SIZE - 1);
                self.low_bytes(value.cast_unsigned().wrapping_add(lowest), I::SIZE)
            }
            _ => Ok(()),
        }
    }

    /// In the order of `total_cmp`.
    fn single(&mut self, value: f32) -> Result<(), Fault> {
        let bits = value.to_bits();
        let bits = if value.is_sign_negative() { !bits } else { bits ^ (1 << 31) };
        self.low_bytes(bits.into(), 4)
    }

    /// In the order of `total_cmp`.
    fn double(&mut self, value: f64) -> Result<(), Fault> {
        let bits = value.to_bits();
        let bits = if value.is_sign_negative() { !bits } else { bits ^ (1 << 63) };
        self.low_bytes(bits.into(), 8)
    }

    fn char(&mut self, value: char) -> Result<(), Fault> {
        self.tag(value.into())
    }

    fn tag(&mut self, tag: u32) -> Result<(), Fault> {
        self.low_bytes(tag.into(), 4)
    }

    fn outcome(&mut self, ok: bool) -> Result<(), Fault> {
        self.tag(u32::from(!ok))
    }

    /// In lexicographic order: a prefix comes first.
    fn text(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        for byte in bytes {
            self.bytes.push(*byte);
            if *byte == 0 {
                self.bytes.push(0xff);
            }
        }
        self.low_bytes(0, 2)
    }

    fn more(&mut self) {
        self.bytes.push(1);
    }

    fn end(&mut self) {
        self.bytes.push(0);
    }

    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, _held: &mut Vec<u8>) -> Result<(), Fault> {
        value.serialize(Values::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Compact;

    // Not in Borsh, whose maps are sorted this way: it has no `char`.
    fn ascend<T: Serialize>(values: &[T]) {
        let ranks = values.iter().map(|value| {
            let mut bytes = Vec::new();
            rank::<Compact, T>(value, &mut bytes).unwrap();
            bytes
        });
        assert!(ranks.collect::<Vec<_>>().is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn ranks_compare_as_values_do() {
        ascend(&[0u16, 1, 255, 256, u16::MAX]);
        ascend(&[i128::MIN, -1, 0, 1, i128::MAX]);
        ascend(&[i8::MIN, -1, 0, 1, i8::MAX]);
        ascend(&[f32::NEG_INFINITY, -1.5, -0.0, 0.0, 1.5]);
        ascend(&[f64::MIN, -1.0, 1.0, f64::INFINITY]);
        ascend(&["", "\0", "\0\0", "\0a", "a", "a\0", "a\u{1}", "aa", "b"]);
        ascend(&[&[][..], &[0u8], &[0, 0], &[0, 1], &[1]]);
        ascend(&[(1u8, "b"), (2, "a"), (2, "aa")]);
        ascend(&[None, Some(-1i32), Some(0)]);
        ascend(&[Ok(0u8), Ok(1), Err(0i8)]);
        ascend(&['a', 'é', '😀']);
        ascend(&[false, true]);
    }
}
