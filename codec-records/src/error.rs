//! Why a file of records can't be opened, or a record not be read or written.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use codec_core::{DecodeError, EncodeError};
use codec_schema::{LockError, ModelError, Verdict};

/// An error of a file of records: the file, and the [`Fault`].
#[derive(Debug)]
pub struct FileError {
    /// Behind a pointer, so that results are as long as their records.
    about: Box<(PathBuf, Fault)>,
}

/// The fault of a file of records.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A call of the operating system failed.
    Io(io::Error),
    /// The file does not begin as a file of records.
    Foreign,
    /// The file ends within its front, at this byte: its creation was interrupted.
    Cut(u64),
    /// Both copies of the front are damaged.
    Front,
    /// The front's lock can't be read.
    Lock(LockError),
    /// The description of this program's type exceeds the limits.
    Model(ModelError),
    /// The records have another format: its name.
    Format(String),
    /// The type that wrote the file does not fit: why not.
    Refused(Box<Verdict>),
    /// Another appender has the file.
    Busy,
    /// The bytes of this range of the file are damaged.
    Damaged(Range<u64>),
    /// A record has more bytes than the limit.
    TooLong {
        /// The number of the record.
        number: u64,
        /// The number of bytes of its value.
        len: u64,
        /// The most that is read or written.
        limit: u32,
    },
    /// A record is as it was written, and no value of the type.
    Decode {
        /// The number of the record.
        number: u64,
        /// The offset of its value in the file.
        at: u64,
        /// The error, with an offset in the value.
        error: DecodeError,
    },
    /// A value has no encoding.
    Encode(EncodeError),
}

impl FileError {
    #[cold]
    pub(crate) fn new(path: &Path, fault: impl Into<Fault>) -> Self {
        Self { about: Box::new((path.to_owned(), fault.into())) }
    }

    /// The fault.
    pub const fn fault(&self) -> &Fault {
        &self.about.1
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, fault) = &*self.about;
        if !path.as_os_str().is_empty() {
            write!(f, "{}: ", path.display())?;
        }
        fault.fmt(f)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("not a file of records: its first bytes are wrong"),
            Self::Cut(len) => write!(f, "the file ends within its front, at byte {len}"),
            Self::Front => f.write_str("both copies of the front, from byte 0, are damaged"),
            Self::Lock(error) => write!(f, "the lock in the front: {error}"),
            Self::Model(error) => write!(f, "the description of this program's type: {error}"),
            Self::Format(found) => write!(f, "the records have another format: {found}"),
            Self::Refused(verdict) => {
                write!(f, "the file was written by a type that does not fit: {verdict}")
            }
            Self::Busy => f.write_str("another appender has the file"),
            Self::Damaged(Range { start, end }) => {
                write!(f, "the bytes from {start} to {end} are damaged")
            }
            Self::TooLong { number, len, limit } => {
                write!(f, "record {number} has {len} bytes, over the limit of {limit}")
            }
            Self::Decode { number, at, error } => {
                write!(f, "record {number}, from byte {at} of the file: {error}")
            }
            Self::Encode(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.fault() {
            Fault::Io(error) => Some(error),
            Fault::Lock(error) => Some(error),
            Fault::Model(error) => Some(error),
            Fault::Decode { error, .. } => Some(error),
            Fault::Encode(error) => Some(error),
            _ => None,
        }
    }
}
