//! Cost of many connections: 100,000 idle readers, and 10,000 that get a frame per second.
//! Without sockets, and in virtual time.
//!
//! `counts scale` exits with 1 when a limit is exceeded.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Display;
use std::io::{self, Read};

use codec_benches::random::Random;
use codec_core::Header as _;
use codec_pool::{Frame, FrameReader, FrameWriter, Policy, Pool};
use codec_stratum::FrameHeader;

type Reader = FrameReader<FrameHeader>;

const IDLE: usize = 100_000;
/// Bytes that an idle reader may cost.
const IDLE_LIMIT: usize = 256;

/// Bytes that a reader in the middle of a frame may cost in addition to the received bytes.
const CUT_LIMIT: usize = 256;
/// Number of bytes of a frame that were received, and the length of that frame.
const CUT: (usize, usize) = (7, 200_000);

const CONNECTIONS: usize = 10_000;
/// Bytes of pool that the received bytes may cost.
const POOL_LIMIT: usize = 64 << 20;
/// Virtual time is in microseconds.
const SECOND: u64 = 1_000_000;
/// Length of the simulation.
const END: u64 = 60 * SECOND;

pub(crate) fn gate(arguments: &[&str]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("usage: counts scale".to_owned());
    }
    let idle = idle();
    let mut good = check("bytes an idle reader", idle, IDLE_LIMIT);
    println!("  and a writer: {} bytes", size_of::<FrameWriter<FrameHeader>>());
    good &= check("bytes beside those that came", cut(), CUT_LIMIT);
    for (title, traffic) in TRAFFIC {
        println!("{CONNECTIONS} connections, a frame a second each, for 60 s, {title}");
        let (frames, most) = busy(*traffic);
        println!("  {frames} frames");
        good &= check("bytes of pool at most", most, POOL_LIMIT);
    }
    if good { Ok(()) } else { Err("over a limit".to_owned()) }
}

/// Prints a figure and its limit.
fn check(what: impl Display, figure: usize, limit: usize) -> bool {
    let verdict = if figure <= limit { "" } else { "  OVER THE LIMIT" };
    println!("  {what}: {figure} (limit {limit}){verdict}");
    figure <= limit
}

/// Bytes per reader that has read a frame and waits for the next: the total of the allocator, pool
/// included, with nothing else allocated.
fn idle() -> usize {
    println!("{IDLE} readers that have read a frame and wait");
    let wire = frame_of(100);
    let ((pool, readers), counted) = codec_alloc::measure(|| {
        let pool = Pool::default();
        let mut readers: Vec<Reader> = Vec::with_capacity(IDLE);
        for _ in 0..IDLE {
            let mut reader = Reader::new(pool.clone());
            let mut stream = Stream { bytes: wire.clone(), at: 0 };
            assert!(reader.read_frame(&mut stream).expect("the frame is sound").is_some());
            let error = reader.read_frame(&mut stream).expect_err("there is no more");
            assert!(error.would_block(), "{error}");
            readers.push(reader);
        }
        (pool, readers)
    });
    let stats = pool.stats();
    assert_eq!((readers.len(), stats.in_use, stats.pinned), (IDLE, 0, 0), "{stats}");
    println!("  of which the value itself: {}", size_of::<Reader>());
    usize::try_from(counted.kept).expect("they are alive").div_ceil(IDLE)
}

/// Bytes per reader that has received a few bytes of a frame, in addition to those: the total of
/// the allocator, pool included, with nothing else allocated.
fn cut() -> usize {
    let (come, of) = CUT;
    println!("{IDLE} readers of whose frame {come} bytes of {of} have come");
    let wire = &frame_of(of)[..come];
    let ((pool, readers), counted) = codec_alloc::measure(|| {
        let pool = Pool::default();
        let mut readers: Vec<Reader> = Vec::with_capacity(IDLE);
        for _ in 0..IDLE {
            let mut reader = Reader::new(pool.clone());
            let mut stream = Stream { bytes: wire.to_vec(), at: 0 };
            let error = reader.read_frame(&mut stream).expect_err("there is no more");
            assert!(error.would_block(), "{error}");
            readers.push(reader);
        }
        (pool, readers)
    });
    let stats = pool.stats();
    assert_eq!((readers.len(), stats.in_use, stats.partial), (IDLE, 0, IDLE), "{stats}");
    usize::try_from(counted.kept).expect("they are alive").div_ceil(IDLE) - come
}

/// The bytes received on a connection; once they are read, reading would block.
#[derive(Default)]
struct Stream {
    bytes: Vec<u8>,
    at: usize,
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let piece = &self.bytes[self.at..];
        if piece.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let len = piece.len().min(room.len());
        room[..len].copy_from_slice(&piece[..len]);
        self.at += len;
        Ok(len)
    }
}

/// Sizes of frames, and how they arrive.
#[derive(Clone, Copy)]
struct Traffic {
    /// One frame in this many has 16 KiB of payload; the others are shares of 39
    /// bytes, and one in six of them a job of 550.
    large_one_in: u64,
    /// One frame in this many arrives in two pieces, split anywhere.
    cut_one_in: u64,
    /// The maximum delay of the second piece after the first.
    delay: u64,
    /// One frame in this many is kept, for ten seconds at most.
    keep_one_in: u64,
}

