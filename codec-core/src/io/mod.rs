//! Input and output of bytes, without a format: a cursor over the input with its limits, and the
//! memory that output is written to.
#![forbid(unsafe_code)]

pub(crate) mod cursor;
pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod target;
