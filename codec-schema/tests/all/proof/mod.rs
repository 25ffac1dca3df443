//! Verdicts compared with what happens: more than a hundred mutations of types compiled with the
//! derive, in three formats: of fixed numbers, of varints, and `Sv2`. Numbers, and prefixes, tags and sets of a
//! format, in up to seven; `tools/check/matrix.sh` has all in these, with `--cfg matrix`. Old bytes are
//! decoded by new types, and new bytes by old ones.

mod constants;
mod ended;
mod enums;
mod fields;
mod indexed;
mod judge;
mod kept;
mod layouts;
mod numbers;
mod relations;
mod sequences;
mod side;
mod tails;
mod versions;

use judge::{Group, Tally};

/// Items that the mutated types use.
mod prelude {
    pub(crate) use codec_core::wire::{B032, B0255, Seq064K, Seq0255, Str0255, U24};
    pub(crate) use codec_core::{Decode, Encode};
    pub(crate) use std::collections::{BTreeSet, VecDeque};
    pub(crate) use std::num::NonZeroU16;

    /// A check.
    pub(crate) fn small<T: TryInto<u64> + Copy>(value: &T) -> bool {
        (*value).try_into().is_ok_and(|value| value < 100)
    }

    /// A number of halves, which is written as that.
    #[derive(PartialEq)]
    pub(crate) struct Halves(pub(crate) u16);

    impl std::fmt::Debug for Halves {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }

    impl From<u16> for Halves {
        fn from(halves: u16) -> Self {
            Self(halves)
        }
    }

    impl From<u32> for Halves {
        fn from(halves: u32) -> Self {
            Self(u16::try_from(halves & 0xffff).unwrap())
        }
    }

    impl From<&Halves> for u16 {
        fn from(halves: &Halves) -> Self {
            halves.0
        }
    }

    impl From<&Halves> for u32 {
        fn from(halves: &Halves) -> Self {
            halves.0.into()
        }
    }

    /// Types that are another one on the wire.
    macro_rules! converted {
        ($($name:ident: $from:ident $wire:ident;)*) => {$(
            #[derive(Encode, Decode)]
            #[codec($from = $wire, into = $wire, schema)]
            pub(crate) struct $name($wire);

            impl std::fmt::Debug for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    self.0.fmt(f)
                }
            }

            impl From<&$name> for $wire {
                fn from(value: &$name) -> Self {
                    value.0
                }
            }
        )*};
    }

    converted! {
        FromU16: from u16;
        FromU32: from u32;
        TryFromU16: try_from u16;
    }

    impl From<u16> for FromU16 {
        fn from(value: u16) -> Self {
            Self(value)
        }
    }

    impl From<u32> for FromU32 {
        fn from(value: u32) -> Self {
            Self(value)
        }
    }

    impl TryFrom<u16> for TryFromU16 {
        type Error = ();

        fn try_from(value: u16) -> Result<Self, ()> {
            if value < 500 { Ok(Self(value)) } else { Err(()) }
        }
    }

    /// A constant, and one of the same name.
    pub(crate) mod seven {
        pub(crate) const LAST: u8 = 7;
    }

    pub(crate) mod eight {
        pub(crate) const LAST: u8 = 8;
    }

    /// A default.
    pub(crate) const fn nine() -> u8 {
        9
    }
}

/// A type, its formats, and its mutations.
macro_rules! mutations {
    ($(@$group:ident $formats:tt { $($base:tt)* } $($name:ident { $($mutated:tt)* })*)*) => {
        $(
            mod $group {
                #![allow(
                    clippy::allow_attributes, dead_code, unused_imports, clippy::pedantic,
                    reason = "types are described, and fields compared through `Debug`"
                )]
                mod base {
                    crate::proof::types!($($base)*);
                }
                $(
                    mod $name {
                        crate::proof::types!($($mutated)*);
                    }
                )*

                pub(super) const GROUP: crate::proof::Group = crate::proof::Group {
                    name: stringify!($group),
                    base: crate::proof::sides!(base::T, $formats),
                    mutations: &[$((stringify!($name), crate::proof::sides!($name::T, $formats))),*],
                };
            }
        )*

        /// All types with their mutations.
        pub(crate) const GROUPS: &[crate::proof::Group] = &[$($group::GROUP),*];
    };
}

/// One type in several formats: in parentheses all of them, in brackets those that are not `seldom`.
macro_rules! sides {
    ($type:ty, [$($format:ident)*]) => { &[$(crate::proof::seldom!($format $type)),*] };
    ($type:ty, ($($format:ident)*)) => { &[$(crate::proof::always!($format $type)),*] };
}

macro_rules! always {
    ($format:ident $type:ty) => {
        Some(crate::proof::side::Side::of::<codec_core::$format, $type>())
    };
}

#[cfg(not(matrix))]
#[rustfmt::skip]
macro_rules! seldom {
    (BincodeVarint $type:ty) => { None };
    (Borsh $type:ty) => { None };
    (Compact $type:ty) => { None };
    (Consensus $type:ty) => { None };
    ($format:ident $type:ty) => { crate::proof::always!($format $type) };
}

/// Types with their derives; the one compared is `T`.
macro_rules! types {
    (use $($constant:ident)::+; $($types:tt)*) => {
        use $($constant)::+;
        crate::proof::types!($($types)*);
    };
    ($($(#[$meta:meta])* $kind:ident $type:ident { $($body:tt)* })*) => {
        use crate::proof::prelude::*;
        $(
            #[derive(Debug, Encode, Decode)]
            #[codec(schema)]
            $(#[$meta])*
            pub(crate) $kind $type { $($body)* }
        )*
    };
}

#[cfg(matrix)]
pub(crate) use always as seldom;
#[cfg(not(matrix))]
pub(crate) use seldom;
pub(crate) use {always, mutations, sides, types};

#[test]
fn verdicts_are_what_happens() {
    let mut tally = Tally::default();
    let groups = [
        fields::GROUPS,
        numbers::GROUPS,
        sequences::GROUPS,
        enums::GROUPS,
        versions::GROUPS,
        tails::GROUPS,
        constants::GROUPS,
        layouts::GROUPS,
        ended::GROUPS,
        indexed::GROUPS,
        relations::GROUPS,
        kept::GROUPS,
        kept::MESSAGES,
    ];
    groups.into_iter().flatten().for_each(|group| group.judge(&mut tally));
    let count = tally.mutations;
    println!(
        "{count} mutations, {} directions judged, {} called breaking, of which {} are not; {:?}",
        tally.judged,
        tally.breaking,
        tally.false_breaking.len(),
        tally.classes,
    );
    println!("called breaking, and are not:\n{}", tally.false_breaking.join("\n"));
    assert!(count >= 100, "{count} mutations");
    let compatible = &tally.false_compatible;
    assert!(compatible.is_empty(), "called compatible:\n{}", compatible.join("\n"));
    let breaking = &tally.false_breaking;
    let rate = breaking.len() * 100;
    assert!(rate <= 5 * tally.breaking, "called breaking:\n{}", breaking.join("\n"));
}
