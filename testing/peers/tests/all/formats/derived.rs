//! Structs and enums of every shape, with the derives of the references and ours.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::marker::PhantomData;
use std::num::NonZeroU32;

use codec_core::{Decode, Encode};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::formats::values::{Signed, Unsigned, bits, integers};

/// A type with the derives of all crates that define a format.
macro_rules! derived {
    ($($item:tt)*) => {
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[derive(bincode2::Encode, bincode2::Decode)]
        #[derive(::borsh::BorshSerialize, ::borsh::BorshDeserialize)]
        #[derive(pack_io::Serialize, pack_io::Deserialize)]
        #[derive(wincode::SchemaRead, wincode::SchemaWrite)]
        #[bincode(crate = "bincode2")]
        #[borsh(crate = "::borsh")]
        #[codec(borrow)]
        $($item)*
    };
}

derived! {
    /// A zero-length struct.
    pub(crate) struct Unit;
}

derived! {
    /// A struct of one unnamed field.
    pub(crate) struct Newtype(pub(crate) i64);
}

derived! {
    /// Generic, without names.
    pub(crate) struct Pair<A, B>(pub(crate) A, pub(crate) B);
}

derived! {
    /// Of fixed size in fixed-width formats.
    pub(crate) struct Point {
        pub(crate) x: i16,
        pub(crate) y: u16,
        pub(crate) on: bool,
    }
}

derived! {
    /// Tags only.
    pub(crate) enum Flag {
        #[default]
        Zero,
        One,
        Two,
    }
}

/// A variant of each of the four kinds. The derive of bincode can't name the fields of an enum that
/// is defined by a macro.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Default,
    Encode,
    Decode,
    serde::Serialize,
    serde::Deserialize,
    bincode2::Encode,
    bincode2::Decode,
    ::borsh::BorshSerialize,
    ::borsh::BorshDeserialize,
    pack_io::Serialize,
    pack_io::Deserialize,
    wincode::SchemaRead,
    wincode::SchemaWrite,
)]
#[bincode(crate = "bincode2")]
#[borsh(crate = "::borsh")]
#[codec(borrow)]
pub(crate) enum Kind {
    #[default]
    Nothing,
    One(String),
    Two(u8, Vec<u16>),
    Named {
        id: u32,
        tags: Vec<String>,
        flag: Flag,
    },
}

/// A list and a tree: enums that contain themselves, in boxes, sequences and maps. wincode's
/// metadata recurses without end for such a type.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Default,
    Encode,
    Decode,
    serde::Serialize,
    serde::Deserialize,
    bincode2::Encode,
    bincode2::Decode,
    ::borsh::BorshSerialize,
    ::borsh::BorshDeserialize,
    pack_io::Serialize,
    pack_io::Deserialize,
)]
#[bincode(crate = "bincode2")]
#[borsh(crate = "::borsh")]
#[codec(borrow)]
pub(crate) enum Node {
    #[default]
    End,
    Next(Box<Node>),
    Both(Option<Box<Node>>, u64),
    Many {
        name: String,
        nodes: Vec<Node>,
        named: BTreeMap<u16, Node>,
    },
}

derived! {
    /// Every kind of type that all references support.
    pub(crate) struct Flat {
        pub(crate) unsigned: Unsigned,
        pub(crate) signed: Signed,
        pub(crate) flag: bool,
        pub(crate) text: String,
        pub(crate) arrays: ([u16; 3], [u8; 5]),
        pub(crate) option: Option<Box<Option<u16>>>,
        pub(crate) number: Option<NonZeroU32>,
        pub(crate) nothing: (Unit, (), PhantomData<u8>),
        pub(crate) newtypes: Vec<Newtype>,
        pub(crate) pair: Pair<Option<i64>, Vec<bool>>,
        pub(crate) pairs: Vec<Pair<u8, String>>,
        pub(crate) points: Vec<Point>,
        pub(crate) map: BTreeMap<u16, Vec<u8>>,
        pub(crate) set: BTreeSet<String>,
        pub(crate) results: Vec<Result<u16, String>>,
        pub(crate) queue: VecDeque<i32>,
        pub(crate) boxed: Box<[u32]>,
        pub(crate) kinds: Vec<Kind>,
    }
}

/// The fields of [`Flat`], with types that contain themselves.
pub(crate) type Derived = (Flat, Node, Vec<Node>);

fn text() -> impl Strategy<Value = String> {
    ".{0,6}"
}

fn number() -> impl Strategy<Value = u64> {
    bits().prop_map(|bits| integers(bits).0.3)
}

fn kind() -> impl Strategy<Value = Kind> {
    let flag = prop_oneof![Just(Flag::Zero), Just(Flag::One), Just(Flag::Two)];
    prop_oneof![
        Just(Kind::Nothing),
        text().prop_map(Kind::One),
        (any::<u8>(), vec(any::<u16>(), 0..4)).prop_map(|(a, b)| Kind::Two(a, b)),
        (any::<u32>(), vec(text(), 0..3), flag).prop_map(|(id, tags, flag)| Kind::Named {
            id,
            tags,
            flag
        }),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    Just(Node::End).prop_recursive(4, 12, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let named = prop::collection::btree_map(any::<u16>(), inner.clone(), 0..3);
        prop_oneof![
            boxed.clone().prop_map(Node::Next),
            (prop::option::of(boxed), number()).prop_map(|(node, by)| Node::Both(node, by)),
            (text(), vec(inner, 0..3), named).prop_map(|(name, nodes, named)| Node::Many {
                name,
                nodes,
                named
            }),
        ]
    })
}

pub(crate) fn flat() -> impl Strategy<Value = Flat> {
    let plain = (bits(), any::<bool>(), text(), any::<([u16; 3], [u8; 5])>());
    let choices = (any::<Option<Option<u16>>>(), any::<u32>(), vec(kind(), 0..3));
    let results = vec((any::<u16>(), text(), any::<bool>()), 0..3);
    let lists = (
        vec(number(), 0..3),
        (any::<Option<i64>>(), vec(any::<bool>(), 0..4)),
        vec((any::<u8>(), text()), 0..3),
        vec(any::<(i16, u16, bool)>(), 0..4),
        vec(any::<u32>(), 0..4),
    );
    let sorted = (
        prop::collection::btree_map(any::<u16>(), vec(any::<u8>(), 0..4), 0..4),
        prop::collection::btree_set(text(), 0..4),
    );
    (plain, choices, results, lists, sorted).prop_map(
        |((bits, flag, text, arrays), (option, number, kinds), results, lists, (map, set))| {
            let (unsigned, signed) = integers(bits);
            let (newtypes, (left, right), pairs, points, numbers) = lists;
            let results = results.into_iter().map(|(a, b, ok)| if ok { Ok(a) } else { Err(b) });
            Flat {
                unsigned,
                signed,
                flag,
                text,
                arrays,
                option: option.map(Box::new),
                number: NonZeroU32::new(number),
                nothing: (Unit, (), PhantomData),
                newtypes: newtypes.into_iter().map(|n| Newtype(n.cast_signed())).collect(),
                pair: Pair(left, right),
                pairs: pairs.into_iter().map(|(a, b)| Pair(a, b)).collect(),
                points: points.into_iter().map(|(x, y, on)| Point { x, y, on }).collect(),
                map,
                set,
                results: results.collect(),
                queue: numbers.iter().map(|n| n.cast_signed()).collect(),
                boxed: numbers.into(),
                kinds,
            }
        },
    )
}

pub(crate) fn derived() -> impl Strategy<Value = Derived> {
    (flat(), node(), vec(node(), 0..3))
}
