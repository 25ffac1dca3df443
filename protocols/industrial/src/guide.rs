//! The page of [the book](https://github.com/codec-rs/codec/blob/main/docs/SUMMARY.md) on this crate.
#![forbid(unsafe_code)]

#[doc = include_str!("../guide/industrial.md")]
pub mod industrial {}

#[doc = include_str!("../guide/industrial_messages.md")]
pub mod industrial_messages {}
