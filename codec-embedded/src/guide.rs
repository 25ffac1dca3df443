//! The page of [the book](https://github.com/codec-rs/codec/blob/main/docs/SUMMARY.md) on this crate.
#![forbid(unsafe_code)]

#[doc = include_str!("../guide/embedded.md")]
pub mod embedded {}
