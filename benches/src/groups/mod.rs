//! The groups of measurements, one per file: data, candidates, and the resulting tables and plots.
//!
//! A group asserts that its candidates' output is correct before it times them.

mod allocations;
mod bitcoin;
mod buffers;
mod datasets;
mod decred;
mod files;
mod log_record;
pub mod pool;
mod random_access;
mod sockets;
mod streams;
mod threads;
mod varied;
mod wakeups;

use codec_core::{Decode, Encode};

use crate::bench::Bench;
use crate::plot::Plot;
use crate::table::Table;

/// The results of a group.
#[derive(Debug, Clone, Default, Encode, Decode)]
pub struct Findings {
    /// In reading order.
    pub tables: Vec<Table>,
    /// Plots of them.
    pub plots: Vec<Plot>,
}

/// A group by its name.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// The `NAME` in `cargo bench -p codec-benches NAME`.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// Measures it.
    pub run: fn(&Bench) -> Findings,
}

/// All groups, in the order of the report.
pub const ALL: &[Group] = &[
    Group { name: "pool_latency", title: "A message while others are kept", run: pool::latency },
    Group {
        name: "pool_exhaustion",
        title: "The frame at which a pool of slots runs out",
        run: pool::exhaustion,
    },
    Group { name: "pool_throughput", title: "Messages that are all kept", run: pool::throughput },
    Group { name: "pool_payload", title: "Short and long messages", run: pool::payload },
    Group { name: "pool_window", title: "A sliding window of messages", run: pool::window },
    Group { name: "pool_allocations", title: "Allocations a message", run: pool::allocations },
    Group { name: "sockets", title: "Frames over loopback TCP", run: sockets::sockets },
    Group {
        name: "threads",
        title: "Frames read on one thread, dropped on another",
        run: threads::threads,
    },
    Group {
        name: "wakeups",
        title: "One frame a wake-up, on several threads",
        run: wakeups::wakeups,
    },
    log_record::GROUP,
    datasets::GROUP,
    allocations::GROUP,
    buffers::GROUP,
    decred::GROUP,
    bitcoin::GROUP,
    streams::GROUP,
    files::GROUP,
];
