//! The runtime of the derives' attributes: widths of lengths and tags, types with a count, byte
//! order, versions, magic bytes, spans, checks. The traits are for types of your own; the functions
//! are called by generated code, through `__private_0_1`.
#![forbid(unsafe_code)]

mod adapted;
mod adapter;
pub(crate) mod bits;
pub(crate) mod carried;
mod check;
pub(crate) mod computed;
pub(crate) mod copied;
pub(crate) mod delimited;
pub(crate) mod detached;
pub(crate) mod ended;
pub(crate) mod expression;
pub mod fields;
#[cfg(feature = "zerocopy")]
mod in_place;
#[cfg(feature = "alloc")]
mod index;
mod magic;
pub(crate) mod nullable;
pub(crate) mod padding;
pub(crate) mod presence;
pub(crate) mod read;
pub(crate) mod run;
mod span;
pub(crate) mod tag;
mod terminated;
mod unknown;
pub(crate) mod version;
mod via;

pub use crate::value::counted::{CountLimits, Counted, DecodeCounted, DecodeCountedRef};
pub use crate::value::offsets::{DecodeIndexed, EncodeIndexed};
pub use crate::value::prefix::Prefix;
pub use crate::value::width::{FormatWidth, Varint, Width};
pub use adapter::{DecodeWith, EncodeWith, Same};
pub use bits::BitField;
pub use check::Verdict;
pub use detached::{DecodeDetached, EncodeDetached};
pub use ended::{DecodeEnded, Ended};
#[cfg(feature = "zerocopy")]
pub use in_place::InPlace;
pub use magic::Magic;
pub use span::FromSpan;
pub use tag::Tag;
pub use terminated::{Terminated, Until};
pub use unknown::UnknownTag;
pub use via::{TryVia, Via};
