//! Values of unknown length out of a [`Read`](std::io::Read) and into a
//! [`Write`](std::io::Write), without frames around them.
//!
//! | need | call | buffer |
//! |---|---|---|
//! | one value, the stream left right after it | [`Format::read_from`](crate::Format::read_from) | the source's |
//! | many values, one after another | [`StreamReader`] | reads ahead |
//! | all values of a file | [`Records`] | reads ahead |
//! | one value | [`Format::write_to`](crate::Format::write_to) | none |
//! | many values | [`RecordWriter`] | kept from value to value |
//!
//! The end of a value is found by decoding it: first from the buffer, as from a slice. If it turns
//! out to be incomplete, it is decoded once more, by a reader that fetches the missing bytes from
//! the source: as many as the value is known to need, when it needs them. No read waits for a byte
//! that the value doesn't need, and the work is linear in the bytes, however small the pieces they
//! arrive in.
#![forbid(unsafe_code)]

mod bare;
mod error;
mod fetched;
mod intake;
mod pass;
mod pieces;
mod reader;
mod records;
mod segments;
mod stage;
#[cfg(feature = "tokio")]
mod tokio;
mod writer;

pub use error::{ReadError, WriteError};
pub use reader::StreamReader;
pub use records::Records;
#[cfg(feature = "tokio")]
pub use tokio::AsyncStreamReader;
pub use writer::RecordWriter;

pub(crate) use bare::{read_from, write_to};
