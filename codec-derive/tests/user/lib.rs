//! A user's crate that forbids, denies and renames what it can.
#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(unused_qualifications, single_use_lifetimes, unused_results, variant_size_differences)]
#![deny(rust_2018_idioms, future_incompatible, nonstandard_style, unused)]

/// A record.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, id = 1, flags = 2, crate = ::renamed)]
pub struct Record<T, const N: ::core::primitive::usize> {
    /// Its number.
    pub number: u32,
    /// Its values.
    pub values: [T; N],
    name: ::renamed::wire::B032,
}

/// Nothing.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, id = 2, crate = ::renamed)]
pub struct Nothing;

/// A pair, half of it borrowed.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(crate = ::renamed)]
pub struct Pair(
    /// The borrowed half.
    #[codec(borrow)]
    pub ::renamed::wire::B032,
    /// The other one.
    pub u8,
);

/// A view.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(crate = ::renamed)]
pub struct View<'input> {
    /// What it shows.
    #[codec(borrow)]
    pub text: &'input str,
    /// How often.
    pub times: u8,
}

/// Every message.
#[derive(Debug, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(messages, borrow, shared, crate = ::renamed)]
pub enum Message {
    /// A record.
    Record(Record<u8, 4>),
    /// Nothing.
    Nothing(Nothing),
}

#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, crate = ::renamed)]
struct Secret(u8);

/// Holds what nobody may name.
#[derive(Debug, Clone, PartialEq, ::renamed::Encode, ::renamed::Decode)]
#[codec(borrow, shared, crate = ::renamed)]
pub struct Open {
    secret: Secret,
}

mod inner {
    #[derive(::renamed::Encode, ::renamed::Decode)]
    #[codec(borrow, shared, crate = ::renamed)]
    struct Unused {
        one: u8,
    }

    #[derive(::renamed::Encode, ::renamed::Decode)]
    #[codec(borrow, shared, crate = ::renamed)]
    pub(crate) struct Used {
        pub(crate) one: u8,
    }
}

/// Uses what would be dead otherwise.
#[must_use]
pub fn one() -> u8 {
    inner::Used { one: 1 }.one
}
