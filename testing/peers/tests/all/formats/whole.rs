//! Everything that a reference supports in one value: the types of the library group by group, and
//! derived structs and enums.

use proptest::prelude::*;

use crate::formats::reference::Side;
use crate::formats::types::{Values, try_cases};

/// Damage to bytes.
#[derive(Debug, Clone)]
pub(crate) enum Damage {
    Flip(prop::sample::Index, u8),
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Cut(prop::sample::Index),
}

pub(crate) fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let at = any::<prop::sample::Index>;
    let byte = || prop_oneof![Just(0), Just(1), Just(0x7f), Just(0x80), 0xfa..=0xffu8, any::<u8>()];
    let one = prop_oneof![
        6 => (at(), 0..8u8).prop_map(|(at, bit)| Damage::Flip(at, bit)),
        3 => (at(), byte()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => (at(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        1 => at().prop_map(Damage::Remove),
        1 => at().prop_map(Damage::Cut),
    ];
    prop::collection::vec(one, 1..4)
}

pub(crate) fn damaged(mut bytes: Vec<u8>, damage: &[Damage]) -> Vec<u8> {
    for change in damage {
        // Ensures that there is a byte to change, even if everything was cut.
        let len = bytes.len().max(1);
        bytes.resize(len, 0);
        match change {
            Damage::Flip(at, bit) => bytes[at.index(len)] ^= 1 << bit,
            Damage::Set(at, byte) => bytes[at.index(len)] = *byte,
            Damage::Insert(at, byte) => bytes.insert(at.index(len), *byte),
            Damage::Remove(at) => drop(bytes.remove(at.index(len))),
            Damage::Cut(at) => bytes.truncate(at.index(len)),
        }
    }
    bytes
}

/// Values agree, and are accepted alike when they are damaged.
pub(crate) fn try_whole(values: [Values; 2], sides: &[Side; 2]) {
    let [lent, owned] = values;
    try_cases(100, &(lent, owned, damage(), damage()), |(lent, owned, damage, other_damage)| {
        for (side, value, damage) in [(&sides[0], lent, damage), (&sides[1], owned, other_damage)] {
            let bytes = side.agree(&*value);
            side.accept_alike(&damaged(bytes, &damage));
        }
    });
}

/// One struct of these groups with the derives of a crate and ours, and a test for each of its
/// formats. `lent` groups have a borrowed form, `owned` ones do not.
macro_rules! whole {
    (
        $($test:ident: $reference:ty),+; $(#[$($derive:tt)*])*
        lent { $($lent:ident: $lent_type:ident,)* }
        owned { $($owned:ident: $owned_type:ident,)* }
    ) => {
        mod whole {
            use super::*;

            #[derive(Debug, PartialEq, Default, codec_core::Encode, codec_core::Decode)]
            $(#[$($derive)*])*
            #[codec(borrow)]
            struct Lent {
                $($lent: crate::formats::types::$lent_type,)*
            }

            #[derive(Debug, Default, codec_core::Encode, codec_core::Decode)]
            $(#[$($derive)*])*
            struct Owned {
                $($owned: crate::formats::types::$owned_type,)*
            }

            /// The canonical bytes of each field.
            #[allow(clippy::extra_unused_type_parameters, reason = "of some groups there is none")]
            fn canonical<F: codec_core::Format>(Owned { $($owned),* }: &Owned) -> Vec<u8> {
                let fields: &[Vec<u8>] =
                    &[$(crate::formats::reference::canonical::<F, _>($owned)),*];
                fields.concat()
            }

            prop_compose! {
                fn lent()($($lent in crate::formats::types::$lent(),)*) -> Lent {
                    Lent { $($lent),* }
                }
            }

            prop_compose! {
                fn owned()(_nothing in Just(()), $($owned in crate::formats::types::$owned(),)*) -> Owned {
                    Owned { $($owned),* }
                }
            }

            $(#[test]
            fn $test() {
                use crate::formats::reference::{Reference, Side, is};
                use crate::formats::{types::held, whole::try_whole};
                let (lent, owned) = (held(lent()), held(owned()));
                let owned_side = Side::owned::<$reference, Owned>()
                    .with_canonical(|value| canonical::<<$reference as Reference<Owned>>::Ours>(is(value)));
                try_whole([lent, owned], &[Side::lent::<$reference, Lent>(), owned_side]);
            })+
        }
    };
}

pub(crate) use whole;
