//! Effects of a change of a wire format on deployed programs.

mod count;
mod empty;
mod frame;
mod header;
mod number;
mod record;
mod refusal;
mod report;
mod walk;

use crate::measure::Encoding;

pub use report::{Report, report};

use crate::model::Model;

/// The programs, from before and after a change, that can read each other's data.
///
/// Reading means accepting every encoding that the other side writes, and finding the same values
/// in the fields that both have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Class {
    /// The formats are the same, names included.
    Identical,
    /// Each reads what the other writes.
    Both,
    /// New readers read what old writers write, but not vice versa: deploy readers first.
    NewReadsOld,
    /// Old readers read what new writers write, but not vice versa: deploy writers first.
    OldReadsNew,
    /// Neither reads everything that the other writes.
    Breaking,
    /// The format did not support the type before the change.
    Absent,
}

impl Class {
    /// Returns `true` if new readers read everything that old writers write.
    pub const fn new_reads_old(self) -> bool {
        matches!(self, Self::Identical | Self::Both | Self::NewReadsOld)
    }

    /// Returns `true` if old readers read everything that new writers write.
    pub const fn old_reads_new(self) -> bool {
        matches!(self, Self::Identical | Self::Both | Self::OldReadsNew)
    }
}

/// The effect of a change in one format, and the reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The effect in one word.
    pub class: Class,
    /// Why new readers don't read what old writers write: field and reason.
    pub new_reads_old: Vec<String>,
    /// Why old readers don't read what new writers write.
    pub old_reads_new: Vec<String>,
    /// Harmless changes, mostly of names.
    pub notes: Vec<String>,
    /// Opaque fields, which are not judged.
    pub opaque: Vec<String>,
}

/// Compares two versions of a type in one format.
///
/// A verdict never calls an incompatible change compatible, as far as descriptions go: opaque
/// fields are reported as not judged.
///
/// ```
/// use codec_schema::{Class, Encoding, Model, compare};
/// let (old, new) = (Model::of::<u16>()?, Model::of::<u32>()?);
/// assert_eq!(compare(&old, &new, &Encoding::POSTCARD).class, Class::NewReadsOld);
/// assert_eq!(compare(&old, &new, &Encoding::BORSH).class, Class::Breaking);
/// # Ok::<(), codec_schema::ModelError>(())
/// ```
pub fn compare(old: &Model, new: &Model, encoding: &Encoding) -> Verdict {
    let mut verdict = Verdict {
        class: Class::Absent,
        new_reads_old: Vec::new(),
        old_reads_new: Vec::new(),
        notes: Vec::new(),
        opaque: Vec::new(),
    };
    if old.refused(encoding).is_some() {
        return verdict;
    }
    if let Some(hint) = new.refused(encoding) {
        verdict.class = Class::Breaking;
        verdict.new_reads_old.push(hint.clone());
        verdict.old_reads_new.push(hint);
        return verdict;
    }
    let forth = walk::reads(new, old, encoding);
    verdict.opaque = forth.opaque;
    if old.fingerprint(encoding) == new.fingerprint(encoding) {
        verdict.class = Class::Identical;
        return verdict;
    }
    let back = walk::reads(old, new, encoding);
    verdict.notes = forth.notes;
    verdict.class = match (forth.reasons.is_empty(), back.reasons.is_empty()) {
        (true, true) => Class::Both,
        (true, false) => Class::NewReadsOld,
        (false, true) => Class::OldReadsNew,
        (false, false) => Class::Breaking,
    };
    verdict.new_reads_old = forth.reasons;
    verdict.old_reads_new = back.reasons;
    verdict
}
