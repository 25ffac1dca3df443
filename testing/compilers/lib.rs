//! Tests of the derives that start a compiler, for 160 programs. `cargo test` passes over them; `.ci/run` names
//! them.
#![no_std]
#![forbid(unsafe_code)]
