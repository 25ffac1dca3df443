//! Every integer type at its limits, in every format.

use codec_core::{BincodeVarint, Borsh, Compact, Consensus, DecodeErrorKind, Format, Postcard};

use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, integers};

/// Values around every power of two, of both signs, and 16-bit values: every fourth, or all by
/// `CODEC_EFFORT`.
pub(crate) fn edges_agree<R: Reference<Integers> + Reference<(u16, i16)>>() {
    for power in 0..128 {
        for by in -2..=2i128 {
            let bits = (1u128 << power).wrapping_add(by.cast_unsigned());
            agree::<R, Integers>(&integers(bits));
            agree::<R, Integers>(&integers(bits.wrapping_neg()));
        }
    }
    let share = codec_effort::share();
    for value in (0..=u16::MAX).filter(|value| share((*value).into())) {
        agree::<R, (u16, i16)>(&(value, value.cast_signed()));
    }
}

/// Every input of three bytes as an integer of 16 bits, and every continuation of one for the
/// others: a quarter of them, or all by `CODEC_EFFORT`.
pub(crate) fn short_inputs_agree<R>()
where
    R: Reference<u16> + Reference<i16> + Reference<u32> + Reference<u64> + Reference<u128>,
{
    let bytes =
        [0, 1, 2, 3, 4, 0x0f, 0x10, 0x7f, 0x80, 0x81, 0x83, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];
    let share = codec_effort::share();
    for first in bytes {
        for second in bytes {
            for last in bytes {
                let turn = usize::from(first ^ second ^ last);
                for filled in (0..18).filter(|filled| share(filled + turn)) {
                    let mut input = vec![first; filled];
                    input.extend([second, last]);
                    accept_alike::<R, u16>(&input);
                    accept_alike::<R, i16>(&input);
                    accept_alike::<R, u32>(&input);
                    accept_alike::<R, u64>(&input);
                    accept_alike::<R, u128>(&input);
                }
            }
        }
    }
}

fn refused<F: Format, T: codec_core::Decodable + std::fmt::Debug>(
    input: &[u8],
) -> (DecodeErrorKind, usize) {
    let error = F::from_slice::<(u8, T)>(input).unwrap_err();
    (error.kind(), error.offset())
}

#[test]
fn refusals_name_the_first_byte_of_the_integer() {
    use DecodeErrorKind::{NonCanonical, UnexpectedEnd, VarintOverflow};
    assert_eq!(refused::<BincodeVarint, u16>(&[0, 252, 0, 0, 0, 0]), (VarintOverflow, 1));
    assert_eq!(refused::<BincodeVarint, u128>(&[0, 255]), (VarintOverflow, 1));
    assert_eq!(refused::<BincodeVarint, u64>(&[0, 253, 0, 0]), (UnexpectedEnd, 4));
    assert_eq!(refused::<Postcard, u16>(&[0, 0x80, 0x80, 4]), (VarintOverflow, 1));
    assert_eq!(refused::<Postcard, u16>(&[0, 0x80, 0x80, 0x80]), (VarintOverflow, 1));
    assert_eq!(refused::<Compact, u16>(&[0, 0x80, 0x80, 0x80]), (UnexpectedEnd, 4));
    assert_eq!(refused::<Compact, u64>(&[[0x80; 10], [2; 10]].concat()), (VarintOverflow, 1));
    assert_eq!(refused::<Consensus, Vec<u8>>(&[0, 0xfd, 0xfc, 0]), (NonCanonical, 1));
    assert_eq!(refused::<Consensus, Vec<u8>>(&[0, 0xfe, 0, 0]), (UnexpectedEnd, 4));
    assert_eq!(refused::<Borsh, f32>(&[0, 0, 0, 0xc0, 0x7f]), (DecodeErrorKind::InvalidValue, 1));
}
