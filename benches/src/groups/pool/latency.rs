//! The cost of a message while others are kept: the peer's `deserialization_latency` and
//! `exhaustion_boundary`.

use super::limits::{Copies, OwnedBytes};
use super::ways::{Way as _, small, small_wire};
use super::{Sweep, lines, next_of_each};
use crate::bench::Bench;
use crate::groups::Findings;
use crate::plot::Scale;

/// Messages kept before the measured one.
const HELD: &[usize] = &[0, 1, 2, 4, 6, 7, 8, 9, 12, 16, 32, 64, 200, 1000];

fn kept() -> Sweep {
    Sweep {
        title: "the next message while n frames are kept",
        about: "A frame of 108 bytes taken in, decoded borrowed and kept, while n frames that \
                came before it are kept. Dropping is not timed.",
        names: &[small::PeerFrame::NAME, small::OurFrame::NAME],
        ways: vec![next_of_each::<small::PeerFrame>, next_of_each::<small::OurFrame>],
    }
}

fn owned() -> Sweep {
    Sweep {
        title: "the next message while n owned messages are kept",
        about: "A frame of 108 bytes taken in and decoded into an owned value, while n such values \
            are kept. The frame is dropped, and that is timed. The first column is no codec and no \
            pool: it copies the frame in and the fields out, the last into memory of its own.",
        names: &[Copies::NAME, small::PeerOwned::NAME, small::OurOwned::NAME],
        ways: vec![
            next_of_each::<Copies>,
            next_of_each::<small::PeerOwned>,
            next_of_each::<small::OurOwned>,
        ],
    }
}

fn shared() -> Sweep {
    Sweep {
        title: "the next message while n shared messages are kept",
        about: "A frame of 108 bytes taken in and decoded into a message that keeps the frame's \
            memory by reference counting, compared with frames kept whole. The first column is no \
            codec and no pool: the frame is copied into an array that a `Bytes` owns, and the field \
            is a slice of it.",
        names: &[
            OwnedBytes::NAME,
            small::PeerFrame::NAME,
            small::PeerBuffer::NAME,
            small::OurShared::NAME,
        ],
        ways: vec![
            next_of_each::<OwnedBytes>,
            next_of_each::<small::PeerFrame>,
            next_of_each::<small::PeerBuffer>,
            next_of_each::<small::OurShared>,
        ],
    }
}

/// The cost of the next message while n are kept, n = 0 to 1,000.
pub fn latency(bench: &Bench) -> Findings {
    let row = |held: usize| held.to_string();
    let run = |sweep: Sweep| sweep.run(bench, HELD, row, |_| small_wire(64));
    let tables = vec![run(kept()), run(owned()), run(shared())];
    let axis = ("messages kept, with this one", Scale::Log);
    let points: Vec<usize> = HELD.iter().map(|held| held + 1).collect();
    let title = "A message of 108 bytes while others are kept";
    let plot = lines("pool-latency", title, axis, &points, &tables);
    Findings { tables, plots: vec![plot] }
}

/// The cost of the first, second, ... twelfth frame when all are kept: a pool of eight slots runs
/// out at the ninth.
pub fn exhaustion(bench: &Bench) -> Findings {
    let frames: Vec<usize> = (0..12).collect();
    let row = |held: usize| format!("frame {}", held + 1);
    let run = |sweep: Sweep| sweep.run(bench, &frames, row, |_| small_wire(64));
    let tables = vec![run(kept()), run(owned()), run(shared())];
    let axis = ("number of the frame, all before it kept", Scale::Linear);
    let points: Vec<usize> = (1..=12).collect();
    let plot = lines("pool-exhaustion", "A pool of eight runs out", axis, &points, &tables);
    Findings { tables, plots: vec![plot] }
}
