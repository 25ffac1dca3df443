//! Every format compared with the crate that defines it: the same bytes for the same values, the
//! same values for the same bytes, and the same inputs accepted. Some references ignore trailing
//! bytes; here they are an error, except in the prefix form.

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

/// Generated values per format, for a type with everything its reference supports: `CODEC_CASES`,
/// or as many as an unoptimised build handles in a few seconds.
pub(crate) fn cases() -> u32 {
    std::env::var("CODEC_CASES").map_or(100, |cases| cases.parse().expect("a number of cases"))
}

/// As [`cases`], but for each of the many groups of types.
pub(crate) fn group_cases() -> u32 {
    cases().div_ceil(10)
}
