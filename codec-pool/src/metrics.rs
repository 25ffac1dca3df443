//! Counts by name, for exporters: of pools, budgets, acceptors and connections.
#![forbid(unsafe_code)]

use core::fmt;

use crate::accept::AcceptCounts;
use crate::budget::BudgetUsage;
use crate::connection::{ConnectionErrorKind, Traffic};
use crate::pool::PoolStats;

/// The kind of a [`Metric`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MetricKind {
    /// Only ever grows.
    Counter,
    /// May go up and down.
    Gauge,
}

/// A figure with its name. Printed, it is a line of Prometheus's text format.
///
/// ```
/// use codec_pool::{AcceptLimits, Acceptor};
/// let acceptor = Acceptor::new(AcceptLimits::new());
/// let _place = acceptor.admit([192, 0, 2, 1].into())?;
/// let [mut open, _, _, failed, ..] = acceptor.counts().metrics();
/// assert_eq!(open.to_string(), "codec_connections_open 1");
/// assert_eq!(failed.to_string(), "codec_connections_total{outcome=\"failed\"} 0");
/// open.label = Some(("listener", "miners"));
/// assert_eq!(open.to_string(), "codec_connections_open{listener=\"miners\"} 1");
/// # Ok::<(), codec_pool::NotAdmitted>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Metric {
    /// Lower case, with underscores, the unit last, and `_total` for what only grows, as exporters
    /// want it.
    pub name: &'static str,
    /// The meaning, in a line.
    pub help: &'static str,
    /// Says if it can go down.
    pub kind: MetricKind,
    /// A key and a value, which distinguish it from others of its name.
    pub label: Option<(&'static str, &'static str)>,
    /// The figure.
    pub value: u64,
}

impl Metric {
    /// A figure without a label, for counts of a program's own.
    pub const fn new(name: &'static str, help: &'static str, kind: MetricKind, value: u64) -> Self {
        Self { name, help, kind, label: None, value }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if let Some((key, value)) = self.label {
            write!(f, "{{{key}={value:?}}}")?;
        }
        write!(f, " {}", self.value)
    }
}

/// A page of Prometheus's text format, of type `text/plain; version=0.0.4`. Metrics of one name have to
/// be together.
///
/// ```
/// use codec_pool::{Metric, MetricKind, prometheus};
/// let shares = |outcome, value| {
///     let help = "Shares that were received.";
///     let mut metric = Metric::new("shares_total", help, MetricKind::Counter, value);
///     metric.label = Some(("outcome", outcome));
///     metric
/// };
/// let page = prometheus([shares("accepted", 5), shares("refused", 2)]);
/// assert_eq!(page, "\
/// ## HELP shares_total Shares that were received.
/// ## TYPE shares_total counter
/// shares_total{outcome=\"accepted\"} 5
/// shares_total{outcome=\"refused\"} 2
/// ");
/// ```
pub fn prometheus(metrics: impl IntoIterator<Item = Metric>) -> String {
    use fmt::Write as _;
    let (mut page, mut last) = (String::new(), "");
    for metric in metrics {
        let Metric { name, help, kind, .. } = metric;
        if name != last {
            let kind = match kind {
                MetricKind::Counter => "counter",
                MetricKind::Gauge => "gauge",
            };
            let _ = writeln!(page, "# HELP {name} {help}\n# TYPE {name} {kind}");
            last = name;
        }
        let _ = writeln!(page, "{metric}");
    }
    page
}

