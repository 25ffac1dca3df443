//! Writing numbers in a format's encoding.

use crate::measure::{Encoding, Number};

/// Appends a number; a signed one is zigzag-encoded unless the encoding is fixed-width. `None` if
/// the format has no such number.
pub(super) fn write(
    number: Number,
    encoding: &Encoding,
    value: u128,
    bytes: &mut Vec<u8>,
) -> Option<()> {
    let little = |bytes: &mut Vec<u8>, len: usize| {
        bytes.extend_from_slice(&value.to_le_bytes()[..len]);
    };
    match number {
        Number::Fixed(len) if encoding.rules.big_endian => {
            bytes.extend_from_slice(&value.to_be_bytes()[16 - usize::from(len)..]);
        }
        Number::Fixed(len) | Number::Little(len) => little(bytes, len.into()),
        Number::Marked(_) if value <= 250 => little(bytes, 1),
        Number::Marked(_) => {
            let (marker, len) = match value {
                0..=0xffff => (251, 2),
                0x1_0000..=0xffff_ffff => (252, 4),
                0x1_0000_0000..=0xffff_ffff_ffff_ffff => (253, 8),
                _ => (254, 16),
            };
            bytes.push(marker);
            little(bytes, len);
        }
        Number::Leb128 { .. } => {
            let mut rest = value;
            while rest > 0x7f {
                bytes.push(rest.to_le_bytes()[0] | 0x80);
                rest >>= 7;
            }
            bytes.push(rest.to_le_bytes()[0]);
        }
        Number::CompactSize if value <= 0xfc => little(bytes, 1),
        Number::CompactSize => {
            let (marker, len) = match value {
                0..=0xffff => (0xfd, 2),
                0x1_0000..=0xffff_ffff => (0xfe, 4),
                _ => (0xff, 8),
            };
            bytes.push(marker);
            little(bytes, len);
        }
        _ => return None,
    }
    Some(())
}

/// The number written for a signed value of this many bits, given in two's complement.
pub(super) const fn signed(number: Number, twos: u128, bits: u32) -> u128 {
    if matches!(number, Number::Fixed(_) | Number::Little(_)) {
        return twos;
    }
    let shift = 128 - bits;
    let value = (twos << shift).cast_signed() >> shift;
    ((value << 1) ^ (value >> 127)).cast_unsigned()
}
