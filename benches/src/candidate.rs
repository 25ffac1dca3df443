//! One candidate of a row: the work that is measured.
#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use crate::estimate::float;

/// Runs a batch.
enum Batch<'c> {
    /// All of it is measured.
    Whole(Box<dyn FnMut() + 'c>, usize),
    /// It returns how long the measured part took, and for how many operations.
    Timed(Box<dyn FnMut() -> (Duration, usize) + 'c>),
}

/// A candidate: its name and one batch of its work.
pub struct Candidate<'c> {
    /// Its name, which is also the name of a column.
    pub name: &'static str,
    batch: Batch<'c>,
}

impl<'c> Candidate<'c> {
    /// A candidate whose `batch` runs the measured operation `operations` times and keeps the
    /// optimiser from removing its results.
    ///
    /// # Panics
    /// When `operations` is zero.
    pub fn new(name: &'static str, operations: u32, batch: impl FnMut() + 'c) -> Self {
        assert!(operations > 0, "{name} does something");
        let operations = usize::try_from(operations).unwrap_or(usize::MAX);
        Self { name, batch: Batch::Whole(Box::new(batch), operations) }
    }

    /// A candidate that times itself, because the measured operation is only part of its work:
    /// `batch` returns how long that part took and how many operations it ran.
    pub fn timed(name: &'static str, batch: impl FnMut() -> (Duration, usize) + 'c) -> Self {
        Self { name, batch: Batch::Timed(Box::new(batch)) }
    }

    /// Seconds per operation, over at least this many operations.
    pub(crate) fn time(&mut self, operations: u64) -> f64 {
        let wanted = usize::try_from(operations).unwrap_or(usize::MAX);
        match &mut self.batch {
            Batch::Whole(run, each) => {
                let batches = wanted.div_ceil(*each);
                let start = Instant::now();
                (0..batches).for_each(|_| run());
                start.elapsed().as_secs_f64() / float(batches * *each)
            }
            Batch::Timed(run) => {
                let (mut time, mut done) = (Duration::ZERO, 0);
                while done < wanted {
                    let (batch, count) = run();
                    time += batch;
                    done += count.max(1);
                }
                time.as_secs_f64() / float(done)
            }
        }
    }

    /// Runs one batch without recording it.
    pub(crate) fn once(&mut self) {
        match &mut self.batch {
            Batch::Whole(run, _) => run(),
            Batch::Timed(run) => {
                run();
            }
        }
    }
}
