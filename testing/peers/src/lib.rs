//! Tests of `codec-core` that need the crates which define its formats. `cargo test` passes over them,
//! since they take as long to build as all other tests of that crate together; `.ci/run` names them.
#![no_std]
#![forbid(unsafe_code)]
