//! Tests of `codec-core` that need the crates which define its formats. `cargo test` passes over them,
//! since they take as long to build as all other tests of that crate together; `.ci/run` names them.
#![no_std]
#![forbid(unsafe_code)]

/// Examples of pages that name crates which nothing else in the workspace builds.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/migrating/prost.md")]
struct FromProst;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/migrating/wincode.md")]
struct FromWincode;
