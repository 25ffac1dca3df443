//! `Postcard` compared with postcard 1.1.3.

use codec_core::Postcard;
use proptest::prelude::*;

use crate::formats::integers::{edges_agree, short_inputs_agree};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) struct Crate;

impl<T: Serialize + DeserializeOwned> Reference<T> for Crate {
    type Ours = Postcard;
    fn write(value: &T) -> Vec<u8> {
        ::postcard::to_allocvec(value).unwrap()
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let (value, rest) = ::postcard::take_from_bytes(input).ok()?;
        Some((value, input.len() - rest.len()))
    }
}

#[test]
fn integers_agree_at_their_edges() {
    edges_agree::<Crate>();
    short_inputs_agree::<Crate>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

    #[test]
    fn values_agree(bits in bits(), nested in nested(), other: (char, f32, f64, ())) {
        agree::<Crate, Integers>(&integers(bits));
        agree::<Crate, Nested>(&nested);
        agree::<Crate, (char, f32, f64, ())>(&other);
    }

    #[test]
    fn inputs_are_accepted_alike(input in input()) {
        accept_alike::<Crate, Integers>(&input);
        accept_alike::<Crate, Nested>(&input);
        accept_alike::<Crate, Vec<(char, f32, f64, ())>>(&input);
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
    owned lists: Lists;
    lent pointers: Pointers;
    lent cows: Cows;
    owned unlent: Unlent;
    owned locks: Locks;
    lent non_zeros: NonZeros;
    lent wrapped: Wrapped;
    lent ranges: Ranges;
    lent more_ranges: MoreRanges;
    lent results: Results;
    lent bounds: Bounds;
    lent durations: Durations;
    lent times: Times;
    lent addresses: Addresses;
    lent paths: Paths;
    owned c_strings: CStrings;
}

crate::formats::whole::whole! { agrees: Crate;
    #[derive(serde::Serialize, serde::Deserialize)]
    lent {
        derived: Derived,
        maps: Maps,
        queues: Queues,
        pointers: Pointers,
        cows: Cows,
        non_zeros: NonZeros,
        wrapped: Wrapped,
        ranges: Ranges,
        more_ranges: MoreRanges,
        results: Results,
        bounds: Bounds,
        durations: Durations,
        times: Times,
        addresses: Addresses,
        paths: Paths,
        floats: Floats,
        letters: Letters,
    }
    owned {
        lists: Lists,
        unlent: Unlent,
        locks: Locks,
        c_strings: CStrings,
    }
}
