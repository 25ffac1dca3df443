//! Choices that may be forced to an end of their range, or just beyond it.

use std::fmt;

use super::dice::Dice;
use super::generate::{LONGEST, Making};

/// The position of a value in its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Extreme {
    /// It is the smallest.
    Smallest,
    /// It is the largest.
    Largest,
    /// It is just over the largest, or otherwise invalid: a zero where none is allowed, an unknown
    /// tag, a wrong constant.
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

/// The choices made for one sample: numbers, counts, tags, and the presence of fields.
#[derive(Default)]
pub(super) struct Choices {
    /// The number of choices that were made.
    pub(super) made: usize,
    /// The choice to force, and to which end.
    pub(super) forced: Option<(usize, Extreme)>,
    /// The path of the choice that was forced.
    pub(super) path: Option<String>,
}

/// The value that a choice is forced to.
pub(super) enum Forced {
    /// It isn't forced.
    Not,
    /// The choice is this value.
    To(u128),
    /// The choice is an end that the range doesn't have.
    Nowhere,
}

impl Choices {
    /// The forced value, if this is the choice to force.
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
        // Generating that many elements would take too long.
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
    /// A number in this range, or just beyond it: forced, or random.
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
