//! Readers whose threads block in a call of `read` hold the received part of a frame, and one of
//! them a chunk.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::tagged::{Tagged, frame};
use crate::until::until;
use codec_pool::{FrameErrorKind, FrameReadError, FrameReader, Policy, Pool, PoolError};

/// Blocks until there are bytes, and counts itself as waiting.
struct Pipe {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
    waiting: Arc<AtomicUsize>,
}

impl Read for Pipe {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.rest = self.bytes.recv().unwrap_or_default();
        }
        let len = self.rest.len().min(room.len());
        room[..len].copy_from_slice(&self.rest[..len]);
        self.rest.drain(..len);
        Ok(len)
    }
}

/// Threads that read, each from its own pipe, and send on the frames.
struct Server {
    pipes: Vec<Sender<Vec<u8>>>,
    frames: Receiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    threads: Vec<thread::JoinHandle<()>>,
    /// The number of waits once all threads are waiting.
    waits: usize,
}

impl Server {
    fn start(pool: &Pool, readers: usize) -> Self {
        let (out, frames) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let (mut pipes, mut threads) = (Vec::new(), Vec::new());
        for _ in 0..readers {
            let (pipe, bytes) = channel();
            let mut stream = Pipe { bytes, rest: Vec::new(), waiting: waiting.clone() };
            let (pool, out) = (pool.clone(), out.clone());
            threads.push(thread::spawn(move || {
                let mut reader = FrameReader::<Tagged>::new(pool);
                while let Some(frame) = reader.read_frame(&mut stream).expect("it is valid") {
                    out.send(frame.bytes().to_vec()).expect("someone takes it");
                }
            }));
            pipes.push(pipe);
        }
        Self { pipes, frames, waiting, threads, waits: 0 }
    }

    /// Sends these bytes to each reader, and waits until all are blocked again.
    fn send(&mut self, bytes: &[u8]) {
        self.pipes.iter().for_each(|pipe| pipe.send(bytes.to_vec()).expect("it is read"));
        self.settle();
    }

    fn settle(&mut self) {
        self.waits += self.pipes.len();
        until(|| self.waiting.load(Ordering::SeqCst) >= self.waits);
    }

    fn stop(self) {
        drop(self.pipes);
        self.threads.into_iter().for_each(|thread| thread.join().expect("it does not panic"));
    }
}

const READERS: usize = 40;
const CHUNK: usize = 64 * 1024;

#[test]
fn blocked_readers_hold_what_has_come_and_one_chunk() {
    let pool = Pool::default();
    let mut server = Server::start(&pool, READERS);
    server.settle();
    let check = |come: usize, when: &str| {
        let stats = pool.stats();
        assert!(stats.live() <= 1, "{when}: {stats}");
        let reader = size_of::<FrameReader<Tagged>>();
        let bound = CHUNK + READERS * (come + 256 - reader);
        assert!(stats.bytes_in_use <= bound, "{when}: {stats}");
    };
    check(0, "before the first byte");
    let wire = [frame(1, &[7; 100]), frame(2, &[8; 3000]), frame(3, &vec![9; 200_000])].concat();
    let mut sent = 0;
    for (end, come) in
        [(7, 7), (60, 60), (104, 0), (107, 3), (2000, 1896), (3108, 0), (50_000, 46_892)]
    {
        server.send(&wire[sent..end]);
        check(come, &format!("after {end} bytes"));
        sent = end;
    }
    server.send(&wire[sent..]);
    check(0, "after all");
    let mut frames: Vec<_> = server.frames.iter().take(3 * READERS).collect();
    frames.sort();
    assert!(frames[..READERS].iter().all(|bytes| bytes == &wire[..104]));
    assert!(frames[READERS..2 * READERS].iter().all(|bytes| bytes == &wire[104..3108]));
    assert!(frames[2 * READERS..].iter().all(|bytes| bytes == &wire[3108..]));
    server.stop();
    assert_eq!((pool.stats().live(), pool.stats().bytes_in_use), (0, 0));
}

#[test]
fn a_stream_that_has_much_is_read_by_the_chunk_though_another_waits_with_one() {
    struct Counted<'a>(&'a [u8], usize);
    impl Read for Counted<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            self.0.read(room)
        }
    }
    let pool = Pool::default();
    let mut other = Server::start(&pool, 1);
    other.settle();
    let wire = frame(1, &[7; 104]).repeat(10_000);
    let (mut stream, mut reader) = (Counted(&wire, 0), FrameReader::<Tagged>::new(pool.clone()));
    let mut frames = 0;
    while let Some(frame) = reader.read_frame(&mut stream).expect("it is valid") {
        assert_eq!(frame.payload(), [7; 104]);
        frames += 1;
    }
    assert_eq!(frames, 10_000);
    assert!(stream.1 <= wire.len() / CHUNK + 4, "{} reads", stream.1);
    other.stop();
}

/// Blocks another reader of the pool, which holds a chunk, while `work` runs.
fn beside_another(pool: &Pool, work: impl FnOnce()) {
    let mut other = Server::start(pool, 1);
    other.settle();
    work();
    other.stop();
}

