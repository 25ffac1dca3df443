//! Specifications for Kaitai, compiled by its compiler and run in Python and JavaScript, compared
//! with decoding; readers in other languages are compiled.

mod cases;
mod formats;
mod keywords;
mod protocols;
mod run;
