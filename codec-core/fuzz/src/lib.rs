//! The work of the fuzz targets on an input; the test `corpus` of `codec-core`
//! does the same with the inputs that were kept.
#![forbid(unsafe_code)]

pub mod indexed;
pub mod indexed_kinds;
pub mod kitchen;
pub mod laws;
pub mod peers;
pub mod targets;
