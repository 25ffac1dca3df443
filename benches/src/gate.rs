//! Programs of several gates, each chosen by its name, and their comparison with a baseline.

use std::collections::BTreeMap;
use std::process::ExitCode;

/// A gate by its name: a function of the arguments behind it.
pub type Gate = (&'static str, fn(&[&str]) -> Result<(), String>);

/// Runs the gate that the first argument of the program names.
#[must_use]
pub fn run(gates: &[Gate]) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let named = arguments.split_first().and_then(|(name, rest)| {
        gates.iter().find(|(gate, _)| gate == name).map(|(_, gate)| gate(rest))
    });
    let all = || gates.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | ");
    match named.unwrap_or_else(|| Err(format!("usage: {}", all()))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The counts of a baseline, or of what was measured, by name.
pub type Counts = BTreeMap<String, u64>;

/// The difference from its baseline that a count may have.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// A difference of at most this many percent is none.
    pub percent: u64,
    /// A difference of at most this many is none, whatever its share.
    pub slack: u64,
    /// A count that is less is a difference, too, so that a gain is blessed and kept.
    pub both_ways: bool,
}

impl Tolerance {
    fn differs(self, known: u64, count: u64) -> bool {
        let over = |more: u64, less: u64| 100 * more > (100 + self.percent) * less;
        count.abs_diff(known) > self.slack
            && (over(count, known) || self.both_ways && over(known, count))
    }
}

/// The differences of what was measured from the baseline, a line each: a count that is not as the
/// baseline's or is zero, a name without a baseline, and a line of the baseline without a name.
#[must_use]
pub fn differences(baseline: &Counts, measured: &Counts, tolerance: Tolerance) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, &count) in measured {
        match baseline.get(name) {
            None => lines.push(format!("{name}: {count}, and no baseline")),
            Some(&known) if count == 0 || tolerance.differs(known, count) => {
                lines.push(format!("{name}: {count}, not {known}: {:+.1} %", change(known, count)));
            }
            Some(_) => {}
        }
    }
    let gone = baseline.iter().filter(|(name, _)| !measured.contains_key(*name));
    lines.extend(gone.map(|(name, known)| format!("{name}: {known} in the baseline, and nothing")));
    lines
}

/// The change of a count, in percent of its baseline.
#[expect(clippy::cast_precision_loss, reason = "counts of instructions and bytes are small")]
fn change(known: u64, count: u64) -> f64 {
    100.0 * (count as f64 / known.max(1) as f64 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Tolerance = Tolerance { percent: 2, slack: 4, both_ways: true };
    const LOSSES: Tolerance = Tolerance { percent: 2, slack: 0, both_ways: false };

    fn counts(counts: &[(&str, u64)]) -> Counts {
        counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    /// Of one kernel whose baseline is this.
    fn of_one(known: u64, count: u64, tolerance: Tolerance) -> Vec<String> {
        differences(&counts(&[("one", known)]), &counts(&[("one", count)]), tolerance)
    }

    #[test]
    fn changes_within_the_tolerance_are_no_difference() {
        for count in [98_040, 100_000, 102_000] {
            assert_eq!(of_one(100_000, count, BOTH), [""; 0]);
        }
        // Over two percent, and four instructions.
        for count in [6, 10, 14] {
            assert_eq!(of_one(10, count, BOTH), [""; 0]);
        }
        assert_eq!(differences(&counts(&[]), &counts(&[]), BOTH), [""; 0]);
    }

    #[test]
    fn losses_and_gains_are_differences() {
        assert_eq!(of_one(100_000, 102_001, BOTH), ["one: 102001, not 100000: +2.0 %"]);
        assert_eq!(of_one(100_000, 98_039, BOTH), ["one: 98039, not 100000: -2.0 %"]);
        assert_eq!(of_one(10, 15, BOTH), ["one: 15, not 10: +50.0 %"]);
        assert_eq!(of_one(10, 5, BOTH), ["one: 5, not 10: -50.0 %"]);
        assert_eq!(of_one(100_000, 102_001, LOSSES), ["one: 102001, not 100000: +2.0 %"]);
        assert_eq!(of_one(100_000, 50_000, LOSSES), [""; 0]);
    }

    #[test]
    fn a_kernel_that_takes_nothing_is_a_difference() {
        for known in [0, 3, 1000] {
            assert_eq!(of_one(known, 0, BOTH).len(), 1, "{known}");
            assert_eq!(of_one(known, 0, LOSSES).len(), 1, "{known}");
        }
    }

    #[test]
    fn an_item_that_one_side_lacks_is_a_difference() {
        let (baseline, measured) = (counts(&[("a", 7), ("b", 8)]), counts(&[("b", 8), ("c", 9)]));
        for tolerance in [BOTH, LOSSES] {
            assert_eq!(
                differences(&baseline, &measured, tolerance),
                ["c: 9, and no baseline", "a: 7 in the baseline, and nothing"]
            );
        }
    }
}
