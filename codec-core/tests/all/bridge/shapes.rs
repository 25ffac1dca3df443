//! Types of all of serde's kinds, and their values.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Unit;

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Newtype(pub(crate) i64);

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Pair(pub(crate) u16, pub(crate) String);

/// A variant of each of the four kinds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) enum Kind {
    #[default]
    Unit,
    Newtype(Box<Kind>),
    Tuple(u8, i32),
    Struct {
        name: String,
        list: Vec<Kind>,
    },
}

/// A field of every kind except characters and floats, which borsh does not fully support.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Sink {
    pub(crate) unsigned: (u8, u16, u32, u64, u128),
    pub(crate) signed: (i8, i16, i32, i64, i128),
    pub(crate) flag: bool,
    pub(crate) text: String,
    pub(crate) option: Option<Box<Option<u16>>>,
    pub(crate) list: Vec<Pair>,
    pub(crate) array: [Newtype; 3],
    pub(crate) map: BTreeMap<u16, Vec<u8>>,
    pub(crate) unit: (Unit, ()),
    pub(crate) kind: Kind,
}

/// Kinds that not every format has.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Rare {
    pub(crate) letter: char,
    pub(crate) single: f32,
    pub(crate) double: f64,
    pub(crate) units: Vec<()>,
}

fn kind() -> impl Strategy<Value = Kind> {
    let leaf =
        prop_oneof![Just(Kind::Unit), any::<(u8, i32)>().prop_map(|(a, b)| Kind::Tuple(a, b))];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|kind| Kind::Newtype(Box::new(kind))),
            (".{0,5}", prop::collection::vec(inner, 0..4))
                .prop_map(|(name, list)| Kind::Struct { name, list }),
        ]
    })
}

pub(crate) fn sink() -> impl Strategy<Value = Sink> {
    let list = prop::collection::vec(any::<(u16, String)>().prop_map(|(a, b)| Pair(a, b)), 0..4);
    let map = prop::collection::btree_map(any::<u16>(), any::<Vec<u8>>(), 0..4);
    let numbers = (any::<(u8, u16, u32, u64, u128)>(), any::<(i8, i16, i32, i64, i128)>());
    let rest = (any::<[i64; 3]>(), map, any::<Option<Box<Option<u16>>>>());
    (numbers, any::<(bool, String)>(), list, rest, kind()).prop_map(
        |((unsigned, signed), (flag, text), list, (array, map, option), kind)| Sink {
            unsigned,
            signed,
            flag,
            text,
            option,
            list,
            array: array.map(Newtype),
            map,
            unit: (Unit, ()),
            kind,
        },
    )
}

pub(crate) fn rare() -> impl Strategy<Value = Rare> {
    (any::<char>(), any::<f32>(), any::<f64>(), 0..9usize).prop_map(
        |(letter, single, double, count)| Rare { letter, single, double, units: vec![(); count] },
    )
}

/// Bytes that are often a small count, a tag, or part of a long integer.
pub(crate) fn input() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![6 => 0..4u8, 1 => 0x7e..0x83u8, 1 => 0xf9..=0xffu8, 1 => any::<u8>()];
    prop::collection::vec(byte, 0..120)
}
