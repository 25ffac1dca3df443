//! `Compact` compared with pack-io 2.0.0.

use codec_core::Compact;
use pack_io::{Decoder, Deserialize, Serialize};
use proptest::prelude::*;

use crate::formats::integers::{edges_agree, short_inputs_agree};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};

struct Crate;

impl<T: Serialize + Deserialize> Reference<T> for Crate {
    type Ours = Compact;
    fn write(value: &T) -> Vec<u8> {
        pack_io::encode(value).unwrap()
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let mut decoder = Decoder::new(input);
        let value = decoder.read().ok()?;
        Some((value, decoder.position()))
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
    lent pointers: Pointers;
    lent cows: Cows;
    lent non_zeros: NonZeros;
    lent results: Results;
    lent durations: Durations;
}

crate::formats::whole::whole! { agrees: Crate;
    #[derive(pack_io::Serialize, pack_io::Deserialize)]
    lent {
        derived: Derived,
        maps: Maps,
        queues: Queues,
        pointers: Pointers,
        cows: Cows,
        non_zeros: NonZeros,
        results: Results,
        durations: Durations,
        floats: Floats,
        letters: Letters,
    }
    owned {
    }
}
