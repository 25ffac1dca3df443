//! Candidates that time themselves, because only a part of what they do is the
//! measured operation; in turn, as in [`alternate`](crate::alternate).

use std::time::Duration;

/// One candidate: runs a batch and returns how long the measured part took, and for
/// how many operations.
pub type Timed<'c> = Box<dyn FnMut() -> (Duration, usize) + 'c>;

/// Runs all candidates for `rounds` rounds after one round to warm up; `repeats`
/// batches make up a round. Returns each candidate's median, in seconds an
/// operation.
#[expect(clippy::cast_precision_loss, reason = "operations are few enough to count exactly")]
pub fn in_turn(candidates: &mut [Timed<'_>], rounds: usize, repeats: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); candidates.len()];
    for round in 0..=rounds {
        for (candidate, times) in candidates.iter_mut().zip(&mut times) {
            // Once to refill the caches, which another candidate has used
            // meanwhile.
            candidate();
            let (mut time, mut operations) = (Duration::ZERO, 0);
            for _ in 0..repeats {
                let (batch, count) = candidate();
                time += batch;
                operations += count;
            }
            if round > 0 {
                times.push(time.as_secs_f64() / operations as f64);
            }
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}
