//! The order of serde's map keys, which expose their parts but not their `Ord`.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Serialize;

use super::Error;
use super::serializer::Values;
use super::sink::Sink;
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::int::Int;
use crate::io::output::Output;
use crate::record::Value;

/// Bytes that compare as the values that they are made from, by the order of a derived `Ord`: part
/// by part, numbers as numbers, strings and sequences element by element, variants by index.
#[derive(Debug, Default, PartialEq, PartialOrd)]
pub(super) struct Rank(pub(super) Vec<u8>);

impl Rank {
    fn low_bytes(&mut self, bits: u128, len: usize) {
        self.0.extend_from_slice(&bits.to_be_bytes()[16 - len..]);
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn signed_byte(&mut self, byte: i8) {
        self.0.push(byte.cast_unsigned() ^ 0x80);
    }

    pub(super) fn int<I: Int>(&mut self, value: I) {
        match value.value() {
            Value::Unsigned(value) => self.low_bytes(value, I::SIZE),
            Value::Signed(value) => {
                let lowest = 1u128 << (8 * I::SIZE - 1);
                self.low_bytes(value.cast_unsigned().wrapping_add(lowest), I::SIZE);
            }
            _ => {}
        }
    }

    /// In the order of `total_cmp`.
    pub(super) fn single(&mut self, value: f32) {
        let bits = value.to_bits();
        let bits = if value.is_sign_negative() { !bits } else { bits ^ (1 << 31) };
        self.0.extend_from_slice(&bits.to_be_bytes());
    }

    /// In the order of `total_cmp`.
    pub(super) fn double(&mut self, value: f64) {
        let bits = value.to_bits();
        let bits = if value.is_sign_negative() { !bits } else { bits ^ (1 << 63) };
        self.0.extend_from_slice(&bits.to_be_bytes());
    }

    pub(super) fn char(&mut self, value: char) {
        self.tag(value.into());
    }

    pub(super) fn tag(&mut self, tag: u32) {
        self.0.extend_from_slice(&tag.to_be_bytes());
    }

    /// A string, in lexicographic order: a prefix comes first.
    pub(super) fn text(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0.push(*byte);
            if *byte == 0 {
                self.0.push(0xff);
            }
        }
        self.0.extend_from_slice(&[0, 0]);
    }

    /// Another element of a sequence.
    pub(super) fn more(&mut self) {
        self.0.push(1);
    }

    /// The end of a sequence.
    pub(super) fn end(&mut self) {
        self.0.push(0);
    }
}

/// A sink that writes a [`Rank`].
struct Ranked<'a, F> {
    rank: &'a mut Rank,
    format: PhantomData<F>,
}

/// Adds the rank of a value.
pub(super) fn rank<F: Format, T: Serialize + ?Sized>(
    value: &T,
    rank: &mut Rank,
) -> Result<(), Error> {
    value.serialize(Values::new(&mut Ranked::<F> { rank, format: PhantomData }))
}

impl<F: Format> Sink for Ranked<'_, F> {
    type Format = F;

    fn position(&self) -> usize {
        self.rank.0.len()
    }

    fn byte(&mut self, byte: u8) -> Result<(), Error> {
        self.rank.byte(byte);
        Ok(())
    }

    fn signed_byte(&mut self, byte: i8) -> Result<(), Error> {
        self.rank.signed_byte(byte);
        Ok(())
    }

    fn number(
        &mut self,
        _write: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), Error> {
        Ok(())
    }

    fn bytes(&mut self, _bytes: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn text(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.rank.text(bytes);
        Ok(())
    }

    fn int<I: Int>(&mut self, value: I) -> Result<(), Error> {
        self.rank.int(value);
        Ok(())
    }

    fn single(&mut self, value: f32) -> Result<(), Error> {
        self.rank.single(value);
        Ok(())
    }

    fn double(&mut self, value: f64) -> Result<(), Error> {
        self.rank.double(value);
        Ok(())
    }

    fn char(&mut self, value: char) -> Result<(), Error> {
        self.rank.char(value);
        Ok(())
    }

    fn tag(&mut self, tag: u32) -> Result<(), Error> {
        self.rank.tag(tag);
        Ok(())
    }

    fn outcome(&mut self, ok: bool) -> Result<(), Error> {
        self.tag(u32::from(!ok))
    }

    fn more(&mut self) {
        self.rank.more();
    }

    fn end(&mut self) {
        self.rank.end();
    }

    fn hold<T: Serialize + ?Sized>(&mut self, value: &T, _held: &mut Vec<u8>) -> Result<(), Error> {
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
            let mut bytes = Rank::default();
            rank::<Compact, T>(value, &mut bytes).unwrap();
            bytes.0
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
