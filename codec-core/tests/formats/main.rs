//! Every format against the crate that defines it: the same bytes for the same
//! values, the same values for the same bytes, and the same inputs accepted.
//! The references ignore trailing bytes or not, as they please; here they are an
//! error unless the prefix form is called.

mod attributes;
mod bincode;
mod bincode1;
mod borsh;
mod clauses;
mod compact;
mod consensus;
mod derived;
mod golden;
mod integers;
mod postcard;
mod reference;
mod strict;
mod types;
mod values;
mod whole;
mod wincode;

/// Generated values a format, of a type that has all that its reference carries:
/// `CODEC_CASES`, or as many as a build without optimisation does in a few seconds.
pub(crate) fn cases() -> u32 {
    std::env::var("CODEC_CASES").map_or(100, |cases| cases.parse().expect("a number of cases"))
}

/// As [`cases`], of each group of types, of which there are many.
pub(crate) fn group_cases() -> u32 {
    cases().div_ceil(10)
}
