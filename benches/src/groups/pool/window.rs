//! The last k messages kept: the peer's `sliding_window`.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

use codec_pool::Pool;

use super::ways::{Way, small, small_wire};
use super::{CONNECTIONS, Sweep, connections, lines};
use crate::bench::Bench;
use crate::groups::Findings;
use crate::plot::Scale;

const WINDOWS: &[usize] = &[1, 2, 4, 6, 7, 8, 9, 12, 16];
/// Messages on each connection.
const MESSAGES: usize = 200;

/// 200 messages on each connection, of which the last `k` are kept. Dropping the
/// oldest is not timed.
fn slide<W: Way>(pool: &Pool, wire: &[u8], k: usize) -> (Duration, usize) {
    let connections = connections::<W>(pool, wire, CONNECTIONS, k);
    let mut connections: Vec<_> = connections
        .into_iter()
        .map(|(kept, connection)| (VecDeque::from(kept), connection))
        .collect();
    let mut time = Duration::ZERO;
    for _ in 0..MESSAGES {
        for (window, _) in &mut connections {
            window.pop_front();
        }
        let start = Instant::now();
        for (window, connection) in &mut connections {
            window.push_back(W::message(connection, black_box(wire)));
        }
        time += start.elapsed();
    }
    black_box(&connections);
    (time, CONNECTIONS * MESSAGES)
}

/// The cost of a message when the last 1 to 16 are kept.
pub fn window(bench: &Bench) -> Findings {
    let run = |title, about, names, ways| {
        let sweep = Sweep { title, about, names, ways };
        sweep.run(bench, WINDOWS, |k| k.to_string(), |_| small_wire(64))
    };
    let tables = vec![
        run(
            "the last k frames kept",
            "200 frames of 108 bytes on each of 16 connections, decoded borrowed; the oldest of k \
             is dropped, untimed, before the next comes.",
            &[small::PeerFrame::NAME, small::OurFrame::NAME],
            vec![slide::<small::PeerFrame>, slide::<small::OurFrame>],
        ),
        run(
            "the last k owned messages kept",
            "The same, decoded into owned values.",
            &[small::PeerOwned::NAME, small::OurOwned::NAME],
            vec![slide::<small::PeerOwned>, slide::<small::OurOwned>],
        ),
        run(
            "the last k shared messages kept",
            "The same, decoded into messages that keep the frame's memory by reference counting, \
             compared with frames kept whole.",
            &[small::PeerFrame::NAME, small::PeerBuffer::NAME, small::OurShared::NAME],
            vec![slide::<small::PeerFrame>, slide::<small::PeerBuffer>, slide::<small::OurShared>],
        ),
    ];
    let axis = ("messages kept", Scale::Linear);
    let plot = lines("pool-window", "A sliding window of messages", axis, WINDOWS, &tables);
    Findings { tables, plots: vec![plot] }
}
