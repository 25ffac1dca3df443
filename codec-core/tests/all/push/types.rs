//! The types of these tests.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use codec_core::wire::{B032, B0255, Seq064K, Str0255, U24, U256};
use codec_core::{Decode, Encode};

/// Of fixed size in every format.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Fixed {
    pub(crate) a: u8,
    pub(crate) b: u16,
    pub(crate) c: [u32; 3],
    pub(crate) d: Pair,
    pub(crate) e: bool,
}

#[derive(Debug, Clone, PartialEq, PartialOrd, Eq, Ord, Encode, Decode)]
#[codec(push)]
pub(crate) struct Pair(pub(crate) u64, pub(crate) u8);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Unit;

/// A typical type of a program.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Rich {
    pub(crate) name: String,
    pub(crate) numbers: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) flag: Option<bool>,
    pub(crate) pairs: Vec<(u16, String)>,
    pub(crate) map: BTreeMap<String, Vec<u8>>,
    pub(crate) set: BTreeSet<u16>,
    pub(crate) shape: Shape,
    pub(crate) boxed: Box<Shape>,
    pub(crate) texts: [String; 2],
    pub(crate) outcome: Result<u8, String>,
    pub(crate) queue: VecDeque<u8>,
    pub(crate) shared: (Arc<str>, Rc<u16>, Box<[u64]>),
    pub(crate) unit: Unit,
    #[codec(skip)]
    pub(crate) cache: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, tag = u8)]
pub(crate) enum Shape {
    Nothing,
    Circle(u32),
    Named {
        name: String,
        sides: Vec<u16>,
    },
    #[codec(value = 9)]
    Many(Vec<Shape>),
    #[codec(other)]
    Unknown(u8),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) enum Bare {
    One,
    Two,
    Three,
}

/// The types of Stratum V2.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, borrow)]
pub(crate) struct Wire {
    pub(crate) id: U24,
    pub(crate) name: Str0255,
    pub(crate) extranonce: B032,
    pub(crate) payload: B0255,
    pub(crate) path: Seq064K<U256>,
    pub(crate) texts: Seq064K<Str0255>,
    pub(crate) last: Option<u32>,
}

/// The types of Bitcoin.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Transaction {
    pub(crate) version: i32,
    pub(crate) inputs: Vec<Input>,
    #[codec(be)]
    pub(crate) port: u16,
    pub(crate) lock_time: u32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Input {
    pub(crate) outpoint: [u8; 36],
    pub(crate) script: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, PartialOrd, Eq, Ord, Encode, Decode)]
#[codec(push)]
pub(crate) struct Tree {
    pub(crate) value: u8,
    pub(crate) children: Vec<Tree>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct List {
    pub(crate) value: u8,
    pub(crate) next: Option<Box<List>>,
}

#[derive(Debug, Clone, PartialEq, PartialOrd, Eq, Ord, Encode, Decode)]
#[codec(push)]
pub(crate) struct Nest(pub(crate) BTreeSet<Nest>);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a check takes a reference")]
fn is_small(value: &u32) -> bool {
    *value < 0x0100_0000
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a check takes a reference")]
#[expect(clippy::ref_option, reason = "a check takes a reference")]
fn even(value: &Option<u8>) -> Result<(), &'static str> {
    if value.is_none_or(|value| value % 2 == 0) { Ok(()) } else { Err("must be even") }
}

pub(crate) mod seconds {
    use core::time::Duration;

    use codec_core::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};

    pub(crate) fn size<F: Format>() -> Size {
        <u32 as Decodable>::size::<F>()
    }
    pub(crate) fn encoded_len<F: Format>(value: &Duration) -> usize {
        seconds(value).encoded_len::<F>()
    }
    pub(crate) fn encode<F: Format>(
        value: &Duration,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        seconds(value).encode(w)
    }
    pub(crate) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Duration, DecodeError> {
        u32::decode(r).map(|seconds| Duration::from_secs(seconds.into()))
    }
    fn seconds(value: &Duration) -> u32 {
        u32::try_from(value.as_secs()).unwrap()
    }
}

/// A type of another crate, with only a `Decodable` implementation.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
pub(crate) struct Foreign {
    pub(crate) texts: Vec<String>,
    pub(crate) number: u16,
}

