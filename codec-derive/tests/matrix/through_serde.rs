//! Fields whose bytes are those of serde's types: through serde, they have the same bytes, and inputs the same
//! verdict and value.

use std::collections::{BTreeMap, BTreeSet};

use allocation_counter::measure;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Decodable, Decode, Encode, Format, Postcard, serde_bridge,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::agree::hostile;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Serialize, Deserialize)]
enum Choice {
    None,
    Number(u32),
    Text { text: String },
}

fn agrees<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Serialize + DeserializeOwned + std::fmt::Debug,
{
    let bytes = F::to_vec(value).unwrap();
    match serde_bridge::to_vec::<F, T>(value) {
        // serde does not say whether an element without bytes has memory, as the reference asks.
        Err(serde_bridge::Error::Unsupported(_))
            if F::RULES.unsupported.empty_elements.is_some() =>
        {
            return;
        }
        through => assert_eq!(through.unwrap(), bytes),
    }
    let mut inputs: Vec<_> = (0..=bytes.len()).map(|len| bytes[..len].to_vec()).collect();
    inputs.extend((0..8 * bytes.len()).map(|bit| {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        damaged
    }));
    for input in inputs.into_iter().chain(hostile(&bytes)) {
        let native = F::from_slice::<T>(&input).map(|value| format!("{value:?}"));
        let mut through = None;
        let taken = measure(|| through = Some(serde_bridge::from_slice::<F, T>(&input)));
        // Like native types: a vector that grows exists twice. Values take 64 times their bytes at most, and elements
        // without bytes take 256 KiB at most.
        let most = 3 * (64 * input.len() + (256 << 10)) as u64;
        assert!(taken.bytes_max <= most, "{} bytes for {input:?}", taken.bytes_max);
        let through = through.unwrap().map(|value| format!("{value:?}"));
        if let Err(error) = &through {
            assert!(matches!(error, serde_bridge::Error::Decode(_)), "{error} for {input:?}");
        }
        // serde's visitors read elements that a count without enough bytes has refused natively.
        assert_eq!(through.ok(), native.ok(), "{input:?} in {}", F::RULES.name);
    }
}

/// Has memory, and no byte on the wire.
#[derive(Debug, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct Large {
    #[codec(skip)]
    #[serde(skip)]
    room: [u64; 4],
    nothing: (),
}

macro_rules! through {
    ($($name:ident [$($attr:tt)*] $ty:ty = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(Debug, Encode, Decode, Serialize, Deserialize)]
            struct Case {
                flag: u8,
                #[codec($($attr)*)]
                field: $ty,
            }

            let value = Case { flag: 1, field: $value };
            agrees::<Bincode, _>(&value);
            agrees::<BincodeVarint, _>(&value);
            agrees::<Borsh, _>(&value);
            agrees::<Postcard, _>(&value);
        }
    )*};
}

through! {
    numbers [check = |_| true] Vec<u16> = vec![300, 1];
    text [as = codec_core::field::Same] String = "aé€".into();
    option [check = |_| true] Option<Vec<String>> = Some(vec!["é".into(), String::new()]);
    map [check = |_| true] BTreeMap<u16, String> = [(2, "é".into()), (6, "b".into())].into();
    set [check = |_| true] BTreeSet<u8> = [2, 4, 6].into();
    choices [check = |_| true] Vec<Choice> =
        vec![Choice::None, Choice::Number(300), Choice::Text { text: "é".into() }];
    others [check = |_| true] (i64, f64, bool, [u8; 3]) = (-3, 1.5, true, [1, 2, 3]);
    large [check = |_| true] Vec<Large> = vec![Large { room: [0; 4], nothing: () }];
    nested [check = |_| true] Box<(u128, Vec<Vec<u8>>)> = Box::new((1 << 100, vec![vec![], vec![1]]));
}
