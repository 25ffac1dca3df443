//! Short and long messages: the peer's `copy_overhead_by_payload_size`, from its 16 to 1,024 bytes,
//! extended to a megabyte.

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_pool::Pool;

use super::ways::{Way, large, large_wire, small, small_wire};
use super::{Sweep, connections, lines, next_of_each};
use crate::bench::Bench;
use crate::groups::Findings;
use crate::plot::Scale;
use crate::table::Table;

/// Lengths of the last field in the peer's message.
const SMALL: &[usize] = &[16, 64, 256, 1024, 4096, 16384, 60_000];
/// Lengths of the last field where it is a `B0_16M`.
const LARGE: &[usize] = &[131_072, 262_144, 1_048_576];

/// Frames up to this length are dropped outside the timed region.
const FEW: usize = 2048;

/// A message that is kept: dropping it is not timed, as in the peer's benchmark, where possible.
/// Keeping a batch of megabytes would time the kernel.
fn kept<W: Way>(pool: &Pool, wire: &[u8], len: usize) -> (Duration, usize) {
    if wire.len() <= FEW {
        next_of_each::<W>(pool, wire, 0)
    } else {
        one_by_one::<W>(pool, wire, len)
    }
}

/// Messages, each dropped before the next, within the timed region.
fn one_by_one<W: Way>(pool: &Pool, wire: &[u8], _: usize) -> (Duration, usize) {
    let messages = (1 << 18) / wire.len().max(4096);
    let messages = messages.max(4);
    let mut connections = connections::<W>(pool, wire, 1, 0);
    let (_, connection) = &mut connections[0];
    let start = Instant::now();
    for _ in 0..messages {
        black_box(W::message(connection, black_box(wire)));
    }
    (start.elapsed(), messages)
}

/// The cost of a message by its length.
pub fn payload(bench: &Bench) -> Findings {
    let row = |len: usize| len.to_string();
    let run = |title, about, names, few: Vec<_>, many: Vec<_>| {
        let sweep = Sweep { title, about, names, ways: few };
        let mut table: Table = sweep.run(bench, SMALL, row, small_wire);
        let sweep = Sweep { ways: many, ..sweep };
        table.rows.extend(sweep.run(bench, LARGE, row, large_wire).rows);
        table
    };
    let tables = vec![
        run(
            "borrowed, by the length of the last field",
            "A frame taken in, its message decoded borrowed, the frame kept. The bytes are \
             copied in once by both. Dropping is timed from 4,096 bytes on.",
            &[small::PeerFrame::NAME, small::OurFrame::NAME],
            vec![kept::<small::PeerFrame>, kept::<small::OurFrame>],
            vec![one_by_one::<large::PeerFrame>, one_by_one::<large::OurFrame>],
        ),
        run(
            "owned, by the length of the last field",
            "A frame taken in, its message decoded into an owned value, both dropped. The \
             bytes are copied twice by both.",
            &[small::PeerOwned::NAME, small::OurOwned::NAME],
            vec![one_by_one::<small::PeerOwned>, one_by_one::<small::OurOwned>],
            vec![one_by_one::<large::PeerOwned>, one_by_one::<large::OurOwned>],
        ),
        run(
            "shared, by the length of the last field",
            "A frame taken in, its message decoded into one that keeps the frame's memory by \
             reference counting, compared with frames kept whole. Dropping is timed from 4,096 \
             bytes on.",
            &[small::PeerFrame::NAME, small::PeerBuffer::NAME, small::OurShared::NAME],
            vec![kept::<small::PeerFrame>, kept::<small::PeerBuffer>, kept::<small::OurShared>],
            vec![
                one_by_one::<large::PeerFrame>,
                one_by_one::<large::PeerBuffer>,
                one_by_one::<large::OurShared>,
            ],
        ),
    ];
    let points: Vec<usize> = SMALL.iter().chain(LARGE).copied().collect();
    let axis = ("bytes of the last field", Scale::Log);
    let plot = lines("pool-payload", "Short and long messages", axis, &points, &tables);
    Findings { tables, plots: vec![plot] }
}