/// Every attribute.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, magic = b"AT", check = Self::is_sane)]
pub(crate) struct Attributes {
    #[codec(magic = 7u16)]
    pub(crate) kind: (),
    pub(crate) flags: u8,
    #[codec(le, check = is_small)]
    pub(crate) small: u32,
    #[codec(if = flags & 1 != 0, check = even)]
    pub(crate) there: Option<u8>,
    #[codec(if = flags & 2 != 0, len = u8, max = Self::MOST)]
    pub(crate) list: Option<Vec<u16>>,
    #[codec(len = u16, min = 1)]
    pub(crate) name: String,
    pub(crate) width: u8,
    #[codec(count = usize::from(width) * 2, be)]
    pub(crate) cells: Vec<u16>,
    #[codec(with = seconds)]
    pub(crate) time: core::time::Duration,
    #[codec(len = u8)]
    pub(crate) map: BTreeMap<u8, String>,
    #[codec(whole)]
    pub(crate) foreign: Foreign,
    #[codec(whole, len = u8)]
    pub(crate) whole: Vec<String>,
    pub(crate) versioned: Versioned,
    pub(crate) placed: Placed,
    pub(crate) wrapped: Wrapped,
    #[codec(tail)]
    pub(crate) more: Option<u16>,
    #[codec(tail)]
    pub(crate) rest: Vec<u16>,
}

impl Attributes {
    const MOST: usize = 3;

    fn is_sane(&self) -> bool {
        self.flags != 0x7f
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, version = 2)]
pub(crate) struct Versioned {
    pub(crate) id: u8,
    #[codec(since = 2)]
    pub(crate) name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
pub(crate) struct Placed {
    pub(crate) name: String,
    #[codec(span = name)]
    pub(crate) place: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, transparent)]
pub(crate) struct Wrapped(pub(crate) Vec<Pair>);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push, be)]
pub(crate) struct Generic<T, const N: usize> {
    pub(crate) values: [T; N],
    pub(crate) list: Vec<Option<T>>,
    pub(crate) boxed: Option<Box<T>>,
}

pub(crate) fn fixed() -> Fixed {
    Fixed { a: 1, b: 300, c: [1, 70_000, 3], d: Pair(1 << 40, 9), e: true }
}

pub(crate) fn rich() -> Rich {
    let shape = Shape::Named { name: "é triangle".into(), sides: vec![3, 4, 500] };
    Rich {
        name: "a name of more than a few letters, ünïcode".into(),
        numbers: vec![1, 200, 70_000, u32::MAX],
        bytes: (0..20).collect(),
        flag: Some(true),
        pairs: vec![(1, "one".into()), (300, String::new()), (7, "seven".into())],
        map: BTreeMap::from([("a".into(), vec![1]), ("bc".into(), vec![])]),
        set: BTreeSet::from([1, 2, 300]),
        shape: Shape::Many(vec![Shape::Nothing, shape.clone(), Shape::Circle(5)]),
        boxed: Box::new(shape),
        texts: ["x".into(), "yz".into()],
        outcome: Err("no".into()),
        queue: VecDeque::from([1, 2, 3]),
        shared: ("shared".into(), Rc::new(7), Box::new([1, 2])),
        unit: Unit,
        cache: 0,
    }
}

pub(crate) fn wire() -> Wire {
    let text = |text: &str| Str0255::try_from(text.to_owned()).unwrap();
    Wire {
        id: U24::try_from(70_000).unwrap(),
        name: text("a name"),
        extranonce: B032::try_from(&[1, 2, 3][..]).unwrap(),
        payload: B0255::try_from(&[9; 40][..]).unwrap(),
        path: vec![U256([1; 32]), U256([2; 32])].try_into().unwrap(),
        texts: vec![text("one"), text(""), text("three")].try_into().unwrap(),
        last: Some(5),
    }
}

pub(crate) fn transaction() -> Transaction {
    let input = |len: u8| Input { outpoint: [len; 36], script: (0..len).collect() };
    Transaction {
        version: -1,
        inputs: vec![input(3), input(0), input(30)],
        port: 8333,
        lock_time: 9,
    }
}

pub(crate) fn tree(depth: u8) -> Tree {
    let children = if depth == 0 { vec![] } else { vec![tree(depth - 1), tree(0)] };
    Tree { value: depth, children }
}

pub(crate) fn list(len: u8) -> List {
    let next = (len > 0).then(|| Box::new(list(len - 1)));
    List { value: len, next }
}

pub(crate) fn attributes() -> Attributes {
    Attributes {
        kind: (),
        flags: 3,
        small: 70_000,
        there: Some(4),
        list: Some(vec![1, 2, 300]),
        name: "attributes".into(),
        width: 2,
        cells: vec![1, 2, 3, 400],
        time: core::time::Duration::from_secs(70_000),
        map: BTreeMap::from([(1, "one".into()), (2, "two".into())]),
        foreign: Foreign { texts: vec!["a".into(), "bcd".into()], number: 3 },
        whole: vec!["x".into(), "yz".into()],
        versioned: Versioned { id: 5, name: "versioned".into() },
        placed: Placed { name: "placed".into(), place: 0..0 },
        wrapped: Wrapped(vec![Pair(1, 2), Pair(1 << 33, 4)]),
        more: Some(300),
        rest: vec![1, 2, 3],
    }
}
