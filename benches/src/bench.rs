//! Criterion, as the groups use it: a row of a table is a benchmark group, a candidate is a
//! benchmark `group/table/row/candidate`.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, SamplingMode};

use crate::candidate::Candidate;
use crate::estimate::Estimate;
use crate::progress;
use crate::turns::Turns;

/// Length of measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Short: all groups together take some minutes.
    Quick,
    /// Long enough for published figures.
    Full,
}

impl Effort {
    /// Number of processes that each group runs in. Where the memory of a process happens to be
    /// can cost a candidate twice its time, and stays the same until the process ends; so a figure
    /// is the median of several.
    #[must_use]
    pub const fn processes(self) -> usize {
        match self {
            Self::Quick => 1,
            Self::Full => 3,
        }
    }

    /// Time that a candidate of a row is sampled in each process.
    const fn measurement(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(200),
            Self::Full => Duration::from_millis(170),
        }
    }

    /// Time that each candidate warms up in each process.
    const fn warm_up(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(5),
            Self::Full => Duration::from_millis(30),
        }
    }

    const fn samples(self) -> usize {
        match self {
            Self::Quick => 11,
            Self::Full => 21,
        }
    }
}

/// One candidate's figure.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// The candidate's name.
    pub name: &'static str,
    /// Seconds per operation; `None` when a filter excludes the row.
    pub seconds: Option<Estimate>,
}

/// The figure of the candidate with this name.
#[must_use]
pub fn figure(figures: &[Figure], name: &str) -> Option<Estimate> {
    figures.iter().find(|figure| figure.name == name)?.seconds
}

/// Measures rows for one group.
pub struct Bench {
    criterion: RefCell<Criterion>,
    group: &'static str,
    effort: Effort,
}

impl Bench {
    /// Takes the options of criterion's command line, as `cargo bench` passes them to this process.
    #[must_use]
    pub fn from_command_line(group: &'static str) -> Self {
        let criterion = defaults(Effort::Full).configure_from_args();
        Self { criterion: RefCell::new(criterion), group, effort: Effort::Full }
    }

    /// Without options.
    #[must_use]
    pub fn new(group: &'static str, effort: Effort) -> Self {
        Self { criterion: RefCell::new(defaults(effort)), group, effort }
    }

    /// Returns the length of measurements that criterion does not drive.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// Measures the candidates of a row, one after another.
    ///
    /// A row that takes long has fewer samples, but at least ten.
    pub fn row(&self, table: &str, row: &str, candidates: &mut [Candidate<'_>]) -> Vec<Figure> {
        progress::step(&format!("{}: {table}, {row}", self.group));
        let names: Vec<&'static str> = candidates.iter().map(|candidate| candidate.name).collect();
        let turns = RefCell::new(Turns::new(candidates));
        let mut criterion = self.criterion.borrow_mut();
        let mut group: BenchmarkGroup<'_, _> =
            criterion.benchmark_group(format!("{}/{table}/{row}", self.group));
        group.sampling_mode(SamplingMode::Flat);
        if turns.borrow_mut().first() * 2 > self.effort.measurement() / 10 {
            group.sample_size(10);
        }
        for (index, name) in names.iter().enumerate() {
            group.bench_function(name.trim_start_matches(['*', '=']), |bencher| {
                bencher.iter_custom(|operations| turns.borrow_mut().call(index, operations));
            });
        }
        group.finish();
        drop(criterion);
        let estimates = turns.into_inner().estimates();
        let figures = names.into_iter().zip(estimates);
        figures.map(|(name, seconds)| Figure { name, seconds }).collect()
    }
}

/// Options for whatever the command line leaves unspecified.
fn defaults(effort: Effort) -> Criterion {
    Criterion::default()
        .without_plots()
        .sample_size(effort.samples())
        .warm_up_time(effort.warm_up())
        .measurement_time(effort.measurement())
        // Enough for two digits of an interval; without threads, the default takes longer than the
        // measurement.
        .nresamples(2_000)
}
