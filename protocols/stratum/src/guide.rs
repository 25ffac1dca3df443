//! The pages of [the book](https://github.com/codec-rs/codec/blob/main/docs/SUMMARY.md) on this crate.
#![forbid(unsafe_code)]

#[doc = include_str!("../guide/stratum_v2.md")]
pub mod stratum_v2 {}

#[doc = include_str!("../guide/programs.md")]
pub mod programs {}
