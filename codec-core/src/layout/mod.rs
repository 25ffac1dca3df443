//! What the attributes of the derives ask for, field by field: widths of
//! lengths and tags, counts from other fields, byte order, versions. Generated
//! code calls it; an implementation by hand may, too.
#![forbid(unsafe_code)]

mod check;
mod count_impls;
pub(crate) mod count_more;
mod counted;
mod magic;
mod prefix;
mod presence;
mod read;
mod span;
mod tag;
mod unknown;
mod version;
mod width;

pub use check::Verdict;
pub use counted::{CountLimits, Counted, DecodeCounted, DecodeCountedRef, count, counted_len};
pub use magic::Magic;
pub use prefix::Prefix;
pub use span::FromSpan;
pub use tag::{Tag, assert_distinct, assert_fits, from_discriminant, variant_at};
pub use unknown::UnknownTag;
pub use width::{FormatWidth, Varint, Width};

pub use version::{FieldStart, versioned_len, versioned_size};

pub(crate) use version::peek_version;
