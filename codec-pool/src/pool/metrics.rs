//! The counts of a pool by name, for exporters.
#![forbid(unsafe_code)]

use crate::pool::stats::PoolStats;

/// What kind of figure a [`Metric`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MetricKind {
    /// Only ever grows.
    Counter,
    /// May go up and down.
    Gauge,
}

/// A figure with its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Metric {
    /// As exporters want it: lower case, with underscores, the unit last, and
    /// `_total` for what only grows.
    pub name: &'static str,
    /// What it means, in a line.
    pub help: &'static str,
    /// Whether it can go down.
    pub kind: MetricKind,
    /// The figure.
    pub value: u64,
}

impl PoolStats {
    /// The counts by name: all of one instant, in an order that stays the same.
    ///
    /// ```
    /// use codec_pool::{MetricKind, Pool};
    /// let pool = Pool::builder().chunk_size(4096).prefault(2).build()?;
    /// let metrics = pool.stats().metrics();
    /// let free = metrics.iter().find(|metric| metric.name == "codec_pool_free_chunks");
    /// let free = free.expect("it is one of them");
    /// assert_eq!((free.value, free.kind), (2, MetricKind::Gauge));
    /// # Ok::<(), codec_pool::PoolError>(())
    /// ```
    pub fn metrics(&self) -> [Metric; 20] {
        let gauge = |name, help, value: usize| Metric {
            name,
            help,
            kind: MetricKind::Gauge,
            value: value as u64,
        };
        let counter = |name, help, value| Metric { name, help, kind: MetricKind::Counter, value };
        [
            gauge(
                "codec_pool_allocated_chunks",
                "Chunks that the pool owns, in use or free.",
                self.allocated,
            ),
            gauge("codec_pool_free_chunks", "Chunks of the pool that are not in use.", self.free),
            gauge(
                "codec_pool_open_chunks",
                "Chunks of the pool that hold live frames and have room for more.",
                self.open,
            ),
            gauge(
                "codec_pool_in_use_chunks",
                "Chunks of the pool held by readers, writers or frames.",
                self.in_use,
            ),
            gauge(
                "codec_pool_heap_chunks",
                "Chunks in use that came from the heap because the pool had none.",
                self.heap_in_use,
            ),
            gauge(
                "codec_pool_large_chunks",
                "Chunks in use for single frames larger than a pooled chunk.",
                self.large_in_use,
            ),
            gauge(
                "codec_pool_large_bytes",
                "Bytes of the chunks in use for large frames.",
                self.large_bytes,
            ),
            gauge(
                "codec_pool_large_free_bytes",
                "Bytes of free chunks kept for large frames.",
                self.large_free_bytes,
            ),
            gauge(
                "codec_pool_partial_frames",
                "Frames of which a reader has received only the start.",
                self.partial,
            ),
            gauge(
                "codec_pool_partial_bytes",
                "Bytes of memory held for partially received frames.",
                self.partial_bytes,
            ),
            gauge(
                "codec_pool_pinned_bytes",
                "Bytes of chunks kept alive by frames alone.",
                self.pinned_bytes,
            ),
            gauge(
                "codec_pool_in_use_bytes",
                "Bytes of all chunks and partial frames in use.",
                self.bytes_in_use,
            ),
            gauge(
                "codec_pool_high_water_bytes",
                "The most bytes that were in use at any time.",
                self.high_water,
            ),
            gauge("codec_pool_waiting", "Threads and tasks waiting for a chunk.", self.waiting),
            counter(
                "codec_pool_acquired_total",
                "Chunks taken from the pool, of any kind.",
                self.acquired,
            ),
            counter(
                "codec_pool_returned_total",
                "Chunks returned to the pool, of any kind.",
                self.returned,
            ),
            counter(
                "codec_pool_heap_fallbacks_total",
                "Chunks allocated from the heap because the pool had none.",
                self.heap_fallbacks,
            ),
            counter(
                "codec_pool_large_total",
                "Chunks taken for single frames larger than a pooled chunk.",
                self.large,
            ),
            counter(
                "codec_pool_refusals_total",
                "Requests for a chunk that failed.",
                self.refusals,
            ),
            counter("codec_pool_waits_total", "Waits for a chunk that were begun.", self.waits),
        ]
    }
}
