//! Integers and lengths at the edges of every width, in every format and order of bytes, beside the
//! bytes that the functions of this file make by the formats' rules.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the lowest bits of each edge, of either sign"
)]

use codec_core::format::{BigEndian, LittleEndian};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Encode, Format, Postcard,
};

/// The bytes of a number, for a type of so many bytes, big-endian if that is asked for.
type Rule = fn(value: u128, width: usize, big: bool) -> Vec<u8>;

fn fixed(value: u128, width: usize, big: bool) -> Vec<u8> {
    let mut bytes = value.to_le_bytes()[..width].to_vec();
    if big {
        bytes.reverse();
    }
    bytes
}

/// A byte as it is; of others the narrowest width that there is, behind its marker.
fn marked(value: u128, width: usize, big: bool, [first, most]: [u8; 2]) -> Vec<u8> {
    if width == 1 || value < first.into() {
        return fixed(value, 1, big);
    }
    let bits = 128 - value.leading_zeros();
    let step = bits.div_ceil(16).next_power_of_two().trailing_zeros();
    let marker = first + u8::try_from(step).unwrap();
    assert!(marker <= most);
    [vec![marker], fixed(value, 2 << step, big)].concat()
}

/// Of bincode 2 with `standard()`.
fn of_bincode(value: u128, width: usize, big: bool) -> Vec<u8> {
    marked(value, width, big, [251, 254])
}

/// Of Bitcoin's lengths.
fn compact_size(value: u128, width: usize, big: bool) -> Vec<u8> {
    marked(value, width, big, [253, 255])
}

/// Seven bits a byte, the lowest first, whatever the order of bytes is.
fn leb128(mut value: u128, width: usize, _: bool) -> Vec<u8> {
    let mut bytes = vec![];
    while width > 1 && value > 0x7f {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
    bytes
}

fn of_borsh(value: u128, _: usize, big: bool) -> Vec<u8> {
    fixed(value, 4, big)
}

/// Zero, the greatest of each number of bits, the one after it, and the signs' edges.
fn edges() -> impl Iterator<Item = u128> {
    let powers = (0..128).flat_map(|bit| [(1 << bit) - 1, 1 << bit]);
    powers.chain(248..257).chain([u128::MAX, u128::MAX - 1])
}

fn agrees<F: Format, T>(value: T, expected: &[u8])
where
    T: Encode + Decodable + PartialEq + std::fmt::Debug + Copy,
{
    let name = F::RULES.name;
    assert_eq!(F::to_vec(&value).as_deref(), Ok(expected), "{value:?} in {name}");
    assert_eq!(F::from_slice::<T>(expected), Ok(value), "{expected:?} in {name}");
}

macro_rules! widths {
    ($format:ty, $rule:expr, $big:expr, $zigzag:expr; $($unsigned:ty, $signed:ty;)*) => {$(
        let width = size_of::<$unsigned>();
        for edge in edges() {
            let value = edge as $unsigned;
            agrees::<$format, _>(value, &$rule(value.into(), width, $big));
            for value in [edge as $signed, (edge as $signed).wrapping_neg()] {
                // Twice the number, or twice what is below zero and one less; a byte is itself.
                let folded = if $zigzag && width > 1 {
                    ((value << 1) ^ (value >> (8 * width - 1))) as $unsigned
                } else {
                    value as $unsigned
                };
                agrees::<$format, _>(value, &$rule(folded.into(), width, $big));
            }
        }
    )*};
}

fn hold<F: Format>(numbers: Rule, zigzag: bool, lengths: Rule, big: bool) {
    widths! {
        F, numbers, big, zigzag;
        u8, i8; u16, i16; u32, i32; u64, i64;
    }
    for len in [0, 1, 127, 128, 250, 251, 252, 253, 255, 256, 16_383, 16_384, 65_535, 65_536] {
        let text = "a".repeat(len);
        let expected = [&lengths(len as u128, 8, big), text.as_bytes()].concat();
        assert_eq!(F::to_vec(&text).as_ref(), Ok(&expected), "{len} in {}", F::RULES.name);
        assert_eq!(F::from_slice(&expected), Ok(text), "{len} in {}", F::RULES.name);
    }
}

/// Of 128 bits, which `Consensus` has not.
fn hold_wide<F: Format>(numbers: Rule, zigzag: bool, big: bool) {
    widths! { F, numbers, big, zigzag; u128, i128; }
}

/// A format as it is and in both orders of bytes.
macro_rules! in_each_order {
    ($format:ty, $numbers:expr, $zigzag:expr, $lengths:expr) => {
        hold::<$format>($numbers, $zigzag, $lengths, false);
        hold::<LittleEndian<$format>>($numbers, $zigzag, $lengths, false);
        hold::<BigEndian<$format>>($numbers, $zigzag, $lengths, true);
    };
    ($format:ty, $numbers:expr, $zigzag:expr) => {
        hold_wide::<$format>($numbers, $zigzag, false);
        hold_wide::<LittleEndian<$format>>($numbers, $zigzag, false);
        hold_wide::<BigEndian<$format>>($numbers, $zigzag, true);
    };
}

#[test]
fn numbers_and_lengths_are_as_each_format_s_rule() {
    in_each_order!(Bincode, fixed, false, fixed);
    in_each_order!(Bincode, fixed, false);
    in_each_order!(BincodeVarint, of_bincode, true, of_bincode);
    in_each_order!(BincodeVarint, of_bincode, true);
    in_each_order!(Borsh, fixed, false, of_borsh);
    in_each_order!(Borsh, fixed, false);
    in_each_order!(Consensus, fixed, false, compact_size);
    hold::<Compact>(leb128, true, leb128, false);
    hold_wide::<Compact>(leb128, true, false);
    hold::<Postcard>(leb128, true, leb128, false);
    hold_wide::<Postcard>(leb128, true, false);
}
