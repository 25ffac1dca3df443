//! Measures of a description in a format: how it encodes each part, how long values are, and what it
//! refuses. Constants, without `std`.

mod encoding;
mod longest;
mod protocol;
mod size;
pub(crate) mod support;

pub use encoding::{CharLayout, DescribeFormat, Encoding, Number};
pub use longest::EncodedLenMax;
pub use protocol::ProtocolSchema;
pub use size::{SizeRange, max_len, size};
pub use support::refused;
