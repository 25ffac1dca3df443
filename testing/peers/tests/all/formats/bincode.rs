//! `Bincode` and `BincodeVarint` compared with bincode 2.0.1.

use bincode2::config::{legacy, standard};
use codec_core::format::BigEndian;
use codec_core::{Bincode, BincodeVarint};
use proptest::prelude::*;

use crate::formats::integers::{edges_agree, short_inputs_agree};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::values::{Integers, Nested, bits, input, integers, nested};

/// The reference reserves memory by the declared length, unless given a limit.
const LIMIT: usize = 1 << 20;

/// A configuration of bincode 2, and the format that writes the same.
macro_rules! references {
    ($($(#[$doc:meta])* $visible:vis $name:ident: $ours:ty = $config:expr;)*) => {$(
        $(#[$doc])*
        $visible struct $name;

        impl<T: bincode2::Encode + bincode2::Decode<()>> Reference<T> for $name {
            type Ours = $ours;
            fn write(value: &T) -> Vec<u8> {
                bincode2::encode_to_vec(value, $config).unwrap()
            }
            fn read(input: &[u8]) -> Option<(T, usize)> {
                bincode2::decode_from_slice(input, $config.with_limit::<LIMIT>()).ok()
            }
        }
    )*};
}

references! {
    pub(crate) Standard: BincodeVarint = standard();
    Legacy: Bincode = legacy();
    StandardBig: BigEndian<BincodeVarint> = standard().with_big_endian();
    StandardFixed: Bincode = standard().with_fixed_int_encoding();
    StandardFixedBig: BigEndian<Bincode> = standard().with_fixed_int_encoding().with_big_endian();
    LegacyVariable: BincodeVarint = legacy().with_variable_int_encoding();
    LegacyBig: BigEndian<Bincode> = legacy().with_big_endian();
}

#[test]
fn integers_agree_at_their_edges() {
    edges_agree::<Standard>();
    short_inputs_agree::<Standard>();
}

/// Each configuration of bincode 2 has its format, which the page on moving from it names.
#[test]
fn every_configuration_has_a_format() {
    edges_agree::<StandardBig>();
    short_inputs_agree::<StandardBig>();
    edges_agree::<StandardFixed>();
    edges_agree::<StandardFixedBig>();
    edges_agree::<LegacyVariable>();
    edges_agree::<LegacyBig>();
    let page = include_str!("../../../../../docs/migrating/bincode.md");
    for row in [
        "| `standard().with_big_endian()` | `format::BigEndian<BincodeVarint>` |",
        "| `standard().with_fixed_int_encoding()` | `Bincode` |",
        "`standard().with_fixed_int_encoding().with_big_endian()`, `legacy().with_big_endian()` | `format::BigEndian<Bincode>` |",
        "| `legacy().with_variable_int_encoding()` | `BincodeVarint` |",
    ] {
        assert!(page.contains(row), "{row}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

    #[test]
    fn values_agree(bits in bits(), nested in nested(), other: (char, f32, f64, ())) {
        agree::<Standard, Integers>(&integers(bits));
        agree::<Standard, Nested>(&nested);
        agree::<Standard, (char, f32, f64, ())>(&other);
    }

    #[test]
    fn values_of_other_configurations_agree(bits in bits(), nested in nested()) {
        agree::<StandardBig, Integers>(&integers(bits));
        agree::<StandardBig, Nested>(&nested);
        agree::<LegacyBig, Integers>(&integers(bits));
        agree::<LegacyBig, Nested>(&nested);
        agree::<StandardFixedBig, Nested>(&nested);
        agree::<StandardFixed, Nested>(&nested);
        agree::<LegacyVariable, Nested>(&nested);
    }

    #[test]
    fn legacy_values_agree(bits in bits(), nested in nested(), other: (char, f32, f64, ())) {
        agree::<Legacy, Integers>(&integers(bits));
        agree::<Legacy, Nested>(&nested);
        agree::<Legacy, (char, f32, f64, ())>(&other);
    }

    #[test]
    fn inputs_are_accepted_alike(input in input()) {
        accept_alike::<Standard, Integers>(&input);
        accept_alike::<Standard, Nested>(&input);
        accept_alike::<Standard, Vec<(char, Option<bool>)>>(&input);
        accept_alike::<Standard, (u64, f32, String)>(&input);
        accept_alike::<Standard, Vec<i32>>(&input);
        accept_alike::<StandardBig, Integers>(&input);
        accept_alike::<StandardBig, Nested>(&input);
    }

    #[test]
    fn legacy_inputs_are_accepted_alike(input in input()) {
        accept_alike::<Legacy, Integers>(&input);
        accept_alike::<Legacy, Nested>(&input);
        accept_alike::<Legacy, (char, Option<bool>, f64)>(&input);
    }

    #[test]
    fn damaged_bytes_are_accepted_alike(value in nested(), at: prop::sample::Index, bit in 0..8u8) {
        let mut input = <Standard as Reference<Nested>>::write(&value);
        let at = at.index(input.len());
        input[at] ^= 1 << bit;
        accept_alike::<Standard, Nested>(&input);
    }
}

crate::formats::types::groups! { Standard:
    lent derived: Derived;
    lent maps: Maps;
    lent queues: Queues;
    lent pointers: Pointers;
    lent cows: Cows;
    owned unlent: Unlent;
    owned locks: Locks;
    lent non_zeros: NonZeros;
    lent wrapped: Wrapped;
    lent ranges: Ranges;
    lent results: Results;
    lent bounds: Bounds;
    lent durations: Durations;
    lent times: Times;
    lent addresses: Addresses;
    lent paths: Paths;
    owned c_strings: CStrings;
}

// Without `Cow<'static, str>`, for which the reference derives no `Decode`.
crate::formats::whole::whole! { standard: Standard, legacy: Legacy;
    #[derive(bincode2::Encode, bincode2::Decode)]
    #[bincode(crate = "bincode2")]
    lent {
        derived: Derived,
        maps: Maps,
        queues: Queues,
        pointers: Pointers,
        non_zeros: NonZeros,
        wrapped: Wrapped,
        ranges: Ranges,
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
        unlent: Unlent,
        locks: Locks,
        c_strings: CStrings,
    }
}
