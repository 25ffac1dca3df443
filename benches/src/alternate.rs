//! Times candidates against each other in one process: a round runs each of
//! them once, in turn, so that what disturbs the machine disturbs all alike.

use std::time::{Duration, Instant};

/// How often a batch runs in a round.
const REPEATS: u32 = 10;

/// A candidate: its name and one batch of its work.
pub struct Candidate<'c> {
    name: &'static str,
    batch: Box<dyn FnMut() + 'c>,
}

impl<'c> Candidate<'c> {
    /// A candidate whose `batch` runs the measured operation so often that a
    /// clock can see it, and keeps its results from the optimiser.
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
    let mut times = vec![Vec::with_capacity(rounds); candidates.len()];
    for round in 0..=rounds {
        for (candidate, times) in candidates.iter_mut().zip(&mut times) {
            // Once untimed, so that a candidate finds the caches as it left
            // them and not as the candidate before it did.
            (candidate.batch)();
            let start = Instant::now();
            for _ in 0..REPEATS {
                (candidate.batch)();
            }
            let time = start.elapsed() / REPEATS;
            if round > 0 {
                times.push(time);
            }
        }
    }
    candidates
        .iter()
        .zip(&mut times)
        .map(|(candidate, times)| {
            times.sort_unstable();
            Figure { name: candidate.name, median: times[times.len() / 2] }
        })
        .collect()
}

/// Prints a table: time an operation, and how many times faster than the
/// first candidate, which is the peer.
pub fn print(title: &str, operations: u32, figures: &[Figure]) {
    println!("{title}");
    let peer = figures[0].median.as_secs_f64();
    for figure in figures {
        let each = figure.median.as_secs_f64() / f64::from(operations);
        let (value, unit) = if each < 1e-6 { (each * 1e9, "ns") } else { (each * 1e6, "µs") };
        let ratio = peer / figure.median.as_secs_f64();
        println!("  {:<34} {value:>10.1} {unit} {ratio:>8.2} x", figure.name);
    }
}
