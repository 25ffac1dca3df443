//! Messages one after another, all kept: the peer's `throughput`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_pool::Pool;

use super::ways::{Reads, Way, small, small_wire};
use super::{Sweep, connections, lines};
use crate::bench::Bench;
use crate::groups::Findings;
use crate::plot::Scale;

const MESSAGES: &[usize] = &[1, 4, 8, 9, 16, 32, 64, 100, 200, 1000];

/// `n` messages, all kept, on each of several connections: enough that the clock is rarely read.
fn all_kept<W: Way>(pool: &Pool, wire: &[u8], n: usize) -> (Duration, usize) {
    let count = 16usize.div_ceil(n);
    let mut connections = connections::<W>(pool, wire, count, 0);
    for (kept, _) in &mut connections {
        kept.reserve_exact(n);
    }
    let start = Instant::now();
    for (kept, connection) in &mut connections {
        for _ in 0..n {
            kept.push(W::message(connection, black_box(wire)));
        }
    }
    let time = start.elapsed();
    black_box(&connections);
    (time, count * n)
}

/// The same from a stream that contains all of them.
fn all_read<W: Reads>(pool: &Pool, wire: &[u8], n: usize) -> (Duration, usize) {
    let count = 16usize.div_ceil(n);
    let mut connections = connections::<W>(pool, wire, count, 0);
    for (kept, _) in &mut connections {
        kept.reserve_exact(n);
    }
    let wire = wire.repeat(n);
    let start = Instant::now();
    for (kept, connection) in &mut connections {
        let mut stream = black_box(&wire[..]);
        for _ in 0..n {
            kept.push(W::read(connection, &mut stream));
        }
    }
    let time = start.elapsed();
    black_box(&connections);
    (time, count * n)
}

/// The cost of the allocator and a copy alone: `n` vectors of a message's 64 bytes, all kept.
fn vectors(_: &Pool, wire: &[u8], n: usize) -> (Duration, usize) {
    let count = 16usize.div_ceil(n);
    let mut kept = Vec::with_capacity(count * n);
    let start = Instant::now();
    for _ in 0..count * n {
        kept.push(black_box(&wire[44..]).to_vec());
    }
    let time = start.elapsed();
    black_box(&kept);
    (time, count * n)
}

/// The cost of a message when 1 to 1,000 arrive and all are kept.
pub fn throughput(bench: &Bench) -> Findings {
    let run = |title, about, names, ways| {
        let sweep = Sweep { title, about, names, ways };
        sweep.run(bench, MESSAGES, |n| n.to_string(), |_| small_wire(64))
    };
    let tables = vec![
        run(
            "n messages, frames kept",
            "Frames of 108 bytes taken in, decoded borrowed and kept, one after the other.",
            &[small::PeerFrame::NAME, small::OurFrame::NAME],
            vec![all_kept::<small::PeerFrame>, all_kept::<small::OurFrame>],
        ),
        run(
            "n messages, owned and kept",
            "Frames of 108 bytes taken in and decoded into owned values, which are kept.",
            &[small::PeerOwned::NAME, small::OurOwned::NAME],
            vec![all_kept::<small::PeerOwned>, all_kept::<small::OurOwned>],
        ),
        run(
            "n messages, shared and kept",
            "Frames of 108 bytes taken in and decoded into messages that keep the frame's memory \
             by reference counting, compared with frames kept whole.",
            &[small::PeerFrame::NAME, small::PeerBuffer::NAME, small::OurShared::NAME],
            vec![
                all_kept::<small::PeerFrame>,
                all_kept::<small::PeerBuffer>,
                all_kept::<small::OurShared>,
            ],
        ),
        run(
            "n messages, as a socket brings them",
            "All frames are in the stream when the first is read. The peer's decoder still takes \
             them one at a time.",
            &[
                small::PeerFrame::NAME,
                small::PeerOwned::NAME,
                small::OurFrame::NAME,
                small::OurOwned::NAME,
                small::OurShared::NAME,
            ],
            vec![
                all_kept::<small::PeerFrame>,
                all_kept::<small::PeerOwned>,
                all_read::<small::OurFrame>,
                all_read::<small::OurOwned>,
                all_read::<small::OurShared>,
            ],
        ),
        run(
            "n vectors of 64 bytes",
            "No frames: the allocation and the copy that every candidate needs for an owned \
             message.",
            &["allocated, copied and kept"],
            vec![vectors],
        ),
    ];
    let axis = ("messages", Scale::Log);
    let (fed, read) = (&tables[..3], &tables[3..4]);
    let plots = vec![
        lines("pool-throughput", "Messages that are all kept, fed one by one", axis, MESSAGES, fed),
        lines(
            "pool-reads",
            "Messages that are all kept, as a socket brings them",
            axis,
            MESSAGES,
            read,
        ),
    ];
    Findings { tables, plots }
}