const TRAFFIC: &[(&str, Traffic)] = &[
    (
        "one in five cut by up to 200 ms, one in a hundred kept for up to 10 s",
        Traffic { large_one_in: u64::MAX, cut_one_in: 5, delay: SECOND / 5, keep_one_in: 100 },
    ),
    (
        "every frame cut by up to a second, one in a hundred kept for up to 10 s",
        Traffic { large_one_in: u64::MAX, cut_one_in: 1, delay: SECOND, keep_one_in: 100 },
    ),
    (
        "one in a hundred of 16 KiB, one in five cut by up to 200 ms, none kept",
        Traffic { large_one_in: 100, cut_one_in: 5, delay: SECOND / 5, keep_one_in: u64::MAX },
    ),
];

/// An event.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A frame, or the first piece of it, arrives on this connection.
    Frame(usize),
    /// The rest of a frame arrives.
    Rest(usize, Vec<u8>),
    /// The frame that was kept in this slot is dropped.
    Drop(usize),
}

struct Simulation {
    random: Random,
    traffic: Traffic,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    readers: Vec<Reader>,
    kept: Vec<Option<Frame<FrameHeader>>>,
    frames: usize,
}

/// Runs the simulation; returns how many frames arrived and the peak of the pool's bytes in use. A
/// pool that would need more than its limit refuses, which ends the program.
fn busy(traffic: Traffic) -> (usize, usize) {
    let builder = Pool::builder().policy(Policy::Fail).max_large_bytes(0);
    let pool = builder.build().expect("a valid pool");
    let mut random = Random::new(7);
    let first = |connection| Reverse((random.between(0, SECOND), Event::Frame(connection)));
    let events = (0..CONNECTIONS).map(first).collect();
    let readers = (0..CONNECTIONS).map(|_| Reader::new(pool.clone())).collect();
    let (kept, frames) = (Vec::new(), 0);
    let mut simulation = Simulation { random, traffic, events, readers, kept, frames };
    while simulation.step() {}
    let stats = pool.stats();
    assert!(stats.reconciles() && stats.refusals == 0, "{stats}");
    (simulation.frames, stats.high_water)
}

impl Simulation {
    /// Handles the next event; returns whether the simulation continues.
    fn step(&mut self) -> bool {
        let Some(Reverse((now, event))) = self.events.pop() else { return false };
        match event {
            Event::Frame(connection) => self.send(now, connection),
            Event::Rest(connection, bytes) => {
                self.receive(now, connection, bytes, 1);
                self.schedule_next(now, connection);
            }
            Event::Drop(place) => self.kept[place] = None,
        }
        now < END
    }

    fn at(&mut self, time: u64, event: Event) {
        self.events.push(Reverse((time, event)));
    }

    /// Schedules the next frame of a connection: a second later, or as soon as the previous one is
    /// complete.
    fn schedule_next(&mut self, now: u64, connection: usize) {
        let pause = self.random.between(0, 2 * (SECOND - self.traffic.delay / 2));
        self.at(now + pause.max(1), Event::Frame(connection));
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.random.next().is_multiple_of(count)
    }

    fn send(&mut self, now: u64, connection: usize) {
        let len = if self.one_in(self.traffic.large_one_in) {
            16 * 1024
        } else {
            self.random.pick(&[39, 39, 39, 39, 39, 550])
        };
        let mut wire = frame_of(len);
        if self.one_in(self.traffic.cut_one_in) {
            let at = self.random.between(1, wire.len() as u64 - 1);
            let rest = wire.split_off(usize::try_from(at).expect("inside the frame"));
            self.receive(now, connection, wire, 0);
            let later = now + self.random.between(1, self.traffic.delay);
            self.at(later, Event::Rest(connection, rest));
        } else {
            self.receive(now, connection, wire, 1);
            self.schedule_next(now, connection);
        }
    }

    /// Has a connection's reader read the received bytes; returns the number of frames.
    fn receive(&mut self, now: u64, connection: usize, bytes: Vec<u8>, expected: usize) {
        let mut stream = Stream { bytes, at: 0 };
        let mut frames = 0;
        loop {
            let keeps = self.random.next().is_multiple_of(self.traffic.keep_one_in);
            match self.readers[connection].read_frame(&mut stream) {
                Ok(Some(frame)) => {
                    frames += 1;
                    if keeps {
                        self.kept.push(Some(frame.detach()));
                        let until = now + self.random.between(1, 10 * SECOND);
                        self.at(until, Event::Drop(self.kept.len() - 1));
                    }
                }
                Ok(None) => unreachable!("the stream does not end"),
                Err(error) if error.would_block() => break,
                Err(error) => panic!("the pool's limit: {error}"),
            }
        }
        assert_eq!(frames, expected, "what was sent comes out");
        self.frames += frames;
    }
}

/// A frame with a payload of zeros.
fn frame_of(len: usize) -> Vec<u8> {
    let payload = vec![0; len];
    let header = FrameHeader::describe(0x1b, codec_stratum::CHANNEL, &payload).expect("it fits");
    let mut wire = vec![0; FrameHeader::SIZE];
    header.write(&mut wire);
    wire.extend(payload);
    wire
}
