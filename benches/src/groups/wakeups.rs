//! Threads that wake up for one frame at a time, as servers do: a frame of 108 bytes arrives and is
//! found, and nothing else is there, so its memory is returned before the thread sleeps.
//!
//! Every candidate copies the same bytes in and finds the same frame by the same header. Where none
//! is kept, a frame is read where it is and given back, by all that can do so: `buffer_sv2` frees
//! its memory through an owned slice alone. The rate counts from the start of the first thread to
//! the end of the last.

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use buffer_sv2::{Buffer as _, BufferPool};
use bytes::{Buf as _, BytesMut};
use codec_core::Header as _;
use codec_pool::{FrameReader, Pool};
use codec_stratum::FrameHeader;

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::estimate::Estimate;
use crate::frame;
use crate::groups::Findings;
use crate::table::{Table, Unit};

const SHARED: &str = "`BytesMut` keeps its memory while its connection is idle, and shares it with no other. Ours \
    gives it back to the pool at each wake-up, under a lock that takes two atomic operations, so that \
    an idle connection holds none ([decision 48](adr/0048-a-wake-up-takes-two-atomic-operations.md)).";

/// Threads of one run.
const THREADS: [usize; 4] = [1, 2, 4, 8];
/// Frames per run, over all threads.
const FRAMES: usize = 400_000;
/// Minimum length of the peers' buffers in bytes.
const READ: usize = 64 * 1024;

/// Frames per second of all threads together: each frame dropped at once, or the last eight kept.
pub(super) fn wakeups(bench: &Bench) -> Findings {
    let about = |kept: &str| {
        format!(
            "Frames of 108 bytes a second, one a wake-up, of all threads together; {kept}. On \
             two cores, so that four and eight threads take turns."
        )
    };
    let tables = vec![
        table(bench, "one frame a wake-up, settled", &about("none is kept"), 0),
        table(bench, "one frame a wake-up, kept", &about("each thread keeps its last 8"), 8),
    ];
    Findings { tables, plots: Vec::new() }
}

fn table(bench: &Bench, title: &str, about: &str, keep: usize) -> Table {
    let columns = [
        "buffer_sv2 3.0.1, a pool a thread",
        "bytes::BytesMut, a buffer a thread",
        "*codec-pool, a pool a thread",
        "*codec-pool, one pool",
    ];
    let mut table = Table::new(title, about, Unit::Rate, &columns);
    table.because("", SHARED);
    for threads in THREADS {
        let pool = Pool::default();
        let each = FRAMES / threads;
        let pool = &pool;
        let mut candidates = [
            Candidate::timed(columns[0], || run(threads, each, || buffer_sv2(each, keep))),
            Candidate::timed(columns[1], || run(threads, each, || bytes_mut(each, keep))),
            Candidate::timed(columns[2], || {
                run(threads, each, || ours(&Pool::default(), each, keep))
            }),
            Candidate::timed(columns[3], || run(threads, each, || ours(pool, each, keep))),
        ];
        let row = format!("{threads} threads");
        let figures = bench.row(title, &row, &mut candidates);
        drop(candidates);
        let stats = pool.stats();
        assert!(stats.reconciles() && stats.live() == 0, "{stats}");
        table.row(&row, &columns.map(|name| figure(&figures, name).map(Estimate::rate)));
    }
    table
}

/// Runs the `work` of `frames` on each of `threads` threads; returns the duration and the number of
/// frames.
fn run(threads: usize, frames: usize, work: impl Fn() + Sync) -> (Duration, usize) {
    let start = Barrier::new(threads);
    let spans = thread::scope(|scope| {
        let run = || {
            start.wait();
            let began = Instant::now();
            work();
            (began, Instant::now())
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().expect("no panic");
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    let began = spans.iter().map(|span| span.0).min().expect("there are threads");
    let ended = spans.iter().map(|span| span.1).max().expect("there are threads");
    (ended - began, threads * frames)
}

/// The last few frames, or a look at the first byte of each.
struct Kept<T> {
    last: VecDeque<T>,
    keep: usize,
}

impl<T: AsRef<[u8]>> Kept<T> {
    fn new(keep: usize) -> Self {
        Self { last: VecDeque::with_capacity(keep + 1), keep }
    }

    fn take(&mut self, frame: T) {
        black_box(frame.as_ref()[FrameHeader::SIZE]);
        if self.keep > 0 {
            self.last.push_back(frame);
            if self.last.len() > self.keep {
                self.last.pop_front();
            }
        }
    }
}

fn ours(pool: &Pool, frames: usize, keep: usize) {
    let wire = frame::wire();
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut kept = VecDeque::with_capacity(keep + 1);
    for _ in 0..frames {
        let fed = reader.feed(black_box(&wire)).expect("there is memory");
        assert_eq!(fed, wire.len());
        let frame = reader.next_frame().expect("it is sound").expect("it is whole");
        black_box(frame.payload()[0]);
        if keep > 0 {
            kept.push_back(frame.detach());
            if kept.len() > keep {
                kept.pop_front();
            }
        }
        assert!(reader.next_frame().expect("it is sound").is_none());
    }
}

/// Length of the frame at the front.
fn frame_len(bytes: &[u8]) -> usize {
    let head = &bytes[..FrameHeader::SIZE];
    FrameHeader::SIZE + FrameHeader::parse(head).expect("a header").payload_len()
}

fn bytes_mut(frames: usize, keep: usize) {
    let wire = frame::wire();
    let (mut buffer, mut kept) = (BytesMut::with_capacity(READ), Kept::new(keep));
    for _ in 0..frames {
        buffer.reserve(READ / 8);
        buffer.extend_from_slice(black_box(&wire));
        let len = frame_len(&buffer);
        if keep > 0 {
            kept.take(buffer.split_to(len).freeze());
        } else {
            black_box(buffer[FrameHeader::SIZE]);
            buffer.advance(len);
        }
        assert!(buffer.is_empty());
    }
}

fn buffer_sv2(frames: usize, keep: usize) {
    let wire = frame::wire();
    let (mut pool, mut kept) = (BufferPool::new(READ), Kept::new(keep));
    for _ in 0..frames {
        let wire = black_box(&wire);
        let len = frame_len(wire);
        pool.get_writable(len).copy_from_slice(wire);
        kept.take(pool.get_data_owned());
    }
}
