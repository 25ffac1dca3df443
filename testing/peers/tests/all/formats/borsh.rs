//! `Borsh` compared with borsh 1.

use ::borsh::{BorshDeserialize, BorshSerialize};
use codec_core::{Borsh, EncodeErrorKind, Format};
use proptest::prelude::*;

use crate::formats::integers::{edges_agree, short_inputs_agree};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};

struct Crate;

impl<T: BorshSerialize + BorshDeserialize> Reference<T> for Crate {
    type Ours = Borsh;
    fn write(value: &T) -> Vec<u8> {
        ::borsh::to_vec(value).unwrap()
    }
    fn read(mut input: &[u8]) -> Option<(T, usize)> {
        let len = input.len();
        let value = T::deserialize(&mut input).ok()?;
        Some((value, len - input.len()))
    }
}

#[test]
fn writes_no_nan() {
    assert!(::borsh::to_vec(&f32::NAN).is_err());
    let error = Borsh::to_vec(&(1u8, f32::NAN)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 1));
    assert_eq!(Borsh::to_vec(&-f64::NAN).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
}

#[test]
fn integers_agree_at_their_edges() {
    edges_agree::<Crate>();
    short_inputs_agree::<Crate>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

    #[test]
    fn values_agree(bits in bits(), nested in nested(), other: (f32, f64, Option<bool>)) {
        agree::<Crate, Integers>(&integers(bits));
        agree::<Crate, Nested>(&nested);
        agree::<Crate, (f32, f64, Option<bool>)>(&other);
    }

    #[test]
    fn inputs_are_accepted_alike(input in input()) {
        accept_alike::<Crate, Integers>(&input);
        accept_alike::<Crate, Nested>(&input);
        accept_alike::<Crate, Vec<(f32, f64, Option<bool>)>>(&input);
        accept_alike::<Crate, (u64, f32, String)>(&input);
        accept_alike::<Crate, Vec<i32>>(&input);
    }

    #[test]
    fn damaged_bytes_are_accepted_alike(value in nested(), at: prop::sample::Index, bit in 0..8u8) {
        let mut input = <Crate as Reference<Nested>>::write(&value);
        let at = at.index(input.len());
        input[at] ^= 1 << bit;
        accept_alike::<Crate, Nested>(&input);
    }
}

crate::formats::types::groups! { Crate:
    lent derived: Derived;
    lent maps: Maps;
    lent queues: Queues;
    lent pointers: Pointers;
    lent cows: Cows;
    owned unlent: Unlent;
    lent non_zeros: NonZeros;
    lent ranges: Ranges;
    lent results: Results;
    lent addresses: Addresses;
}

crate::formats::whole::whole! { agrees: Crate;
    #[derive(::borsh::BorshSerialize, ::borsh::BorshDeserialize)]
    #[borsh(crate = "::borsh")]
    lent {
        derived: Derived,
        maps: Maps,
        queues: Queues,
        pointers: Pointers,
        cows: Cows,
        non_zeros: NonZeros,
        ranges: Ranges,
        results: Results,
        addresses: Addresses,
        floats: Floats,
    }
    owned {
        unlent: Unlent,
    }
}
