//! `Bincode` compared with bincode 1.3.3, which supports more types than bincode 2 without serde.

use std::io::Cursor;

use bincode1::Options;
use codec_core::Bincode;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::formats::reference::Reference;

struct Crate;

impl<T: Serialize + DeserializeOwned> Reference<T> for Crate {
    type Ours = Bincode;
    fn write(value: &T) -> Vec<u8> {
        bincode1::serialize(value).unwrap()
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let options = bincode1::options().with_fixint_encoding().with_limit(1 << 20);
        let mut cursor = Cursor::new(input);
        let value = options.allow_trailing_bytes().deserialize_from(&mut cursor).ok()?;
        Some((value, usize::try_from(cursor.position()).expect("within the input")))
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
