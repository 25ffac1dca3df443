//! The layout of bincode 2's `standard` configuration.
#![forbid(unsafe_code)]

use super::int::Int;
use super::size::Size;
use super::{BigEndian, Fixed, Layout, LittleEndian, Rules, varint};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// Integers of one byte up to 250, else a marker (251 to 254) and 2, 4, 8 or 16
/// bytes, little-endian; signed ones in zigzag form; lengths and tags alike.
///
/// Byte for byte what `bincode` 2 writes with `config::standard()`. As there, a
/// value need not be in its shortest form, but a marker of more bytes than the
/// type has is refused ([`VarintOverflow`](DecodeErrorKind::VarintOverflow)), and
/// so is marker 255. Bytes after the value are an error, unless the prefix form
/// is called.
///
/// ```
/// use codec_core::{BincodeVarint, Format};
/// assert_eq!(BincodeVarint::to_vec(&(250u32, 251u32, -2i64))?, [250, 251, 251, 0, 3]);
/// assert_eq!(BincodeVarint::to_vec(&vec![7u8])?, [1, 7]);
/// assert_eq!(BincodeVarint::from_slice::<u64>(&[251, 5, 0]), Ok(5));
/// assert!(BincodeVarint::from_slice::<u16>(&[252, 5, 0, 0, 0]).is_err());
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BincodeVarint;

/// The largest value of one byte; the markers follow.
const LARGEST: u8 = 250;

impl Layout for BincodeVarint {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules =
        Rules { name: "bincode varint", marked_above: Some(LARGEST), ..Rules::PLAIN };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_size<I: Int>() -> Size {
        Size::at_least(1)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn int_len<I: Int>(value: I) -> usize {
        match value.zigzag() {
            0..=0xfa => 1,
            0xfb..=0xffff => 3,
            0x1_0000..=0xffff_ffff => 5,
            0x1_0000_0000..=0xffff_ffff_ffff_ffff => 9,
            _ => 17,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        let first = cursor.byte()?;
        if first <= LARGEST {
            return Ok(I::from_zigzag(first.into()));
        }
        let power = first - LARGEST;
        if I::SIZE == 16 && power == 4 {
            return cursor.array().map(|bytes| I::from_zigzag(u128::from_le_bytes(*bytes)));
        }
        let input = cursor.rest();
        if I::SIZE == 2 && power == 1 && input.len() >= 2 {
            return cursor.array().map(|bytes| I::from_zigzag(u16::from_le_bytes(*bytes).into()));
        }
        let (value, len) = varint::word(power, input);
        if len == 0 || len > I::SIZE || len > input.len() {
            return Err(refuse(power, I::SIZE, cursor.offset() - 1, input.len()));
        }
        cursor.take(len)?;
        Ok(I::from_zigzag(value.into()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_ints<I: Int>(cursor: &mut Cursor<'_>, into: &mut [I]) -> usize {
        varint::read_marked_run(cursor, into, LARGEST)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        let value = value.zigzag();
        let low = varint::low(value);
        // Where programs are small, room that is left is not written to.
        if I::SIZE == 2 && !cfg!(feature = "optimize_for_size") {
            // Often one byte as likely as three: no branch on it, to avoid mispredictions.
            let (word, len) = if low > LARGEST.into() { (low << 8 | 0xfb, 3) } else { (low, 1) };
            let [a, b, c, d, ..] = word.to_le_bytes();
            if out.front(&[a, b, c, d], len) {
                return Ok(());
            }
        }
        match value {
            0..=0xfa => out.byte(value.to_le_bytes()[0]),
            0xfb..=0xffff => varint::write_word::<2, 3>(out, 251, low),
            0x1_0000..=0xffff_ffff => varint::write_word::<4, 5>(out, 252, low),
            0x1_0000_0000..=0xffff_ffff_ffff_ffff => varint::write_word::<8, 9>(out, 253, low),
            _ => {
                out.byte(254)?;
                out.array(&value.to_le_bytes())
            }
        }
    }
}

#[cold]
#[inline(never)]
fn refuse(power: u8, size: usize, start: usize, left: usize) -> DecodeError {
    if 1usize << power > size {
        return DecodeError::new(DecodeErrorKind::VarintOverflow, start);
    }
    DecodeError::new(DecodeErrorKind::UnexpectedEnd, start + 1 + left)
}