#[test]
fn frames_come_out_whole_however_the_stream_is_cut() {
    struct Steps<'a>(&'a [u8], usize, bool);
    impl Read for Steps<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(ErrorKind::Interrupted.into());
            }
            let len = self.1.min(room.len());
            self.0.read(&mut room[..len])
        }
    }
    let lengths = [0, 1, 60, 61, 250, 300, 5000, 3, 70_000, 2];
    let wire: Vec<u8> = lengths.iter().flat_map(|len| frame(1, &vec![7; *len])).collect();
    for chunk_size in [64, 256, 4096, CHUNK] {
        let pool = Pool::builder().chunk_size(chunk_size).build().unwrap();
        beside_another(&pool, || {
            for step in [1, 7, 63, 64, 100, 1448, 4095, 4096, 4097, 100_000] {
                let mut reader = FrameReader::<Tagged>::new(pool.clone());
                let mut stream = Steps(&wire, step, false);
                let mut found = Vec::new();
                while let Some(frame) = reader.read_frame(&mut stream).expect("it is valid") {
                    assert!(frame.payload().iter().all(|byte| *byte == 7));
                    found.push(frame.payload().len());
                }
                assert_eq!(found, lengths, "chunks of {chunk_size}, {step} at a time");
            }
        });
    }
}

#[test]
fn what_was_read_without_a_chunk_is_there_when_there_is_one() {
    let builder = Pool::builder().chunk_size(1024).max_chunks(2).policy(Policy::Fail);
    let pool = builder.build().unwrap();
    let wire = [frame(1, &[3; 500]), frame(2, &[4; 1020]), frame(3, &[5; 10])].concat();
    beside_another(&pool, || {
        let mut blocker = FrameReader::<Tagged>::new(pool.clone());
        blocker.feed(&frame(9, &[1; 1020])).unwrap();
        let kept = blocker.next_frame().unwrap().expect("it is whole").detach();
        drop(blocker);
        let (mut reader, mut stream) = (FrameReader::<Tagged>::new(pool.clone()), &wire[..]);
        for _ in 0..3 {
            let error = reader.read_frame(&mut stream).unwrap_err();
            let FrameReadError::Frame(error) = error else { panic!("{error}") };
            assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Exhausted));
            assert!(!reader.is_poisoned());
            assert_eq!(reader.pending_len(), wire.len() - stream.len());
        }
        assert!(reader.next_frame().unwrap().is_none(), "there is no chunk to lend it from");
        assert!(reader.pending() == &wire[..wire.len() - stream.len()]);
        drop(kept);
        let mut found = Vec::new();
        while let Some(frame) = reader.read_frame(&mut stream).unwrap() {
            found.extend_from_slice(frame.bytes());
        }
        assert!(found == wire);
    });
}

#[test]
fn a_skipped_frame_is_passed_without_a_chunk() {
    let pool = Pool::default();
    let wire = [frame(1, &vec![3; 20_000]), frame(2, &[4; 10])].concat();
    beside_another(&pool, || {
        let mut reader = FrameReader::<Tagged>::new(pool.clone()).with_max_payload(100);
        let mut stream = &wire[..];
        assert!(reader.read_frame(&mut stream).is_err() && reader.skip_frame());
        let frame = reader.read_frame(&mut stream).unwrap().expect("the frame behind");
        assert_eq!((frame.payload(), frame.offset()), (&[4; 10][..], 20_004));
        assert!(reader.read_frame(&mut stream).unwrap().is_none());
        assert_eq!(reader.consumed(), wire.len() as u64);
    });
}

#[test]
fn a_read_that_lies_is_found_out() {
    struct Liar;
    impl Read for Liar {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            Ok(room.len() + 1)
        }
    }
    let pool = Pool::default();
    beside_another(&pool, || {
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let FrameReadError::Frame(error) = reader.read_frame(&mut Liar).unwrap_err() else {
            panic!()
        };
        assert_eq!(error.kind(), FrameErrorKind::ReadOverrun);
        assert!(reader.is_poisoned() && reader.pending().is_empty());
    });
}

#[test]
fn a_read_that_panics_gives_up_its_right_to_a_chunk() {
    struct Bomb;
    impl Read for Bomb {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("boom")
        }
    }
    struct Room<'a>(&'a mut Vec<usize>);
    impl Read for Room<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.0.push(room.len());
            Err(ErrorKind::WouldBlock.into())
        }
    }
    let pool = Pool::default();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let read = std::panic::AssertUnwindSafe(|| reader.read_frame(&mut Bomb).map(drop));
    assert!(std::panic::catch_unwind(read).is_err());
    let mut rooms = Vec::new();
    let mut other = FrameReader::<Tagged>::new(pool.clone());
    assert!(other.read_frame(&mut Room(&mut rooms)).unwrap_err().would_block());
    beside_another(&pool, || {
        assert!(other.read_frame(&mut Room(&mut rooms)).unwrap_err().would_block());
    });
    assert_eq!(rooms, [CHUNK, 4096], "alone with a chunk, and beside another without");
    drop((reader, other));
    assert_eq!(pool.stats().live(), 0);
}
