//! Choices that may be forced to an end, or to just over it.

use std::fmt;

use super::dice::Dice;
use super::generate::{LONGEST, Making};

/// Where in its range a value stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Extreme {
    /// It is the smallest.
    Smallest,
    /// It is the largest.
    Largest,
    /// It is just over the largest, or another that is to be refused: a zero where there may be
    /// none, the tag of no variant, a constant that is another.
    Over,
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smallest => "smallest",
            Self::Largest => "largest",
            Self::Over => "just over",
        })
    }
}

/// The choices of one sample: numbers, counts, tags, and whether something is there.
#[derive(Default)]
pub(super) struct Choices {
    /// How many were made.
    pub(super) made: usize,
    /// The one that is forced.
    pub(super) forced: Option<(usize, Extreme)>,
    /// The path of the one that was forced.
    pub(super) path: Option<String>,
}

/// What is forced at a choice.
pub(super) enum Forced {
    /// Nothing.
    Not,
    /// This.
    To(u128),
    /// An end that there is not.
    Nowhere,
}

impl Choices {
    /// What is forced here, if it is this one.
    pub(super) fn choose(
        &mut self,
        path: &[String],
        part: &str,
        (least, most): (u128, u128),
        over: Option<u128>,
    ) -> Forced {
        let own = self.made;
        self.made += 1;
        let Some((_, extreme)) = self.forced.filter(|(at, _)| *at == own) else {
            return Forced::Not;
        };
        self.path = Some(format!("{}{part}", path.join(".")));
        // A count of that many elements would take too long.
        let is_long = |value: &u128| part == "#" && *value > LONGEST as u128 / 8;
        let value = match extreme {
            Extreme::Smallest => Some(least),
            Extreme::Largest => Some(most),
            Extreme::Over => over,
        };
        value.filter(|value| !is_long(value)).map_or(Forced::Nowhere, Forced::To)
    }
}

impl Making<'_, '_> {
    /// A number between these ends, or just over them: forced, or random.
    pub(super) fn choose(
        &mut self,
        part: &str,
        ends: (u128, u128),
        over: Option<u128>,
        usual: impl FnOnce(&mut Dice) -> u128,
    ) -> Option<u128> {
        match self.choices.choose(&self.path, part, ends, over) {
            Forced::To(value) => Some(value),
            Forced::Nowhere => None,
            Forced::Not => Some(usual(&mut self.generator.dice)),
        }
    }
}
