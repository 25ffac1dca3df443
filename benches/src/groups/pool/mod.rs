//! The life cycle of a pool: what a message costs when others are kept.
//!
//! The groups are those of `codec_sv2`'s `pool_lifecycle` benchmark, with the same
//! frame and the same timed region. One thing differs: a clock read costs more than
//! a message of ours, so where that benchmark times every message separately, these
//! groups time one message on each of sixteen connections that are all in the same
//! state. That also excludes the page fault on the first access to a new decoder's
//! memory from all figures.

mod allocations;
mod latency;
mod limits;
mod payload;
mod throughput;
pub mod ways;
mod window;

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_pool::Pool;

pub use allocations::{Counter, allocations, count};
pub use latency::{exhaustion, latency};
pub use payload::payload;
pub use throughput::throughput;
pub use window::window;

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::estimate::float;
use crate::plot::{Plot, Point, Scale, Series, Shape};
use crate::table::{Table, Unit};
use ways::Way;

/// Connections in the same state; each has its own decoder and pool for the peers, while ours share
/// one pool, as in practice.
const CONNECTIONS: usize = 16;

/// One message, by code that is in the program once, timed or not: as in a program that has read from its
/// connections before.
#[inline(never)]
fn message<W: Way>(connection: &mut W::Connection, wire: &[u8]) -> W::Kept {
    W::message(connection, wire)
}

/// Connections that have had one frame, since dropped, and keep `held` more.
fn connections<W: Way>(
    pool: &Pool,
    wire: &[u8],
    count: usize,
    held: usize,
) -> Vec<(Vec<W::Kept>, W::Connection)> {
    let connect = || {
        let mut connection = W::connect(pool);
        let mut first = message::<W>(&mut connection, wire);
        assert!(W::is_right(&mut first, wire), "{} gives what was sent", W::NAME);
        drop(first);
        let kept = (0..held).map(|_| message::<W>(&mut connection, wire)).collect();
        // In this order: a peer's decoder that is dropped before its frames waits for them forever.
        (kept, connection)
    };
    (0..count).map(|_| connect()).collect()
}

/// The next message of each connection while it keeps `held` frames. The last of those came just
/// before, so that the caches of no connection are cold because of the frames that others keep.
fn next_of_each<W: Way>(pool: &Pool, wire: &[u8], held: usize) -> (Duration, usize) {
    let mut connections = connections::<W>(pool, wire, CONNECTIONS, held.saturating_sub(1));
    for (kept, connection) in &mut connections {
        kept.push(message::<W>(connection, wire));
        kept.truncate(held);
    }
    let mut kept = Vec::with_capacity(CONNECTIONS);
    let start = Instant::now();
    for (_, connection) in &mut connections {
        kept.push(message::<W>(connection, black_box(wire)));
    }
    let time = start.elapsed();
    black_box(&kept);
    (time, CONNECTIONS)
}

/// Function that measures a way at one x value.
type Measure = fn(&Pool, &[u8], usize) -> (Duration, usize);

/// Ways that are measured alike, over the values of a table's rows and a plot's x axis.
struct Sweep {
    title: &'static str,
    about: &'static str,
    names: &'static [&'static str],
    ways: Vec<Measure>,
}

impl Sweep {
    /// Why ours is less than ten times as fast, where it is.
    fn reason(&self) -> &'static str {
        match (
            self.title.contains("length"),
            self.title.contains("owned"),
            self.title.contains("shared"),
        ) {
            (true, true, _) => {
                "Both allocate the field's memory and copy its bytes twice, and the longer the \
                field, the more of the time that is: memory bandwidth limits both."
            }
            (true, _, true) => {
                "A box with a reference count is allocated for the frames of a read, which here is \
                one frame. In long messages both copy the same bytes: memory bandwidth limits both."
            }
            (true, ..) => {
                "Both copy the same bytes once, and the longer the message, the more of the time \
                that is: memory bandwidth limits both. Of frames longer than a chunk, ours copies the \
                first 64 KiB twice, since it learns the length from them."
            }
            (_, true, _) => {
                "Each candidate allocates the value's own 64 bytes, which takes ours about half of \
                its time, and more when the allocator's thread-local cache is empty: compare the \
                column without codec and pool."
            }
            (_, _, true) => {
                "`Bytes` shares memory that it did not allocate through a box with a reference count: \
                one allocation for the frames of a read, which here is one frame, and two or three \
                atomic operations a message: compare the column without codec and pool, where there is \
                one. Added to what a frame takes that is kept, that is what a shared message takes \
                where they follow one another."
            }
            _ => "",
        }
    }

    /// Measures all ways at every x value; `row` names a row.
    fn run(
        &self,
        bench: &Bench,
        points: &[usize],
        row: impl Fn(usize) -> String,
        wire: impl Fn(usize) -> Vec<u8>,
    ) -> Table {
        let pool = Pool::default();
        let mut table = Table::new(self.title, self.about, Unit::Time, self.names).promising(10.0);
        table.because("", self.reason());
        for &point in points {
            let wire = wire(point);
            let ways = self.names.iter().zip(&self.ways);
            let (pool, wire) = (&pool, &wire);
            let mut candidates: Vec<Candidate<'_>> = ways
                .map(|(name, measure)| Candidate::timed(name, || measure(pool, wire, point)))
                .collect();
            let figures = bench.row(self.title, &row(point), &mut candidates);
            let cells: Vec<_> = self.names.iter().map(|name| figure(&figures, name)).collect();
            table.row(&row(point), &cells);
        }
        let stats = pool.stats();
        assert!(stats.reconciles() && stats.live() == 0, "{stats}");
        table
    }
}

/// The columns of tables with the same rows, as lines over `points`.
fn lines(
    file: &str,
    title: &str,
    (x_label, x_scale): (&str, Scale),
    points: &[usize],
    tables: &[Table],
) -> Plot {
    let mut series: Vec<Series> = Vec::new();
    for table in tables {
        for (index, column) in table.columns.iter().enumerate() {
            if column.bound || series.iter().any(|other| other.name == column.name) {
                continue;
            }
            let figures = table.rows.iter().filter_map(|row| row.cells[index]);
            let points =
                points.iter().zip(figures).map(|(&x, y)| Point::of(float(x), y, 1e9)).collect();
            series.push(Series { name: column.name.clone(), ours: column.ours, points });
        }
    }
    Plot {
        file: file.to_owned(),
        title: title.to_owned(),
        y_label: "ns a message".to_owned(),
        y_scale: Scale::Log,
        shape: Shape::Lines { x_label: x_label.to_owned(), x_scale },
        series,
    }
}
