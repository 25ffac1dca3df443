//! Two threads: one reads frames of 108 bytes and sends them to the other, which drops them.
//! Candidates alternate in one process.
//!
//! Every candidate copies the same bytes in once, finds the same frames by the same header, and
//! sends them in the same batches over the same channels; they differ in where a frame's memory
//! comes from and how it is freed. The second table sends numbers instead of frames: the cost of
//! the harness itself.

use std::hint::black_box;
use std::io::Read;
use std::sync::mpsc::sync_channel;
use std::thread;

use buffer_sv2::{Buffer as _, BufferPool};
use bytes::BytesMut;
use codec_core::Header as _;
use codec_pool::{FrameReader, Pool};
use codec_stratum::FrameHeader;

use crate::bench::Bench;
use crate::candidate::Candidate;
use crate::estimate::Estimate;
use crate::frame;
use crate::groups::Findings;
use crate::table::{Table, Unit};

/// Frames that are sent at once.
const BATCH: usize = 256;
/// Batches that may be queued.
const QUEUE: usize = 8;
/// Frames in one measured run.
const FRAMES: usize = 256 * BATCH;
/// The maximum number of bytes per read.
const READ: usize = 64 * 1024;

/// A stream that repeats the same frames forever.
struct Repeated {
    wire: Vec<u8>,
    at: usize,
}

impl Repeated {
    fn new() -> Self {
        Self { wire: frame::wire().repeat(10_000), at: 0 }
    }

    /// The next bytes, up to `len`.
    fn next(&mut self, len: usize) -> &[u8] {
        if self.at == self.wire.len() {
            self.at = 0;
        }
        let end = (self.at + len).min(self.wire.len());
        let piece = &self.wire[self.at..end];
        self.at = end;
        piece
    }
}

impl Read for Repeated {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.next(room.len());
        room[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

/// Length of the frame at the front, if it is complete.
fn whole(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..FrameHeader::SIZE)?;
    let len = FrameHeader::SIZE + FrameHeader::parse(head).expect("a header").payload_len();
    (len <= bytes.len()).then_some(len)
}

/// Calls `produce` for frames on this thread, and drops them on another.
fn relay<T: Send>(mut produce: impl FnMut() -> T) {
    thread::scope(|scope| {
        let (full, received) = sync_channel::<Vec<T>>(QUEUE);
        let (empty, returned) = sync_channel::<Vec<T>>(2 * QUEUE);
        scope.spawn(move || {
            for mut batch in received {
                black_box(&batch);
                batch.clear();
                // The producer may have finished, and then no longer takes it back.
                let _ = empty.send(batch);
            }
        });
        for _ in 0..FRAMES / BATCH {
            let mut batch = returned.try_recv().unwrap_or_else(|_| Vec::with_capacity(BATCH));
            batch.extend((0..BATCH).map(|_| produce()));
            full.send(batch).expect("the other thread listens");
        }
    });
}

/// Frames per second of the two threads together, for each candidate.
pub(super) fn threads(bench: &Bench) -> Findings {
    let pool = Pool::default();
    let ours = || {
        let mut stream = Repeated::new();
        let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
        relay(move || {
            let frame = reader.read_frame(&mut stream).expect("the frames are sound");
            frame.expect("the stream does not end").detach()
        });
    };
    let frames = u32::try_from(FRAMES).expect("a constant");
    let figures = bench.row(
        "two threads",
        "frames",
        &mut [
            Candidate::new("buffer_sv2 3.0.1", frames, relay_buffer_sv2),
            Candidate::new("Vec", frames, relay_vec),
            Candidate::new("bytes::BytesMut, split and frozen", frames, relay_bytes_mut),
            Candidate::new("*codec-pool, detached", frames, ours),
            Candidate::new("numbers, no memory", frames, || {
                let mut number = 0u64;
                relay(move || {
                    number += 1;
                    [number; 4]
                });
            }),
        ],
    );
    let stats = pool.stats();
    assert!(stats.reconciles() && stats.live() == 0, "{stats}");
    let about = "Frames of 108 bytes a second that one thread reads and another drops, handed \
                 over 256 at a time.";
    let names: Vec<_> = figures.iter().map(|figure| figure.name).collect();
    let rates: Vec<_> = figures.iter().map(|figure| figure.seconds.map(Estimate::rate)).collect();
    // The harness is not a peer.
    let (last, candidates) = names.split_last().expect("there are five");
    let mut table = Table::new("two threads", about, Unit::Rate, candidates);
    table.row("frames", &rates[..candidates.len()]);
    let mut harness = Table::new(
        "the harness",
        "Numbers instead of frames: what handing over costs by itself.",
        Unit::Rate,
        &[last],
    );
    harness.row("hand-overs", &rates[candidates.len()..]);
    Findings { tables: vec![table, harness], plots: Vec::new() }
}

fn relay_buffer_sv2() {
    let (mut stream, mut pool) = (Repeated::new(), BufferPool::new(READ));
    relay(move || {
        let piece = stream.next(108);
        let len = whole(piece).expect("a frame");
        pool.get_writable(len).copy_from_slice(&piece[..len]);
        pool.get_data_owned()
    });
}

fn relay_vec() {
    let (mut stream, mut buffer, mut at, mut end) = (Repeated::new(), vec![0; READ], 0, 0);
    relay(move || {
        loop {
            if let Some(len) = whole(&buffer[at..end]) {
                at += len;
                return buffer[at - len..at].to_vec();
            }
            buffer.copy_within(at..end, 0);
            (at, end) = (0, end - at);
            end += stream.read(&mut buffer[end..]).expect("it does not fail");
        }
    });
}

fn relay_bytes_mut() {
    let (mut stream, mut buffer) = (Repeated::new(), BytesMut::new());
    relay(move || {
        loop {
            if let Some(len) = whole(&buffer) {
                return buffer.split_to(len).freeze();
            }
            buffer.reserve(READ);
            buffer.extend_from_slice(stream.next(READ));
        }
    });
}
