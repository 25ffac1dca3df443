//! bincode's variable-length integers with the tolerance of bincode 1.
#![forbid(unsafe_code)]

use codec_core::format::{BigEndian, LittleEndian, Rules};
use codec_core::{Cursor, DecodeError, DecodeErrorKind, EncodeError, Int, Layout, Output, Size};

/// The largest value of one byte; the markers of 2, 4, 8 and 16 bytes follow.
pub(crate) const LARGEST: u8 = 250;

/// The number of bytes that follow a first byte; `None` after 255, which is reserved.
pub(crate) const fn following(first: u8) -> Option<usize> {
    match first {
        0..=LARGEST => Some(0),
        u8::MAX => None,
        marker => Some(1 << (marker - LARGEST)),
    }
}

/// The layout of `BincodeVarint` in either byte order, which accepts a marker for more bytes than
/// the type has if the value fits, as bincode 1 does; bincode 2 refuses it.
#[derive(Debug, Clone, Copy)]
pub struct Wide<const BIG: bool>;

impl<const BIG: bool> Layout for Wide<BIG> {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules { name: "bincode varint", big_endian: BIG, ..Rules::PLAIN };

    #[inline(always)]
    fn int_size<I: Int>() -> Size {
        Size::at_least(1)
    }

    #[inline(always)]
    fn int_len<I: Int>(value: I) -> usize {
        <codec_core::BincodeVarint as Layout>::int_len(value)
    }

    #[inline(always)]
    fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
        let start = cursor.offset();
        let first = cursor.byte()?;
        if first <= LARGEST {
            return Ok(I::from_zigzag(first.into()));
        }
        let overflow = || DecodeError::new(DecodeErrorKind::VarintOverflow, start);
        let len = following(first).ok_or_else(overflow)?;
        if len > I::SIZE.max(8) {
            return Err(overflow());
        }
        let bytes = cursor.take(len)?;
        let value = if BIG {
            bytes.iter().fold(0, |value, &byte| value << 8 | u128::from(byte))
        } else {
            bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
        };
        let int = I::from_zigzag(value);
        if int.zigzag() == value { Ok(int) } else { Err(overflow()) }
    }

    #[inline(always)]
    fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
        if BIG {
            <codec_core::format::BigEndian<codec_core::BincodeVarint> as Layout>::write_int(
                out, value,
            )
        } else {
            <codec_core::BincodeVarint as Layout>::write_int(out, value)
        }
    }
}
