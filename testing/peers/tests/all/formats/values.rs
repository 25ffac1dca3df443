//! Values and inputs with which the formats are tested.

use proptest::prelude::*;

pub(crate) type Unsigned = (u8, u16, u32, u64, u128, usize);
pub(crate) type Signed = (i8, i16, i32, i64, i128, isize);
pub(crate) type Integers = (Unsigned, Signed);

/// All kinds except characters, floats and zero-length types, which not every format has.
pub(crate) type Nested = Vec<(Option<String>, Vec<(u16, [bool; 3])>, Box<(i64, Vec<u8>)>)>;

/// The low bits of a number, in every integer type.
#[expect(clippy::cast_possible_truncation, reason = "the low bits are what is meant")]
pub(crate) const fn integers(bits: u128) -> Integers {
    let unsigned = (bits as u8, bits as u16, bits as u32, bits as u64, bits, bits as usize);
    let signed =
        (bits as i8, bits as i16, bits as i32, bits as i64, bits.cast_signed(), bits as isize);
    (unsigned, signed)
}

/// Numbers of all magnitudes, and near powers of two.
pub(crate) fn bits() -> impl Strategy<Value = u128> {
    let magnitude = (any::<u128>(), 0..128u32).prop_map(|(bits, shift)| bits >> shift);
    let edge = (0..128u32, -2..3i128)
        .prop_map(|(power, by)| (1u128 << power).wrapping_add(by.cast_unsigned()));
    let either = prop_oneof![magnitude, edge];
    (either, any::<bool>()).prop_map(|(bits, minus)| if minus { bits.wrapping_neg() } else { bits })
}

pub(crate) fn nested() -> impl Strategy<Value = Nested> {
    let pairs = prop::collection::vec(any::<(u16, [bool; 3])>(), 0..5);
    let number = bits().prop_map(|bits| integers(bits).1.3);
    let boxed = (number, prop::collection::vec(any::<u8>(), 0..20)).prop_map(Box::new);
    prop::collection::vec((prop::option::of(".{0,12}"), pairs, boxed), 0..5)
}

/// Bytes that are often a small count, a tag, or part of a long integer.
pub(crate) fn input() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![0..4u8, 0x7e..0x83u8, 0xf9..=0xffu8, any::<u8>()];
    prop::collection::vec(byte, 0..48)
}
