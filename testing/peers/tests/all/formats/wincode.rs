//! `Bincode` compared with wincode 0.6.3, which has bincode 1's layout.

use codec_core::Bincode;
use proptest::prelude::*;
use wincode::config::DefaultConfig;
use wincode::{SchemaReadOwned, SchemaWrite};

use crate::formats::integers::{edges_agree, short_inputs_agree};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};

struct Crate;

impl<T> Reference<T> for Crate
where
    T: SchemaWrite<DefaultConfig, Src = T> + SchemaReadOwned<DefaultConfig, Dst = T>,
{
    type Ours = Bincode;
    fn write(value: &T) -> Vec<u8> {
        ::wincode::serialize(value).unwrap()
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let mut rest = input;
        let value = ::wincode::deserialize_from(&mut rest).ok()?;
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
        accept_alike::<Crate, (char, Option<bool>, f64)>(&input);
    }
}

crate::formats::types::groups! { Crate:
    lent maps: Maps;
    lent queues: Queues;
    owned lists: Lists;
    lent results: Results;
    lent ranges: Ranges;
    lent bounds: Bounds;
    lent durations: Durations;
    lent times: Times;
    lent addresses: Addresses;
    lent flat: Flat;
}

crate::formats::whole::whole! { agrees: Crate;
    #[derive(::wincode::SchemaRead, ::wincode::SchemaWrite)]
    lent {
        flat: Flat,
        maps: Maps,
        queues: Queues,
        results: Results,
        ranges: Ranges,
        bounds: Bounds,
        durations: Durations,
        times: Times,
        addresses: Addresses,
        floats: Floats,
        letters: Letters,
    }
    owned {
        lists: Lists,
    }
}
