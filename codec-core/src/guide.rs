//! The pages of [the book](https://github.com/codec-rs/codec/blob/main/docs/SUMMARY.md) on this crate.
#![forbid(unsafe_code)]

#[doc = include_str!("../guide/start.md")]
pub mod start {}

#[doc = include_str!("../guide/choosing.md")]
pub mod choosing {}

#[doc = include_str!("../guide/formats.md")]
pub mod formats {}

#[doc = include_str!("../guide/serde.md")]
pub mod serde {}

#[doc = include_str!("../guide/derive.md")]
pub mod derive {}

#[doc = include_str!("../guide/evolution.md")]
pub mod evolution {}

#[doc = include_str!("../guide/streams.md")]
pub mod streams {}

#[doc = include_str!("../guide/push.md")]
pub mod push {}

#[doc = include_str!("../guide/packed.md")]
pub mod packed {}

#[doc = include_str!("../guide/limits.md")]
pub mod limits {}

#[doc = include_str!("../guide/inspecting.md")]
pub mod inspecting {}

#[doc = include_str!("../guide/wire_formats.md")]
pub mod wire_formats {}

#[doc = include_str!("../guide/diagnostics.md")]
pub mod diagnostics {}
