//! The scenarios: what each sends, and what it accepts.

mod extension;
pub(crate) mod general;
mod job;
mod name;
mod open;
mod sealed;
pub(crate) mod setup;
mod share;
mod space;
pub(crate) mod table;
mod update;

use std::fmt;

use crate::peer::Bench;
use crate::verdict::Outcome;
pub use table::SCENARIOS;
pub(crate) use table::row;

/// The force of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// The specification demands it.
    Must,
    /// The specification advises it, or other programs rely on it.
    Should,
    /// Programs expect it, and the specification does not ask for it.
    May,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::May => "MAY",
        })
    }
}

/// One question to a program.
pub struct Scenario {
    /// Its id: for servers that of the catalogue of `plebhash/interoperability-tests-sv2`, if that has it.
    pub id: &'static str,
    /// The force of its clause.
    pub level: Level,
    /// Sections of the specification; `ext 1` is extension 0x0001.
    pub clause: &'static str,
    /// The messages that are sent, after `SetupConnection` and the channels that they need.
    pub sends: &'static str,
    /// The answer that passes.
    pub accepts: &'static str,
    /// Plays it.
    pub(crate) play: fn(&mut Bench<'_>) -> Outcome,
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scenario").field("id", &self.id).finish_non_exhaustive()
    }
}
