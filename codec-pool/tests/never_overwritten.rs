//! A live frame never changes: random work on several threads, where each
//! thread keeps a plain copy of every frame it holds and compares.

#[path = "support/random.rs"]
mod random;
#[path = "support/tagged.rs"]
mod tagged;

use std::sync::Mutex;

use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::{FrameReader, FrameWriter, Policy, Pool, PoolBytes};
use random::Random;
use tagged::{Tagged, frame};

const THREADS: u64 = 4;
const STEPS: usize = 25_000;
const KEPT: usize = 48;

/// Bytes in the pool's memory, in whatever form they are held.
enum Live {
    Pool(PoolBytes),
    Shared(Bytes),
}

impl Live {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Pool(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }
}

/// Live bytes and the copy that was made when they came.
struct Shadowed {
    live: Live,
    copy: Vec<u8>,
}

impl Shadowed {
    fn check(&self) {
        assert!(self.live.bytes() == self.copy, "a live frame was overwritten");
    }

    fn slice(&self, random: &mut Random) -> Self {
        let start = random.below(self.copy.len() + 1);
        let end = start + random.below(self.copy.len() - start + 1);
        let live = match &self.live {
            Live::Pool(bytes) => Live::Pool(bytes.slice(start..end)),
            Live::Shared(bytes) => Live::Shared(bytes.slice(start..end)),
        };
        Self { live, copy: self.copy[start..end].to_vec() }
    }

    fn into_shared(self) -> Self {
        let live = match self.live {
            Live::Pool(bytes) => Live::Shared(bytes.into()),
            shared @ Live::Shared(_) => shared,
        };
        Self { live, ..self }
    }
}

/// One thread's work: its own reader and writer, and frames that it swaps with
/// the others over `exchange`.
struct Worker<'a> {
    random: Random,
    pool: &'a Pool,
    exchange: &'a Mutex<Vec<Shadowed>>,
    reader: FrameReader<Tagged>,
    writer: FrameWriter<Tagged>,
    /// What the reader has been sent and has not read.
    wire: Vec<u8>,
    kept: Vec<Shadowed>,
}

impl<'a> Worker<'a> {
    fn new(seed: u64, pool: &'a Pool, exchange: &'a Mutex<Vec<Shadowed>>) -> Self {
        Self {
            random: Random::new(seed),
            pool,
            exchange,
            reader: FrameReader::new(pool.clone()),
            writer: FrameWriter::new(pool.clone()),
            wire: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn payload(&mut self) -> Vec<u8> {
        let len = match self.random.below(50) {
            0 => self.random.below(2000),
            _ => self.random.below(120),
        };
        let fill = self.random.next().to_le_bytes()[0] & 0x7f;
        (0u8..=255).cycle().take(len).map(|n| n.wrapping_mul(31) ^ fill).collect()
    }

    fn step(&mut self) {
        match self.random.below(12) {
            0..=3 => self.read(),
            4 | 5 => self.write(),
            6 => self.with_kept(|kept, random| {
                let slice = kept[random.below(kept.len())].slice(random);
                kept.push(slice);
            }),
            7 => self.with_kept(|kept, random| {
                let shared = kept.swap_remove(random.below(kept.len())).into_shared();
                kept.push(shared);
            }),
            8 => self.swap(),
            9 if self.random.below(40) == 0 => {
                self.wire.clear();
                self.reader = FrameReader::new(self.pool.clone());
            }
            _ => self.with_kept(|kept, random| {
                kept.swap_remove(random.below(kept.len()));
            }),
        }
        while self.kept.len() > KEPT {
            let index = self.random.below(self.kept.len());
            self.kept.swap_remove(index);
        }
    }

    fn with_kept(&mut self, work: impl FnOnce(&mut Vec<Shadowed>, &mut Random)) {
        if !self.kept.is_empty() {
            work(&mut self.kept, &mut self.random);
        }
    }

    /// Feeds a piece of a few frames and keeps some of what comes out.
    fn read(&mut self) {
        while self.wire.len() < 200 {
            let payload = self.payload();
            self.wire.extend(frame(1, &payload));
        }
        let len = 1 + self.random.below(self.wire.len());
        // A pool that refuses under `Fail` loses nothing: the bytes stay.
        let taken = self.reader.feed(&self.wire[..len]).unwrap_or(0);
        self.wire.drain(..taken);
        while let Some(mut frame) = self.reader.next_frame().expect("the stream is valid") {
            let copy = frame.bytes().to_vec();
            let live = match self.random.below(4) {
                0 => continue,
                1 => Live::Shared(frame.to_bytes()),
                _ => Live::Pool(frame.detach().into_bytes()),
            };
            self.kept.push(Shadowed { live, copy });
        }
    }

    /// Queues a message, or encodes one alone, or takes what is queued.
    fn write(&mut self) {
        let payload = self.payload();
        match self.random.below(4) {
            0 => {
                if let Ok(frame) = self.writer.encode_frame::<Bincode, _>(2, 0, &payload) {
                    let copy = frame.bytes().to_vec();
                    self.kept.push(Shadowed { live: Live::Pool(frame.into_bytes()), copy });
                }
            }
            1 => {
                let pieces = self.writer.take_pending();
                self.kept.extend(pieces.map(|piece| {
                    let copy = piece.to_vec();
                    Shadowed { live: Live::Pool(piece), copy }
                }));
            }
            _ => drop(self.writer.write_message::<Bincode, _>(3, 0, &payload)),
        }
    }

    /// Leaves a frame for another thread, and takes one that was left.
    fn swap(&mut self) {
        let given = self.kept.pop();
        let mut exchange = self.exchange.lock().expect("no thread panics here");
        let taken = (exchange.len() > 8).then(|| exchange.swap_remove(0));
        exchange.extend(given);
        drop(exchange);
        self.kept.extend(taken);
    }

    fn run(mut self, steps: usize) {
        for _ in 0..steps {
            self.step();
            self.kept.iter().for_each(Shadowed::check);
        }
    }
}

/// Runs the model; frames are left over when the pool is gone.
fn run(pool: &Pool, seed: u64) -> Vec<Shadowed> {
    let exchange = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 1..=THREADS {
            let worker = Worker::new(seed * 1000 + thread, pool, &exchange);
            scope.spawn(move || worker.run(STEPS));
        }
        scope.spawn(|| {
            for _ in 0..500 {
                let stats = pool.stats();
                assert!(stats.reconciles(), "{stats}");
                std::thread::yield_now();
            }
        });
    });
    assert!(pool.stats().reconciles());
    let left = exchange.into_inner().expect("no thread panicked");
    let before = pool.stats();
    assert!(before.acquired > 100, "{before}");
    if left.is_empty() {
        assert_eq!(before.bytes_in_use, 0, "{before}");
    }
    left
}

fn pool(policy: Policy) -> Pool {
    let builder = Pool::builder().chunk_size(512).max_chunks(24).max_large_bytes(64 * 1024);
    builder.policy(policy).build().expect("a valid pool")
}

#[test]
fn live_frames_equal_their_copies_while_the_heap_helps_out() {
    run(&pool(Policy::Heap), 1).iter().for_each(Shadowed::check);
}

#[test]
fn live_frames_equal_their_copies_while_the_pool_refuses() {
    run(&pool(Policy::Fail), 2).iter().for_each(Shadowed::check);
}

#[test]
fn all_chunks_are_back_when_all_frames_are_gone() {
    let pool = pool(Policy::Heap);
    drop(run(&pool, 3));
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.open, stats.bytes_in_use), (0, 0, 0), "{stats}");
    assert_eq!(stats.free, stats.allocated);
}
