//! What the fuzz targets do with an input; the test `fuzzed` of `codec-noise` does the same
//! with inputs made by rule.
#![forbid(unsafe_code)]

pub mod targets;
