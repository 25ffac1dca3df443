//! The outcomes of scenarios.

use std::fmt;

/// The outcome of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The program did what the clause says.
    Pass,
    /// The program did not do what the clause says.
    Fail,
    /// The clause is about something that the program does not have, which it may leave out.
    Skip,
    /// The scenario did not get as far as its question.
    Inconclusive,
}

impl Verdict {
    /// All verdicts, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Fail, Self::Skip, Self::Inconclusive];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Skip => "skip",
            Self::Inconclusive => "inconclusive",
        })
    }
}

/// Ends a scenario before its end, with the reason.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) verdict: Verdict,
    pub(crate) reason: String,
    /// The entry of the log that broke the clause.
    pub(crate) entry: Option<usize>,
}

/// The end of a scenario: `Ok` is a pass.
pub(crate) type Outcome = Result<(), Stop>;

impl Stop {
    /// The clause is broken.
    pub(crate) fn fail(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Fail, reason: reason.into(), entry: None }
    }

    /// The clause is broken by this entry of the log.
    pub(crate) fn fail_at(entry: usize, reason: impl Into<String>) -> Self {
        Self { entry: Some(entry), ..Self::fail(reason) }
    }

    /// The clause does not apply.
    pub(crate) fn skip(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Skip, ..Self::fail(reason) }
    }

    /// The question was not reached.
    pub(crate) fn unclear(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::Inconclusive, ..Self::fail(reason) }
    }
}
