//! Alternates the candidates of a row, although criterion calls one after another.
//!
//! Criterion measures a whole benchmark before it starts the next: a disturbance of the machine
//! that lasts a second affects only one candidate, which skews a ratio of two. So when it requests
//! a sample of a row's first candidate, all candidates run, one after another for the same time;
//! when it then requests samples of the others, they return what was measured in that turn.
//!
//! ```text
//! criterion asks    first: warm-up  sample 1          sample 2        ...   second: sample 1, 2, ...
//! what runs         first ........  first second ...  first second ..       nothing
//! ```
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use crate::candidate::Candidate;
use crate::estimate::Estimate;

/// Measurements of one candidate.
#[derive(Debug, Clone, Default)]
struct Known {
    /// Seconds per operation, in each turn.
    samples: Vec<f64>,
    /// The same in the last run: determines how many operations fit into a time.
    last: f64,
    /// The operations of criterion's last call. It doubles them during warm-up, and requests the
    /// same number in each sample.
    asked: u64,
    /// Number of samples that criterion has received.
    given: usize,
}

/// The candidates of a row, and their measurements.
pub(crate) struct Turns<'r, 'c> {
    candidates: &'r mut [Candidate<'c>],
    known: Vec<Known>,
    /// The candidate whose calls are turns of all: the first that criterion calls.
    leader: Option<usize>,
}

impl<'r, 'c> Turns<'r, 'c> {
    pub(crate) fn new(candidates: &'r mut [Candidate<'c>]) -> Self {
        let known = vec![Known::default(); candidates.len()];
        Self { candidates, known, leader: None }
    }

    /// A call of criterion: how long a candidate takes for this many operations.
    pub(crate) fn call(&mut self, index: usize, operations: u64) -> Duration {
        let leads = *self.leader.get_or_insert(index) == index;
        let known = &mut self.known[index];
        let warms_up = operations == 1 && known.asked == 0 || operations == 2 * known.asked;
        known.asked = operations;
        let each = if warms_up {
            self.run(index, operations)
        } else if leads {
            self.turn(index, operations)
        } else {
            let given = self.known[index].given;
            self.known[index].given += 1;
            // Missing when criterion takes more samples of this candidate than of the first.
            match self.known[index].samples.get(given) {
                Some(sample) => *sample,
                None => self.run(index, operations),
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "not so many operations in a sample")]
        let all = each * operations as f64;
        // Criterion treats a time of zero as a mistake of its caller.
        Duration::from_secs_f64(all).max(Duration::from_nanos(1))
    }

    /// Returns the time of a turn of all, each with one batch: shows whether a row is slow.
    pub(crate) fn first(&mut self) -> Duration {
        let start = Instant::now();
        for index in 0..self.candidates.len() {
            self.run(index, 1);
        }
        start.elapsed()
    }

    /// Runs all candidates: the leader for this many operations, each other for the same time.
    fn turn(&mut self, leader: usize, operations: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "not so many operations in a sample")]
        let time = self.known[leader].last * operations as f64;
        for index in 0..self.candidates.len() {
            // Once untimed, so that a candidate finds the caches as it leaves them itself, not as
            // the previous candidate left them.
            self.candidates[index].once();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "saturates"
            )]
            let fit = (time / self.known[index].last.max(1e-10)) as u64;
            let operations = if index == leader { operations } else { fit.max(1) };
            let each = self.run(index, operations);
            self.known[index].samples.push(each);
        }
        self.known[leader].last
    }

    fn run(&mut self, index: usize, operations: u64) -> f64 {
        let each = self.candidates[index].time(operations);
        self.known[index].last = each;
        each
    }

    /// The estimates by candidate: from the samples, or from the last run if criterion took none
    /// (its `--quick`); `None` if criterion did not call the candidate.
    pub(crate) fn estimates(&self) -> Vec<Option<Estimate>> {
        let asked = self.leader.is_some();
        let of = |known: &Known| {
            Estimate::of(&known.samples)
                .or_else(|| (known.asked > 0).then(|| Estimate::exact(known.last)))
        };
        self.known.iter().map(|known| of(known).filter(|_| asked)).collect()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use std::cell::RefCell;
    use std::time::Duration;

    use super::Turns;
    use crate::candidate::Candidate;

    /// Two candidates that record when they run and claim to take this many nanoseconds.
    fn candidates(runs: &RefCell<String>) -> [Candidate<'_>; 2] {
        let candidate = |name: &'static str, nanos| {
            Candidate::timed(name, move || {
                runs.borrow_mut().push_str(name);
                (Duration::from_nanos(nanos), 1)
            })
        };
        [candidate("a", 100), candidate("b", 200)]
    }

    #[test]
    fn all_run_in_turn_while_the_first_is_asked_and_none_after() {
        let runs = RefCell::new(String::new());
        let mut candidates = candidates(&runs);
        let mut turns = Turns::new(&mut candidates);
        turns.first();
        for operations in [1, 2, 4] {
            turns.call(0, operations);
        }
        assert_eq!(runs.take(), "abaaaaaaa");
        for _ in 0..2 {
            assert_eq!(turns.call(0, 2), Duration::from_nanos(200));
        }
        // Once untimed, then as many operations as fit into the time of the leader's.
        assert_eq!(runs.take(), "aaabbaaabb");
        turns.call(1, 1);
        assert_eq!(runs.take(), "b");
        for _ in 0..2 {
            assert_eq!(turns.call(1, 7), Duration::from_nanos(1400));
        }
        assert_eq!(runs.take(), "");
        let medians: Vec<f64> =
            turns.estimates().into_iter().map(|of| of.unwrap().median * 1e9).collect();
        assert!((medians[0] - 100.0).abs() < 1e-6 && (medians[1] - 200.0).abs() < 1e-6);
    }

    #[test]
    fn what_a_filter_leaves_out_has_no_figure() {
        let runs = RefCell::new(String::new());
        let mut candidates = candidates(&runs);
        let mut turns = Turns::new(&mut candidates);
        turns.first();
        assert_eq!(turns.estimates(), [None, None]);
    }
}
