//! Every format against the crate that defines it: the same bytes for the same
//! values, the same values for the same bytes, and the same inputs accepted.
//! The references ignore trailing bytes or not, as they please; here they are an
//! error unless the prefix form is called.

mod bincode;
mod bincode1;
mod borsh;
mod clauses;
mod compact;
mod consensus;
mod golden;
mod integers;
mod postcard;
mod reference;
mod strict;
mod types;
mod values;

/// Generated values a format: as many as a build without optimisation does in a
/// few seconds, and ten thousand of an optimised one.
pub(crate) const CASES: u32 = if cfg!(debug_assertions) { 200 } else { 10_000 };

/// As [`CASES`], of each group of types, of which there are many.
pub(crate) const GROUP_CASES: u32 = if cfg!(debug_assertions) { 50 } else { 10_000 };
