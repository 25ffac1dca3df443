//! Two threads: one reads frames of 108 bytes and hands them over, the other
//! drops them. Candidates run in turn in one process.
//!
//! Every candidate copies the same bytes in once, finds the same frames by the
//! same header, and hands them over in the same batches over the same channels;
//! what differs is where a frame's memory comes from and how it is freed. The
//! line `moved` hands over numbers in the place of frames: what the harness
//! costs by itself.
//!
//! `cargo run --release -p codec-benches --bin pool_threads [rounds]`
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::io::Read;
use std::sync::mpsc::sync_channel;
use std::thread;

use buffer_sv2::{Buffer as _, BufferPool};
use bytes::BytesMut;
use codec_benches::alternate::{Candidate, alternate};
use codec_benches::frame;
use codec_core::Header as _;
use codec_pool::{FrameReader, Pool};
use codec_sv2::FrameHeader;

/// Frames that are handed over at once.
const BATCH: usize = 256;
/// Batches that may wait.
const QUEUE: usize = 8;
/// Frames in one measured run.
const FRAMES: usize = 512 * BATCH;
/// What a read asks for at most.
const READ: usize = 64 * 1024;

/// A stream that repeats the same frames without end.
struct Repeated {
    wire: Vec<u8>,
    at: usize,
}

impl Repeated {
    fn new() -> Self {
        Self { wire: frame::wire().repeat(10_000), at: 0 }
    }

    /// The bytes that come next, up to `len`.
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

/// Length of the frame at the front, if all of it is there.
fn whole(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..FrameHeader::SIZE)?;
    let len = FrameHeader::SIZE + FrameHeader::parse(head).expect("a header").payload_len();
    (len <= bytes.len()).then_some(len)
}

/// Has `produce` make frames on this thread, and drops them on another.
fn relay<T: Send>(mut produce: impl FnMut() -> T) {
    thread::scope(|scope| {
        let (full, received) = sync_channel::<Vec<T>>(QUEUE);
        let (empty, returned) = sync_channel::<Vec<T>>(2 * QUEUE);
        scope.spawn(move || {
            for mut batch in received {
                black_box(&batch);
                batch.clear();
                // The producer may be done, and then nobody wants it back.
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

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(11);
    let pool = Pool::default();
    let figures = alternate(
        &mut [
            Candidate::new("buffer_sv2 3.0.1", || {
                let (mut stream, mut pool) = (Repeated::new(), BufferPool::new(READ));
                relay(move || {
                    let piece = stream.next(108);
                    let len = whole(piece).expect("a frame");
                    pool.get_writable(len).copy_from_slice(&piece[..len]);
                    pool.get_data_owned()
                });
            }),
            Candidate::new("Vec", || {
                let (mut stream, mut buffer, mut at, mut end) =
                    (Repeated::new(), vec![0; READ], 0, 0);
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
            }),
            Candidate::new("bytes::BytesMut, split and frozen", || {
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
            }),
            Candidate::new("codec-pool, detached", || {
                let mut stream = Repeated::new();
                let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
                relay(move || {
                    let frame = reader.read_frame(&mut stream).expect("the frames are sound");
                    frame.expect("the stream does not end").detach()
                });
            }),
            Candidate::new("moved", || {
                let mut number = 0u64;
                relay(move || {
                    number += 1;
                    [number; 4]
                });
            }),
        ],
        rounds,
    );
    println!("two threads, frames of 108 bytes read on one and dropped on the other");
    let ours = figures[3].median.as_secs_f64();
    for figure in &figures {
        let seconds = figure.median.as_secs_f64();
        let millions = f64::from(u32::try_from(FRAMES).expect("few")) / seconds / 1e6;
        println!("  {:<34} {millions:>8.1} M frames/s {:>8.2} x", figure.name, seconds / ours);
    }
    let stats = pool.stats();
    assert!(stats.reconciles() && stats.live() == 0, "{stats}");
}
