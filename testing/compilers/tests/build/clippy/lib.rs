//! A type of each kind, under the lints that a careful crate denies.
#![deny(missing_docs, clippy::all, clippy::pedantic, clippy::nursery, clippy::same_name_method)]
#![deny(clippy::exhaustive_enums, clippy::exhaustive_structs)]

use codec_core::{Decode, Encode};

/// With all forms.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, push, id = 3)]
#[non_exhaustive]
pub struct Record {
    /// A number.
    pub number: u32,
    /// One that may be missing.
    pub maybe: Option<bool>,
    /// Its parts.
    pub parts: Vec<Part>,
    /// Short.
    #[codec(max = 30)]
    pub limited: String,
    /// Present or not.
    #[codec(if = number > 1)]
    pub note: Option<String>,
}

/// With bits.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, push)]
#[non_exhaustive]
pub struct Part {
    /// The upper half.
    #[codec(bits = 4)]
    pub high: u8,
    /// The lower half.
    #[codec(bits = 4)]
    pub low: u8,
    /// Its name.
    pub name: String,
}

/// Variants of each style.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, push, tag = u8)]
#[non_exhaustive]
pub enum Choice {
    /// Nothing.
    One,
    /// A tuple.
    Two(u32, String),
    /// Named fields.
    #[non_exhaustive]
    Three {
        /// A text.
        text: String,
    },
    /// Another tag.
    #[codec(other)]
    Other(u8),
}

/// Messages.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, messages, handler)]
#[non_exhaustive]
pub enum Any {
    /// The only one.
    Record(Record),
}

/// With parameters.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, push)]
#[non_exhaustive]
pub struct Generic<T> {
    /// One.
    pub one: T,
    /// Many.
    pub many: Vec<T>,
}

/// With a lifetime of its own.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[non_exhaustive]
pub struct View<'a> {
    /// A text.
    #[codec(borrow)]
    pub text: &'a str,
    /// A number.
    pub number: u32,
}

/// Words that expressions know besides fields.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared)]
#[non_exhaustive]
pub struct Asking {
    /// A number of bits.
    pub width: u8,
    /// The first part.
    #[codec(bits = width)]
    pub left: u16,
    /// The others.
    #[codec(bits = 16 - width)]
    pub right: u16,
    /// Or a default.
    #[codec(if = width > 3, default = left * 2)]
    pub port: u16,
    /// At a multiple of four.
    #[codec(pad_before = (4 - offset % 4) % 4, max = remaining)]
    pub name: String,
    /// Up to the last two bytes.
    #[codec(count = remaining - 2)]
    pub body: Vec<u8>,
    /// These.
    #[codec(check = remaining == 0)]
    pub end: u16,
}

/// With ranges of tags.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[codec(borrow, shared, push, detached, tag = u8)]
#[non_exhaustive]
pub enum Ranges {
    /// One of some.
    #[codec(value = 4..=9)]
    Some(u8, String),
    /// One of the others.
    #[codec(value = 10..)]
    Others(u8),
}

/// All of it is public, and checked by a function.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[expect(clippy::exhaustive_structs, reason = "it has no more fields")]
#[codec(borrow, shared, push)]
pub struct Complete {
    /// Its name.
    #[codec(check = is_short)]
    pub name: String,
}

const fn is_short(name: &str) -> bool {
    name.len() < 10
}
