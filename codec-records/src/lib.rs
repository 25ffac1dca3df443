//! Files of records: appended values of one type, each with its length and CRC32C, behind the lock of
//! the type that wrote them.
//!
//! An [`Appender`] writes; a [`RecordFile`] reads by number or in order, also beside the appender, and
//! judges on opening whether its type reads what the file's type wrote. Whatever happens to the bytes,
//! records are either as they were written or reported as lost, and reading goes on behind the damage.
//! The page [files](https://github.com/codec-rs/codec/blob/main/docs/files.md) has the bytes.
//!
//! ```
//! use codec_core::{Decode, Encode, Postcard};
//! use codec_records::{Appender, RecordFile};
//!
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! #[codec(borrow, schema)]
//! struct Trade { symbol: String, lots: u32 }
//!
//! # let folder = std::env::temp_dir().join(format!("codec-records-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("trades");
//! let mut trades = Appender::<Trade, Postcard>::open(&path)?;
//! assert_eq!(trades.append(&Trade { symbol: "ABC".to_owned(), lots: 7 })?, 0);
//! trades.sync()?;
//!
//! let mut file = RecordFile::<Trade, Postcard>::open(&path)?;
//! assert_eq!(file.get(0)?, Some(Trade { symbol: "ABC".to_owned(), lots: 7 }));
//! assert_eq!(file.get_ref(0)?.unwrap().symbol, "ABC");
//! assert_eq!(file.get(1)?, None);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod append;
mod error;
mod file;
mod index;
mod layout;
mod source;
mod walk;

pub use append::{Appender, Recovery, recover};
pub use error::{Fault, FileError};
pub use file::{Iter, RecordFile};
pub use source::{FileSource, Source};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