/// The metrics of a type with counts: kind, field, name and help of each, and a label if it has one.
macro_rules! metrics {
    ($type:ty, $count:literal, $(#[$doc:meta])*;
        $($kind:ident $field:ident: $name:literal, $help:literal $(, $key:ident = $value:literal)?;)*) => {
        impl $type {
            /// The counts by name: all of one instant, in an order that stays the same.
            $(#[$doc])*
            #[allow(clippy::unnecessary_cast, reason = "counts of two types")]
            pub fn metrics(&self) -> [Metric; $count] {
                [$({
                    #[allow(unused_mut, reason = "some have a label")]
                    let mut metric = Metric::new($name, $help, MetricKind::$kind, self.$field as u64);
                    $(metric.label = Some((stringify!($key), $value));)?
                    metric
                }),*]
            }
        }
    };
}

metrics! {
    PoolStats, 20,
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
    ;
    Gauge allocated: "codec_pool_allocated_chunks", "Chunks that the pool owns, in use or free.";
    Gauge free: "codec_pool_free_chunks", "Chunks of the pool that are not in use.";
    Gauge open: "codec_pool_open_chunks", "Chunks of the pool that hold live frames and have room for more.";
    Gauge in_use: "codec_pool_in_use_chunks", "Chunks of the pool held by readers, writers or frames.";
    Gauge heap_in_use: "codec_pool_heap_chunks", "Chunks in use that came from the heap because the pool had none.";
    Gauge large_in_use: "codec_pool_large_chunks", "Chunks in use for single frames larger than a pooled chunk.";
    Gauge large_bytes: "codec_pool_large_bytes", "Bytes of the chunks in use for large frames.";
    Gauge large_free_bytes: "codec_pool_large_free_bytes", "Bytes of free chunks kept for large frames.";
    Gauge partial: "codec_pool_partial_frames", "Frames of which a reader has received only the start.";
    Gauge partial_bytes: "codec_pool_partial_bytes", "Bytes of memory held for partially received frames.";
    Gauge pinned_bytes: "codec_pool_pinned_bytes", "Bytes of chunks kept alive by frames alone.";
    Gauge bytes_in_use: "codec_pool_in_use_bytes", "Bytes of all chunks and partial frames in use.";
    Gauge high_water: "codec_pool_high_water_bytes", "The most bytes that were in use at any time.";
    Gauge waiting: "codec_pool_waiting", "Threads and tasks waiting for a chunk.";
    Counter acquired: "codec_pool_acquired_total", "Chunks taken from the pool, of any kind.";
    Counter returned: "codec_pool_returned_total", "Chunks returned to the pool, of any kind.";
    Counter heap_fallbacks: "codec_pool_heap_fallbacks_total", "Chunks allocated from the heap because the pool had none.";
    Counter large: "codec_pool_large_total", "Chunks taken for single frames larger than a pooled chunk.";
    Counter refusals: "codec_pool_refusals_total", "Requests for a chunk that failed.";
    Counter waits: "codec_pool_waits_total", "Waits for a chunk that were begun.";
}

metrics! {
    BudgetUsage, 6, ;
    Gauge kept_bytes: "codec_budget_kept_bytes", "Bytes of frames that are kept, and of other charges.";
    Gauge granted_bytes: "codec_budget_granted_bytes", "Bytes that were received and not yet lent, or wait to be sent, and room for more.";
    Gauge sending_bytes: "codec_budget_sending_bytes", "Bytes that wait to be sent, and room for more.";
    Gauge frames: "codec_budget_frames", "Frames that are kept.";
    Gauge most_bytes: "codec_budget_high_water_bytes", "The most bytes that were held at once.";
    Counter refusals: "codec_budget_refusals_total", "Requests that exceeded a limit.";
}

metrics! {
    AcceptCounts, 8, ;
    Gauge open: "codec_connections_open", "Connections that are open.";
    Gauge pending: "codec_connections_pending", "Connections that are open and not established.";
    Counter established: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "established";
    Counter failed: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "failed";
    Counter late: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "late";
    Counter evicted: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "evicted";
    Counter refused: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "refused";
    Counter refused_of_network: "codec_connections_total", "Connections by the outcome of being accepted.", outcome = "refused_of_network";
}

metrics! {
    Traffic, 5, ;
    Counter frames_in: "codec_frames_in_total", "Frames that were received.";
    Counter bytes_in: "codec_bytes_in_total", "Bytes of received frames, headers included.";
    Counter unknown_in: "codec_unknown_in_total", "Frames that were received with ids that the protocol does not have.";
    Counter frames_out: "codec_frames_out_total", "Frames that were queued to be sent.";
    Counter bytes_out: "codec_bytes_out_total", "Bytes that were written.";
}

impl ConnectionErrorKind {
    /// The kind as the value of a label: one of `io`, `idle`, `write_timeout`, `frame`, `unknown`,
    /// `message`, `encode`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Io(_) => "io",
            Self::Idle(_) => "idle",
            Self::WriteTimeout(_) => "write_timeout",
            Self::Frame(_) => "frame",
            Self::Unknown(_) => "unknown",
            Self::Message { .. } => "message",
            Self::Encode { .. } => "encode",
        }
    }
}
