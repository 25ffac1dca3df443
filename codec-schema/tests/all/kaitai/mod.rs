//! Specifications for Kaitai, compiled by its compiler and run in Python and JavaScript, compared
//! with decoding.

mod cases;
mod formats;
mod protocols;
mod run;
