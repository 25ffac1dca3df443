//! The law of `Strict`: what decodes encodes to the same bytes again.

use std::fmt::Debug;

use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, DecodeErrorKind,
    Encode, Format, Postcard, Strict, Sv2,
};
use proptest::prelude::*;

use crate::values::{Integers, Nested, bits, input, integers, nested};

/// Holds the law for one input, in all forms, and that strictness only refuses.
pub(crate) fn law<F: Format, T>(input: &[u8])
where
    T: Encode + Decodable + Borrowable + Debug,
    for<'de> T::Ref<'de>: Encode,
{
    let strict = Strict::<F>::from_slice_prefix::<T>(input);
    let borrowed = Strict::<F>::from_slice_ref_prefix::<T::Ref<'_>>(input);
    assert_eq!(borrowed.as_ref().err(), strict.as_ref().err(), "of {input:x?}");
    let (Ok((value, rest)), Ok((borrowed, _))) = (strict, borrowed) else { return };
    let bytes = &input[..input.len() - rest.len()];
    assert_eq!(Strict::<F>::to_vec(&value).unwrap(), bytes);
    assert_eq!(Strict::<F>::to_vec(&borrowed).unwrap(), bytes);
    let lenient = F::from_slice_prefix::<T>(input).expect("what is strict is right");
    assert_eq!(Strict::<F>::to_vec(&lenient.0).unwrap(), bytes);
}

/// Holds the law for the encoding of a value, which must be accepted, and with
/// one bit of it flipped: every bit of a short one, some thirty of a long one.
pub(crate) fn law_around<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + Debug,
    for<'de> T::Ref<'de>: Encode,
{
    let mut bytes = Strict::<F>::to_vec(value).unwrap();
    assert!(Strict::<F>::from_slice::<T>(&bytes).is_ok(), "refuses {value:?}");
    law::<F, T>(&bytes);
    for bit in (0..8 * bytes.len()).step_by(1 + bytes.len() / 4) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        law::<F, T>(&bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

fn refused<F: Format, T: Decodable + Debug>(input: &[u8]) {
    assert!(F::from_slice::<(u8, T)>(input).is_ok(), "{input:x?}");
    let error = Strict::<F>::from_slice::<(u8, T)>(input).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 1), "{input:x?}");
}

#[test]
fn refuses_overlong_forms() {
    refused::<Postcard, u16>(&[0, 0x85, 0]);
    refused::<Postcard, String>(&[0, 0x80, 0]);
    refused::<Postcard, char>(&[0, 2, b'a', b'b']);
    refused::<Compact, i64>(&[0, 0x80, 0x80, 0]);
    refused::<Compact, char>(&[0, 0x80, 0]);
    refused::<BincodeVarint, u32>(&[0, 251, 250, 0]);
    refused::<BincodeVarint, Vec<u8>>(&[0, 251, 0, 0]);
    refused::<Sv2, bool>(&[0, 2]);
    refused::<Sv2, bool>(&[0, 0xff]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::CASES))]

    #[test]
    fn holds_for_random_bytes(input in input()) {
        law::<Bincode, Nested>(&input);
        law::<BincodeVarint, Nested>(&input);
        law::<BincodeVarint, Integers>(&input);
        law::<Postcard, Nested>(&input);
        law::<Postcard, Vec<(char, Option<bool>)>>(&input);
        law::<Compact, Nested>(&input);
        law::<Compact, Vec<(char, u64, f32)>>(&input);
        law::<Borsh, Nested>(&input);
        law::<Consensus, Vec<(u16, Vec<u8>)>>(&input);
        law::<Sv2, (bool, u16, Option<bool>)>(&input);
    }

    #[test]
    fn holds_for_damaged_bytes(bits in bits(), nested in nested(), text: char) {
        law_around::<Bincode, Nested>(&nested);
        law_around::<BincodeVarint, (Integers, Nested)>(&(integers(bits), nested.clone()));
        law_around::<Postcard, (Integers, char)>(&(integers(bits), text));
        law_around::<Compact, (Integers, char)>(&(integers(bits), text));
        law_around::<Borsh, Nested>(&nested);
    }
}
