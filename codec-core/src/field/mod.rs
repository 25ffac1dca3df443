//! What the attributes of the derives ask for, field by field: widths of
//! lengths and tags, counts from other fields, byte order, versions. Generated
//! code calls it; an implementation by hand may, too.
#![forbid(unsafe_code)]

mod check;
mod magic;
mod presence;
mod read;
mod run;
mod span;
mod tag;
mod unknown;
mod version;

pub use crate::value::counted::{
    CountLimits, Counted, DecodeCounted, DecodeCountedRef, count, counted_len,
};
pub use crate::value::prefix::Prefix;
pub use crate::value::width::{FormatWidth, Varint, Width};
pub use check::Verdict;
pub use magic::Magic;
pub use span::FromSpan;
pub use tag::{Tag, assert_distinct, assert_fits, from_discriminant, variant_at};
pub use unknown::UnknownTag;

pub use version::{FieldStart, versioned_len, versioned_size};

pub(crate) use version::peek_version;
