//! Dissectors in the real tshark, against what decoding says.
#![forbid(unsafe_code)]

mod capture;
mod expected;
mod formats;
mod protocols;
#[path = "../samples/mod.rs"]
mod samples;
mod tshark;
