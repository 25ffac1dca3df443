//! A position in bytes, and the numbers that formats have.

use codec_core::{DecodeError, DecodeErrorKind as Kind};

use super::{Outcome, Stop};
use crate::measure::Number;
use crate::plan::Int;

/// The most elements without bytes, as many as a decoder reads.
const MOST_EMPTY: u32 = 1 << 16;

/// Bytes, of which those up to an end may be read.
pub(super) struct Source<'i> {
    pub(super) data: &'i [u8],
    pub(super) at: usize,
    pub(super) end: usize,
    /// The number of elements without bytes so far.
    empty: u32,
}

/// The offset that a number of elements of this size reaches.
fn times(count: u64, size: usize) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(size)
}

impl<'i> Source<'i> {
    pub(super) const fn new(data: &'i [u8]) -> Self {
        Self { data, at: 0, end: data.len(), empty: 0 }
    }

    pub(super) const fn left(&self) -> usize {
        self.end - self.at
    }

    /// An error at this offset.
    pub(super) fn fail<T>(kind: Kind, offset: usize) -> Outcome<T> {
        Err(Stop::Error(DecodeError::new(kind, offset)))
    }

    /// Checks that so many elements of at least this size may follow.
    pub(super) fn need(&self, count: u64, size: usize) -> Outcome<()> {
        if times(count, size) > self.left() {
            return Self::fail(Kind::UnexpectedEnd, self.end);
        }
        Ok(())
    }

    pub(super) fn bytes(&mut self, count: u64) -> Outcome<&'i [u8]> {
        self.need(count, 1)?;
        let start = self.at;
        self.at += times(count, 1);
        Ok(&self.data[start..self.at])
    }

    pub(super) fn byte(&mut self) -> Outcome<u8> {
        Ok(self.bytes(1)?[0])
    }

    pub(super) fn finish(&self) -> Outcome<()> {
        if self.at < self.end {
            return Self::fail(Kind::TrailingBytes, self.at);
        }
        Ok(())
    }

    /// The number of bytes before this one.
    pub(super) fn before(&self, end: u8) -> Outcome<u64> {
        match self.data[self.at..self.end].iter().position(|byte| *byte == end) {
            Some(len) => Ok(len as u64),
            None => Self::fail(Kind::UnexpectedEnd, self.end),
        }
    }

    /// Counts an element that began at `start`, if it has no bytes.
    pub(super) fn element(&mut self, start: usize) -> Outcome<()> {
        if self.at == start {
            self.empty += 1;
            if self.empty > MOST_EMPTY {
                return Self::fail(Kind::TooManyEmptyElements, start);
            }
        }
        Ok(())
    }

    /// An unsigned number of this many bytes.
    pub(super) fn fixed(&mut self, size: u8, big: bool) -> Outcome<u128> {
        let bytes = self.bytes(size.into())?;
        let add = |value: u128, byte: &u8| value << 8 | u128::from(*byte);
        Ok(if big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }

    fn leb(&mut self, size: u8, most: u8) -> Outcome<u128> {
        let (start, mut value) = (self.at, 0_u128);
        for count in 0..u32::from(most) {
            let byte = self.byte()?;
            let bits = u128::from(byte & 0x7f);
            value |= bits.checked_shl(7 * count).unwrap_or(0);
            let is_over = 7 * count >= 128 && bits > 0 || 7 * count == 126 && bits > 3;
            if byte < 0x80 {
                let fits = size >= 16 || value >> (8 * u32::from(size)) == 0;
                if is_over || !fits {
                    break;
                }
                return Ok(value);
            }
        }
        Self::fail(Kind::VarintOverflow, start)
    }

    fn marked(&mut self, size: u8) -> Outcome<u128> {
        let start = self.at;
        let first = self.byte()?;
        if first <= 250 {
            return Ok(first.into());
        }
        let count = 1 << (first - 250);
        if count > size {
            return Self::fail(Kind::VarintOverflow, start);
        }
        self.fixed(count, false)
    }

    fn compact(&mut self) -> Outcome<u128> {
        let start = self.at;
        let first = self.byte()?;
        if first <= 252 {
            return Ok(first.into());
        }
        let count = 1 << (first - 252);
        let value = self.fixed(count, false)?;
        let least = if count == 2 { 0xfd } else { 1 << (4 * count) };
        if value < least {
            return Self::fail(Kind::NonCanonical, start);
        }
        Ok(value)
    }

    /// A number as it is written, in two's complement if it is signed.
    pub(super) fn number(&mut self, int: &Int) -> Outcome<u128> {
        let bits = 8 * u32::from(int.bytes);
        let zigzag = match int.number {
            Number::Fixed(bytes) | Number::Little(bytes) => {
                let value = self.fixed(bytes, int.big)?;
                let shift = 128 - 8 * u32::from(bytes.clamp(1, 16));
                let signed = (value << shift).cast_signed() >> shift;
                return Ok(if int.signed { signed.cast_unsigned() } else { value });
            }
            Number::Marked(_) => self.marked(int.bytes)?,
            Number::Leb128 { bytes, most } => self.leb(bytes, most)?,
            Number::CompactSize => self.compact()?,
            Number::None => return Err(Stop::Undescribed("the format has no such number".into())),
        };
        debug_assert!(bits <= 128);
        let signed = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        Ok(if int.signed { signed.cast_unsigned() } else { zigzag })
    }
}
