//! The bodies of the fuzz targets; the test `fuzzed` of `codec-noise` runs the same with
//! inputs made by rule.
#![forbid(unsafe_code)]

pub mod targets;
