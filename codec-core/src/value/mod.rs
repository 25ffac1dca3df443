//! The traits of values: encoding, and decoding owned, borrowed and shared; and what they are built
//! on: runs of values, and sequences with a count.
#![forbid(unsafe_code)]

pub(crate) mod borrow;
pub(crate) mod bulk;
pub(crate) mod counted;
pub(crate) mod decode;
pub(crate) mod decode_ref;
pub(crate) mod encode;
pub(crate) mod entry;
#[cfg(feature = "alloc")]
pub(crate) mod estimate;
pub(crate) mod growing;
#[cfg(any(feature = "arrayvec", feature = "heapless"))]
pub(crate) mod in_place;
pub(crate) mod memory;
pub(crate) mod mode;
pub(crate) mod numbers;
pub(crate) mod offsets;
pub(crate) mod prefix;
#[cfg(feature = "bytes")]
pub(crate) mod share;
#[cfg(feature = "alloc")]
pub(crate) mod text_owned;
pub(crate) mod varying;
pub(crate) mod width;

#[cfg(all(test, feature = "std"))]
mod refusal_tests;
