//! Dissectors run in the real tshark, compared with decoding.
#![forbid(unsafe_code)]

mod capture;
mod expected;
mod formats;
mod protocols;
#[path = "../samples/mod.rs"]
mod samples;
mod tshark;
