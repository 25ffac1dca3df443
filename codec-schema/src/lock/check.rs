//! Comparing a type with its lock.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::measure::DescribeFormat;
use codec_core::Protocol;
use codec_core::schema::{Describe, DescribeHeader};

use super::{LockError, body, read_lock, write_lock, written};
use crate::compare::report;
use crate::model::Model;
use crate::text::bare;

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
    check_with(path, new, "")
}

/// Compares a model, and another section after the fingerprints, with a lock.
pub(crate) fn check_with(path: &Path, new: &Model, section: &str) -> Result<Locked, LockError> {
    let policy = Policy::from_env();
    keep(
        path,
        policy,
        || Ok(written(new, section)),
        |text| {
            // Doc comments are no part of the format, and written anew with the lock alone.
            let wanted = written(new, section);
            let is_same = body(text).is_some() && bare(text).eq(bare(&wanted));
            if is_same && (!policy.bless || text.lines().eq(wanted.lines())) {
                return Ok(());
            }
            let hint = "Where this is meant, CODEC_LOCK=bless writes the lock anew.";
            let old = read_lock(text)?;
            if write_lock(&old) == write_lock(new) {
                return Err(LockError::Changed(format!(
                    "the description is the one in {}, and values have other bytes, or bytes other \
                     values: a `with`, a `check` or an impl by hand changed, or the `Debug` of a type\n{hint}",
                    path.display()
                )));
            }
            let report = report(&old, new);
            Err(LockError::Changed(format!(
                "the wire format is not the one in {}\n{report}\n{hint}",
                path.display()
            )))
        },
    )
}

/// When a comparison may write the file.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    /// Set when a missing file is created.
    create: bool,
    /// Set when a file that differs is written anew.
    bless: bool,
}

impl Policy {
    /// Blesses by `CODEC_LOCK=bless`, and creates files but in a run of continuous integration, which
    /// has `CI` in its environment.
    pub(crate) fn from_env() -> Self {
        let bless = std::env::var_os("CODEC_LOCK").is_some_and(|value| value == "bless");
        Self { create: bless || std::env::var_os("CI").is_none(), bless }
    }
}

/// Judges the text of a file, or writes it where the policy says so.
pub(crate) fn keep(
    path: &Path,
    policy: Policy,
    make: impl FnOnce() -> Result<String, LockError>,
    judge: impl FnOnce(&str) -> Result<(), LockError>,
) -> Result<Locked, LockError> {
    let io = |error| LockError::Io(path.to_owned(), error);
    let done = match fs::read_to_string(path) {
        Ok(text) => match judge(&text) {
            Ok(()) => return Ok(Locked::Holds),
            Err(_) if policy.bless => Locked::Blessed,
            Err(error) => return Err(error),
        },
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(io(error)),
        Err(_) if !policy.create => return Err(LockError::Missing(path.to_owned())),
        Err(_) => Locked::Written,
    };
    let text = make()?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io)?;
    }
    fs::write(path, text).map_err(io)?;
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each state of a file, with each policy: the outcome, and what the file has then.
    #[test]
    fn a_file_is_written_where_the_policy_says_so() {
        let path = std::env::temp_dir().join(format!("codec-schema-keep-{}", std::process::id()));
        for (create, bless) in [(false, false), (true, false), (true, true)] {
            for before in [None, Some("old"), Some("new")] {
                let _ = fs::remove_file(&path);
                if let Some(text) = before {
                    fs::write(&path, text).unwrap();
                }
                let judge = |text: &str| match text {
                    "new" => Ok(()),
                    _ => Err(LockError::Sum),
                };
                let done = keep(&path, Policy { create, bless }, || Ok("new".to_owned()), judge);
                let now = fs::read_to_string(&path).ok();
                match (before, done) {
                    (None, Err(LockError::Missing(_))) => assert!(!create && now.is_none()),
                    (None, Ok(Locked::Written)) => assert!(create && now.as_deref() == Some("new")),
                    (Some("old"), Err(LockError::Sum)) => {
                        assert!(!bless && now.as_deref() == Some("old"));
                    }
                    (Some("old"), Ok(Locked::Blessed)) => {
                        assert!(bless && now.as_deref() == Some("new"));
                    }
                    (Some("new"), Ok(Locked::Holds)) => assert_eq!(now.as_deref(), Some("new")),
                    (before, done) => panic!("{before:?}, {create}, {bless}: {done:?}"),
                }
            }
        }
        fs::remove_file(path).unwrap();
    }
}
