//! Comparing a type with its lock.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::measure::DescribeFormat;
use codec_core::Protocol;
use codec_core::schema::{Describe, DescribeHeader};

use super::{LockError, read_lock, write_lock};
use crate::compare::report;
use crate::model::Model;

/// The outcome of a comparison with a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locked {
    /// There was no lock; one was written.
    Written,
    /// The format matches the lock.
    Holds,
    /// The format differed, and the lock was rewritten because of `CODEC_LOCK=bless`.
    Blessed,
}

/// Compares the format of `T` with a lock: the function behind
/// [`assert_locked!`](crate::assert_locked).
///
/// # Errors
/// All of [`LockError`].
pub fn check_lock<T: Describe + ?Sized>(path: impl AsRef<Path>) -> Result<Locked, LockError> {
    check(path.as_ref(), &Model::of::<T>().map_err(LockError::Model)?)
}

/// Compares the header and the messages of a protocol with its lock.
///
/// # Errors
/// All of [`LockError`].
pub fn check_protocol_lock<P: Protocol>(path: impl AsRef<Path>) -> Result<Locked, LockError>
where
    P::Header: DescribeHeader,
    P::Format: DescribeFormat,
    P::Message: Describe,
{
    check(path.as_ref(), &Model::of_protocol::<P>().map_err(LockError::Model)?)
}

fn check(path: &Path, new: &Model) -> Result<Locked, LockError> {
    let io = |error| LockError::Io(path.to_owned(), error);
    let bless = std::env::var_os("CODEC_LOCK").is_some_and(|value| value == "bless");
    let write = |done| {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io)?;
        }
        fs::write(path, write_lock(new)).map_err(io)?;
        Ok(done)
    };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if std::env::var_os("CI").is_some() && !bless {
                return Err(LockError::Missing(path.to_owned()));
            }
            return write(Locked::Written);
        }
        Err(error) => return Err(io(error)),
    };
    if text.lines().eq(write_lock(new).lines()) {
        return Ok(Locked::Holds);
    }
    if bless {
        return write(Locked::Blessed);
    }
    let old = read_lock(&text)?;
    let report = report(&old, new);
    let hint = "Where this is meant, CODEC_LOCK=bless writes the lock anew.";
    Err(LockError::Changed(format!(
        "the wire format is not the one in {}\n{report}\n{hint}",
        path.display()
    )))
}
