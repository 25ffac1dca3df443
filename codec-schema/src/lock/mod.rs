//! Locks: the description of a wire format in a human-readable file.

mod check;

use std::fmt;
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::measure::Encoding;

pub use check::{Locked, check_lock, check_protocol_lock};
pub(crate) use check::{Policy, check_with, keep};

use crate::fingerprint::Hash;
use crate::model::Model;
use crate::text::{documented, parse, text};

/// The first line of a lock.
const FIRST: &str = "codec wire format lock, version 1";

/// Why a comparison with a lock failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// The file can't be read or written.
    Io(PathBuf, std::io::Error),
    /// It is not a lock of this version; its first line.
    Version(String),
    /// It was edited by hand, or truncated.
    Sum,
    /// A line has invalid syntax.
    Syntax {
        /// The line number, from 1.
        line: usize,
        /// The mistake.
        what: String,
    },
    /// The type's description exceeds the limits.
    Model(crate::model::ModelError),
    /// The format differs: the full report.
    Changed(String),
    /// There is no lock, in a run that doesn't write one.
    Missing(PathBuf),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Version(found) => write!(
                f,
                "this is no lock of this version: its first line is {found:?}, not {FIRST:?}"
            ),
            Self::Sum => f.write_str(
                "the lock was edited by hand or cut: its last line is not the sum of the others; \
                 take it from version control, or write it anew with CODEC_LOCK=bless",
            ),
            Self::Syntax { line, what } => write!(f, "line {line} of the lock: {what}"),
            Self::Model(error) => write!(f, "the description: {error}"),
            Self::Changed(report) => f.write_str(report),
            Self::Missing(path) => write!(
                f,
                "{} is missing; run the test without CI in the environment, and commit the file",
                path.display()
            ),
        }
    }
}

impl std::error::Error for LockError {}

/// The text of a lock for a model, without doc comments: those are in the file that
/// [`assert_locked!`](crate::assert_locked) writes.
///
/// ```
/// use codec_schema::{Model, read_lock, write_lock};
/// let model = Model::of::<(u16, Option<bool>)>()?;
/// let lock = write_lock(&model);
/// assert!(lock.contains("root (u16, option(bool))"));
/// assert_eq!(read_lock(&lock)?, model);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_lock(model: &Model) -> String {
    sealed(&format!("{FIRST}\n\n{}\n{}", text(model), fingerprints(model)))
}

/// The text of a lock with doc comments, and with another section after the fingerprints.
pub(crate) fn written(model: &Model, section: &str) -> String {
    sealed(&format!("{FIRST}\n\n{}\n{}{section}", documented(model), fingerprints(model)))
}

/// A lock's lines with the sum of them all.
fn sealed(body: &str) -> String {
    let sum = sum(body.trim_end());
    format!("{body}\nsum {sum}\n")
}

/// The fingerprint in each format that supports the whole model.
fn fingerprints(model: &Model) -> String {
    let mut text = "fingerprints\n".to_owned();
    for encoding in Encoding::ALL {
        let found = match model.refused(encoding) {
            None => model.fingerprint(encoding).to_string(),
            Some(_) => "-".to_owned(),
        };
        let _ = writeln!(text, "    {} {found}", encoding.name);
    }
    text
}

fn sum(body: &str) -> crate::fingerprint::Fingerprint {
    let mut hash = Hash::new();
    // Version control may change line endings.
    for line in body.lines() {
        let _ = writeln!(hash, "{line}");
    }
    hash.finish()
}

/// The lines of a lock but the last, if that is their sum.
fn body(lock: &str) -> Option<&str> {
    let (body, last) = lock.trim_end().rsplit_once('\n')?;
    (last.strip_prefix("sum ")? == sum(body.trim_end()).to_string()).then_some(body)
}

/// The model in a lock.
///
/// # Errors
/// [`LockError::Version`], [`LockError::Sum`], [`LockError::Syntax`].
pub fn read_lock(lock: &str) -> Result<Model, LockError> {
    let first = lock.lines().next().unwrap_or_default();
    if first != FIRST {
        return Err(LockError::Version(first.chars().take(100).collect()));
    }
    parse(body(lock).ok_or(LockError::Sum)?)
        .map_err(|(line, what)| LockError::Syntax { line, what })
}
