//! Types with a field of every kind: the formats differ in what they carry, so
//! there is one for each set of kinds.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use codec_core::wire::{B016M, B032, B064K, B0255, Seq064K, Seq0255, Str0255, U24, U256};
use codec_core::{Decode, Encode};

pub type Unsigned = (u8, u16, u32, u64, u128, usize);
pub type Signed = (i8, i16, i32, i64, i128, isize);

/// Every kind: for bincode, postcard and pack-io.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub struct Full {
    pub letter: char,
    pub nothing: (),
    pub letters: Vec<(char, ())>,
    pub most: Most,
}

/// All but characters: for borsh.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub struct Most {
    pub unsigned: Unsigned,
    pub signed: Signed,
    pub single: f32,
    pub double: f64,
    pub flag: bool,
    pub text: String,
    pub option: Option<Box<Option<u16>>>,
    pub boxed: Box<u32>,
    pub lists: Vec<Vec<u16>>,
    pub names: Vec<String>,
    pub options: Vec<Option<Box<i64>>>,
    pub array: [u16; 3],
    pub bytes: [u8; 5],
    pub many: Vec<Point>,
    pub kind: Kind,
    pub kinds: Vec<Kind>,
    #[codec(len = u16, be, max = 300)]
    pub wide: Vec<u32>,
    #[codec(len = varint, min = 1)]
    pub few: Vec<u8>,
    pub flags: u8,
    #[codec(if = flags & 1 != 0, be)]
    pub sometimes: Option<u64>,
    #[codec(count = flags >> 4)]
    pub counted: Vec<Point>,
    pub wire: Wire,
}

/// Maps, sets and queues, and versions within: what has more forms than one.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub struct Ordered {
    pub sorted: BTreeMap<u16, String>,
    pub levels: BTreeMap<String, BTreeMap<i32, Vec<u8>>>,
    pub hashed: HashMap<i64, Option<Box<u16>>>,
    pub keys: HashSet<(u8, u32)>,
    pub set: BTreeSet<String>,
    pub queue: VecDeque<u16>,
    pub outcome: Option<Result<u32, String>>,
    pub versions: Vec<Version>,
    #[codec(len = u8, max = 9)]
    pub few: BTreeMap<u8, Corner>,
    pub count: u8,
    #[codec(count = count >> 4)]
    pub counted: BTreeSet<u16>,
    #[codec(len = varint)]
    pub shorts: VecDeque<u8>,
    pub kinds: BTreeMap<u8, Kind>,
}

/// With fields of every fate.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(version = 3, readable_since = 3, borrow)]
pub struct Version {
    pub id: u16,
    #[codec(retired = 3)]
    pub old: Vec<u16>,
    #[codec(removed = 3)]
    pub gone: u8,
    #[codec(since = 2)]
    pub name: String,
    #[codec(since = 3, len = u8)]
    pub tags: BTreeMap<u8, u16>,
}

/// A type of one size in formats of fixed width.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Point {
    pub x: i16,
    pub y: i16,
    pub on: bool,
}

/// A variant of each of the four kinds.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub enum Kind {
    #[default]
    Nothing,
    One(String),
    Two(u8, Vec<u16>),
    Named {
        id: u32,
        tags: Vec<String>,
    },
}

/// Neither tags, options, floats nor wide integers: for the consensus encoding.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub struct Plain {
    pub unsigned: (u8, u16, u32, u64),
    pub signed: (i8, i16, i32, i64),
    pub flag: bool,
    pub text: String,
    pub lists: Vec<Vec<u16>>,
    pub names: Vec<String>,
    pub hash: [u8; 32],
    pub boxed: Box<u32>,
    pub wire: Wire,
}

/// Types with a layout of their own in every format, all of which Stratum V2 has.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Wire {
    pub text: Str0255,
    pub short: B032,
    pub medium: B0255,
    pub long: B064K,
    pub huge: B016M,
    pub number: U24,
    pub hash: U256,
    pub texts: Seq0255<Str0255>,
    pub numbers: Seq064K<u32>,
    pub blobs: Seq064K<B064K>,
}

/// Stratum V2's own kinds around the wire types.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Message {
    pub unsigned: (u8, u16, u32, u64),
    pub flag: bool,
    pub single: f32,
    pub option: Option<u16>,
    pub array: [u16; 3],
    #[codec(len = u8, max = 200)]
    pub points: Vec<Corner>,
    pub wire: Wire,
    pub kind: Choice,
}

/// Like [`Point`], unsigned.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Corner {
    pub x: u16,
    pub on: bool,
}

/// Like [`Kind`], of types that Stratum V2 has.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
pub enum Choice {
    #[default]
    Nothing,
    One(Str0255),
    Two(u8, Option<B0255>),
    #[codec(value = 200)]
    Named {
        id: u32,
        names: Seq0255<Str0255>,
    },
}
