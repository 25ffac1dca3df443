//! Times candidates against each other in one process: a round runs each of them
//! once, in turn, so that disturbances of the machine affect all alike.

use std::time::{Duration, Instant};

/// How often a batch runs in a round.
const REPEATS: u32 = 10;

/// A candidate: its name and one batch of its work.
pub struct Candidate<'c> {
    name: &'static str,
    batch: Box<dyn FnMut() + 'c>,
}

impl<'c> Candidate<'c> {
    /// A candidate whose `batch` runs the measured operation often enough for the
    /// clock's resolution, and keeps its results from being optimised away.
    pub fn new(name: &'static str, batch: impl FnMut() + 'c) -> Self {
        Self { name, batch: Box::new(batch) }
    }
}

/// The median batch of one candidate.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// The candidate's name.
    pub name: &'static str,
    /// Its median time for a batch.
    pub median: Duration,
}

/// Runs all candidates for `rounds` rounds, after one round to warm up.
pub fn alternate(candidates: &mut [Candidate<'_>], rounds: usize) -> Vec<Figure> {
    round(candidates, REPEATS);
    let rounds: Vec<_> = (0..rounds).map(|_| round(candidates, REPEATS)).collect();
    medians(candidates, &rounds)
}

/// Runs all candidates for as many rounds as fit in the time, but at least five and
/// at most 301, after one round to warm up. A slow batch runs once a round.
pub fn within(candidates: &mut [Candidate<'_>], budget: Duration) -> Vec<Figure> {
    let longest = round(candidates, 1).into_iter().max().unwrap_or_default();
    let repeats = if longest > budget / 200 { 1 } else { REPEATS };
    let start = Instant::now();
    let mut rounds = Vec::new();
    while rounds.len() < 5 || (start.elapsed() < budget && rounds.len() < 301) {
        rounds.push(round(candidates, repeats));
    }
    medians(candidates, &rounds)
}

/// Runs each candidate in turn: the time of one batch of each.
fn round(candidates: &mut [Candidate<'_>], repeats: u32) -> Vec<Duration> {
    let time = |candidate: &mut Candidate<'_>| {
        // Once untimed, so that a candidate finds the caches as it left
        // them and not as the candidate before it did.
        (candidate.batch)();
        let start = Instant::now();
        for _ in 0..repeats {
            (candidate.batch)();
        }
        start.elapsed() / repeats
    };
    candidates.iter_mut().map(time).collect()
}

fn medians(candidates: &[Candidate<'_>], rounds: &[Vec<Duration>]) -> Vec<Figure> {
    let median = |(index, candidate): (usize, &Candidate<'_>)| {
        let mut times: Vec<_> = rounds.iter().map(|times| times[index]).collect();
        times.sort_unstable();
        Figure { name: candidate.name, median: times[times.len() / 2] }
    };
    candidates.iter().enumerate().map(median).collect()
}
