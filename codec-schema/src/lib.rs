//! What is made from the description of a wire format
//! ([`codec_core::schema`](codec_core::schema)): dissectors, specifications and documentation.
#![forbid(unsafe_code)]

pub mod kaitai;
pub mod page;
mod plan;
pub mod wireshark;
