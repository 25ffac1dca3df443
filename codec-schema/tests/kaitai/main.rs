//! Specifications for Kaitai, compiled by its compiler and run in Python and JavaScript, compared
//! with decoding.
#![forbid(unsafe_code)]

mod cases;
mod formats;
mod protocols;
mod run;
#[path = "../samples/mod.rs"]
mod samples;
