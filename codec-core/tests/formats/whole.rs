//! Everything that a reference supports in one value: the types of the library group by group, and
//! derived structs and enums.

use proptest::prelude::*;

/// How bytes are damaged.
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

/// One struct of these groups with the derives of a crate and ours, and a test for each of its
/// formats: [`crate::cases`] values agree, and are accepted alike when they are damaged. `lent`
/// groups have a borrowed form, `owned` ones do not.
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
                $($lent: crate::types::$lent_type,)*
            }

            #[derive(Debug, Default, codec_core::Encode, codec_core::Decode)]
            $(#[$($derive)*])*
            struct Owned {
                $($owned: crate::types::$owned_type,)*
            }

            prop_compose! {
                fn lent()($($lent in crate::types::$lent(),)*) -> Lent {
                    Lent { $($lent),* }
                }
            }

            prop_compose! {
                fn owned()(_nothing in Just(()), $($owned in crate::types::$owned(),)*) -> Owned {
                    Owned { $($owned),* }
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

                $(#[test]
                fn $test(
                    value in lent(),
                    other in owned(),
                    damage in crate::whole::damage(),
                    other_damage in crate::whole::damage(),
                ) {
                    agree::<$reference, Lent>(&value);
                    let bytes = <$reference as Reference<Lent>>::write(&value);
                    accept_alike::<$reference, Lent>(&crate::whole::damaged(bytes, &damage));
                    let bytes = crate::reference::agree_owned::<$reference, Owned>(&other);
                    let bytes = crate::whole::damaged(bytes, &other_damage);
                    crate::reference::accept_alike_owned::<$reference, Owned>(&bytes);
                })+
            }
        }
    };
}

pub(crate) use whole;
