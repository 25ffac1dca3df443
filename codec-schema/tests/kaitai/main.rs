//! Specifications for Kaitai, compiled by its compiler and run in Python and JavaScript
//! against what decoding says.
#![forbid(unsafe_code)]

mod cases;
mod formats;
mod protocols;
mod run;
#[path = "../samples/mod.rs"]
mod samples;
