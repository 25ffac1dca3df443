//! Times in a bounded number of counts.

use std::time::Duration;

/// Counts of each octave of microseconds.
const PARTS: u64 = 64;
/// Octaves over the first: up to some 70 minutes.
const OCTAVES: u64 = 26;

/// Counts of times, each with an error of at most 1/64; 13 KiB, however many there are.
#[derive(Debug, Clone)]
pub(super) struct Histogram {
    counts: Vec<u64>,
    pub(super) count: u64,
    longest: Duration,
}

impl Default for Histogram {
    fn default() -> Self {
        let len = usize::try_from(PARTS * (OCTAVES + 1)).unwrap_or_default();
        Self { counts: vec![0; len], count: 0, longest: Duration::ZERO }
    }
}

/// The count for a number of microseconds: one each of the first 64, and then 64 an octave.
fn index(micros: u64) -> usize {
    let octave = u64::from(64 - (micros / PARTS).leading_zeros()).min(OCTAVES);
    let part = if octave == 0 { micros } else { ((micros >> (octave - 1)) - PARTS).min(PARTS - 1) };
    usize::try_from(octave * PARTS + part).unwrap_or(usize::MAX)
}

/// The longest time of a count, in microseconds.
fn most(index: usize) -> u64 {
    let index = index as u64;
    let (octave, part) = (index / PARTS, index % PARTS);
    if octave == 0 { part } else { ((PARTS + part + 1) << (octave - 1)) - 1 }
}

impl Histogram {
    pub(super) fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(count) = self.counts.get_mut(index(micros)) {
            *count += 1;
        }
        self.count += 1;
        self.longest = self.longest.max(time);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.count += other.count;
        self.longest = self.longest.max(other.longest);
    }

    /// The time in milliseconds that so many of a thousand do not exceed; 0 where there are none.
    pub(super) fn millis(&self, of_thousand: u64) -> f64 {
        let wanted = (self.count * of_thousand).div_ceil(1000);
        let mut counted = 0;
        for (index, count) in self.counts.iter().enumerate() {
            counted += count;
            if counted >= wanted && counted > 0 {
                let time = Duration::from_micros(most(index)).min(self.longest);
                return time.as_secs_f64() * 1e3;
            }
        }
        0.0
    }

    pub(super) const fn longest(&self) -> Duration {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_has_a_count_that_is_near() {
        for micros in (0..100_000).chain((0..32).map(|bit| 1 << bit)) {
            let most = most(index(micros));
            assert!(most >= micros && most <= micros + micros / PARTS, "{micros} is {most}");
        }
        assert_eq!(index(u64::MAX), index(1 << 40), "the last count");
    }

    #[test]
    fn percentiles_are_of_the_times() {
        let mut histogram = Histogram::default();
        assert!(histogram.millis(500) <= 0.0);
        for millis in 1..=1000 {
            histogram.add(Duration::from_millis(millis));
        }
        for of_thousand in [500, 990, 999, 1000] {
            let found = histogram.millis(of_thousand);
            let exact = f64::from(u32::try_from(of_thousand).expect("small"));
            assert!(found >= exact && found < exact * 1.02, "{of_thousand}: {found}");
        }
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!(twice.count, 2000);
        assert!((twice.millis(500) - histogram.millis(500)).abs() < 1e-9);
        assert_eq!(twice.longest(), Duration::from_secs(1));
    }
}
