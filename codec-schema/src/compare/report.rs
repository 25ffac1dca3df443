//! The verdicts in all formats, for people.

use std::fmt;

use crate::measure::Encoding;

use super::{Class, Verdict, compare};
use crate::model::Model;

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identical => "identical",
            Self::Both => "compatible: old and new programs read each other",
            Self::NewReadsOld => "new readers read old writers, and not the reverse",
            Self::OldReadsNew => "old readers read new writers, and not the reverse",
            Self::Breaking => "breaking",
            Self::Absent => "not in this format before",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.class)?;
        let parts = [
            ("new readers fail on old writers", &self.new_reads_old),
            ("old readers fail on new writers", &self.old_reads_new),
            ("harmless", &self.notes),
            ("opaque, and not judged", &self.opaque),
        ];
        for (head, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            write!(f, "\n    {head}:")?;
            for line in lines {
                write!(f, "\n        {line}")?;
            }
        }
        Ok(())
    }
}

/// The verdicts of one change in the seven formats.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The name of each format, and its verdict.
    pub verdicts: Vec<(&'static str, Verdict)>,
}

/// Compares two versions of a type in each of the seven formats.
///
/// ```
/// use codec_schema::{Model, report};
/// let (old, new) = (Model::of::<(u16, u8)>()?, Model::of::<(u32, u8)>()?);
/// let text = report(&old, &new).to_string();
/// assert!(text.contains("Postcard, Compact: new readers read old writers"));
/// assert!(text.contains(".0: it is written as 2 bytes, little-endian, and read as 4 bytes"));
/// # Ok::<(), codec_schema::ModelError>(())
/// ```
pub fn report(old: &Model, new: &Model) -> Report {
    let verdict = |encoding: &'static Encoding| (encoding.name, compare(old, new, encoding));
    Report { verdicts: Encoding::ALL.into_iter().map(verdict).collect() }
}

/// Formats with the same verdict are grouped.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told: Vec<&Verdict> = Vec::new();
        for (_, verdict) in &self.verdicts {
            if told.contains(&verdict) {
                continue;
            }
            let same = self.verdicts.iter().filter(|(_, other)| other == verdict);
            let names: Vec<_> = same.map(|(name, _)| *name).collect();
            let line = if told.is_empty() { "" } else { "\n" };
            write!(f, "{line}{}: {verdict}", names.join(", "))?;
            told.push(verdict);
        }
        Ok(())
    }
}
