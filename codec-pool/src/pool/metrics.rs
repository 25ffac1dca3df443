//! The counts of a pool by name, for those who export them.
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
            gauge("codec_pool_allocated_chunks", "Pooled chunks that exist", self.allocated),
            gauge("codec_pool_free_chunks", "Pooled chunks that nobody uses", self.free),
            gauge("codec_pool_open_chunks", "Chunks with frames and room for more", self.open),
            gauge("codec_pool_in_use_chunks", "Pooled chunks in use", self.in_use),
            gauge("codec_pool_heap_chunks", "Chunks from the heap in use", self.heap_in_use),
            gauge("codec_pool_large_chunks", "Chunks of large frames in use", self.large_in_use),
            gauge("codec_pool_large_bytes", "Bytes of those", self.large_bytes),
            gauge(
                "codec_pool_large_free_bytes",
                "Bytes kept for large frames",
                self.large_free_bytes,
            ),
            gauge("codec_pool_partial_frames", "Frames that have come in part", self.partial),
            gauge("codec_pool_partial_bytes", "Bytes of those", self.partial_bytes),
            gauge("codec_pool_pinned_bytes", "Bytes that frames alone hold", self.pinned_bytes),
            gauge(
                "codec_pool_in_use_bytes",
                "Bytes of chunks and partial frames in use",
                self.bytes_in_use,
            ),
            gauge("codec_pool_high_water_bytes", "The most bytes ever in use", self.high_water),
            gauge("codec_pool_waiting", "Takers who wait", self.waiting),
            counter("codec_pool_acquired_total", "Chunks taken", self.acquired),
            counter("codec_pool_returned_total", "Chunks brought back", self.returned),
            counter("codec_pool_heap_fallbacks_total", "Chunks from the heap", self.heap_fallbacks),
            counter("codec_pool_large_total", "Chunks taken for large frames", self.large),
            counter("codec_pool_refusals_total", "Chunks asked for in vain", self.refusals),
            counter("codec_pool_waits_total", "Waits begun", self.waits),
        ]
    }
}
