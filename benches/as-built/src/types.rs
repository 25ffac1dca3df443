// Types that nobody tuned for: orders, chat events, a transaction, a configuration, maps, a
// recursive expression.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub enum Side {
    Buy,
    Sell,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub enum Kind {
    Limit { price: u64 },
    Market,
    Stop { trigger: u64, limit: Option<u64> },
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Order {
    pub id: u64,
    pub account: u32,
    pub side: Side,
    pub kind: Kind,
    pub qty: u64,
    pub tag: Option<u32>,
    pub ts: i64,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Tick {
    pub ts: u64,
    pub price: f64,
    pub size: u32,
    pub flags: u8,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Ticks {
    pub symbol: String,
    pub ticks: Vec<Tick>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub enum Event {
    Joined { user: u64, name: String },
    Left { user: u64 },
    Message { user: u64, text: String, reply: Option<u64> },
    Reaction { user: u64, message: u64, emoji: String },
    Typing(u64),
    Topic(String),
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Events {
    pub room: u64,
    pub events: Vec<Event>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Instruction {
    pub program: u8,
    pub accounts: Vec<u8>,
    pub data: Vec<u8>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Tx {
    pub signatures: Vec<[u8; 32]>,
    pub header: [u8; 3],
    pub keys: Vec<[u8; 32]>,
    pub blockhash: [u8; 32],
    pub instructions: Vec<Instruction>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Book {
    pub symbol: String,
    pub seq: u64,
    pub bids: Vec<(u64, u64)>,
    pub asks: Vec<(u64, u64)>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Point {
    pub x: f32,
    pub y: f32,
    pub tags: Vec<String>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Two {
    pub a: Vec<u32>,
    pub b: Vec<u8>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Options {
    pub values: Vec<Option<u64>>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Config {
    pub http_id: u32,
    pub http_count: u32,
    pub http_enabled: bool,
    pub http_host: String,
    pub http_bytes: u64,
    pub http_proxy: Option<String>,
    pub http_ratio: f64,
    pub http_port: u16,
    pub http_level: u8,
    pub http_offset: i32,
    pub store_id: u32,
    pub store_count: u32,
    pub store_enabled: bool,
    pub store_host: String,
    pub store_bytes: u64,
    pub store_proxy: Option<String>,
    pub store_ratio: f64,
    pub store_port: u16,
    pub store_level: u8,
    pub store_offset: i32,
    pub log_id: u32,
    pub log_count: u32,
    pub log_enabled: bool,
    pub log_host: String,
    pub log_bytes: u64,
    pub log_proxy: Option<String>,
    pub log_ratio: f64,
    pub log_port: u16,
    pub log_level: u8,
    pub log_offset: i32,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[bincode(crate = "used")]
pub struct Maps {
    pub m: BTreeMap<String, u64>,
    pub n: BTreeMap<u32, Vec<u8>>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    codec_core::Encode,
    codec_core::Decode,
    used::Encode,
    used::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[bincode(crate = "used")]
pub enum Expr {
    Num(i64),
    Var(String),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}
