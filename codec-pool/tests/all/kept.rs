//! Memory that a connection keeps between two reads: the received bytes that were not returned
//! yet, and 256 bytes, including its reader, whatever the header declares.

use std::io::{self, ErrorKind, Read};

use crate::tagged::{Tagged, frame};
use allocation_counter::measure;
use codec_pool::{FrameReader, Pool};

const CONNECTIONS: usize = 2000;
/// Memory that the pool keeps for all connections: a few chunks, and its lists.
const SHARED: usize = 5 * 64 * 1024;

/// A name, what a peer sends before it falls silent, and how much is an incomplete frame.
type Start = (&'static str, Vec<u8>, usize);

/// The first `len` bytes of a frame that declares `declared`.
fn cut(declared: usize, len: usize) -> Vec<u8> {
    let mut wire = frame(1, &vec![9; len.saturating_sub(4)]);
    wire[1..4].copy_from_slice(&declared.to_le_bytes()[..3]);
    wire.truncate(len);
    wire
}

fn starts() -> Vec<Start> {
    let behind =
        |frames: usize, len: usize| [frame(2, &[5; 100]).repeat(frames), cut(300, len)].concat();
    vec![
        ("one byte", cut(100, 1), 1),
        ("a header but a byte", cut(100, 3), 3),
        ("a header", cut(0xff_ffff, 4), 4),
        ("seven bytes of 16 MB", cut(0xff_ffff, 7), 7),
        ("seven bytes of a chunk", cut(65_532, 7), 7),
        ("most of a short frame", cut(100, 103), 103),
        ("three short frames and a byte", behind(3, 1), 1),
        ("three short frames and a cut one", behind(3, 200), 200),
        ("the start of a long frame", cut(60_000, 1500), 1500),
        ("the start of a larger one", cut(500_000, 1500), 1500),
    ]
}

fn drain(reader: &mut FrameReader<Tagged>) {
    while reader.next_frame().expect("it is valid").is_some() {}
}

/// Feeds that many bytes at a time.
fn feed(reader: &mut FrameReader<Tagged>, wire: &[u8], step: usize) {
    for mut piece in wire.chunks(step) {
        while !piece.is_empty() {
            piece = &piece[reader.feed(piece).expect("there is memory")..];
            drain(reader);
        }
    }
}

/// Writes into the spare capacity that the reader lends.
fn write(reader: &mut FrameReader<Tagged>, wire: &[u8], step: usize) {
    for mut piece in wire.chunks(step) {
        while !piece.is_empty() {
            let spare = reader.spare_capacity().expect("there is memory");
            let len = piece.len().min(spare.len());
            spare[..len].copy_from_slice(&piece[..len]);
            reader.commit(len).expect("there was room");
            piece = &piece[len..];
            drain(reader);
        }
    }
    // The stream has nothing more, and the spare capacity is not used.
    reader.spare_capacity().expect("there is memory");
    reader.park();
}

/// Reads from a stream that has that many bytes at a time, and blocks in between.
fn read(reader: &mut FrameReader<Tagged>, wire: &[u8], step: usize) {
    struct Silent<'a>(&'a [u8]);
    impl Read for Silent<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            match self.0.read(room)? {
                0 => Err(ErrorKind::WouldBlock.into()),
                len => Ok(len),
            }
        }
    }
    for piece in wire.chunks(step) {
        let mut stream = Silent(piece);
        let error = loop {
            match reader.read_frame(&mut stream) {
                Ok(frame) => assert!(frame.is_some(), "it does not end"),
                Err(error) => break error,
            }
        };
        assert!(error.would_block(), "{error}");
    }
}

type Way = fn(&mut FrameReader<Tagged>, &[u8], usize);

const WAYS: [(&str, Way); 3] = [("fed", feed), ("written", write), ("read", read)];

/// Bytes allocated for this many connections, including readers.
fn held(way: Way, wire: &[u8], step: usize, connections: usize) -> usize {
    let mut kept = None;
    let info = measure(|| {
        let chunk_size = if step == 1 { 4096 } else { 65_536 };
        let pool = Pool::builder().chunk_size(chunk_size).build().expect("a valid pool");
        let mut readers = Vec::with_capacity(connections);
        for _ in 0..connections {
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            way(&mut reader, wire, step);
            readers.push(reader);
        }
        kept = Some((pool, readers));
    });
    let (pool, readers) = kept.expect("it was just made");
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    drop(readers);
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.partial, stats.partial_bytes), (0, 0, 0), "{stats}");
    usize::try_from(info.bytes_current).expect("it is alive")
}

#[test]
fn thousands_of_slow_connections_keep_what_came_and_little_more() {
    for (title, wire, pending) in &starts() {
        for (name, way) in WAYS {
            for (step, connections) in [(usize::MAX, CONNECTIONS), (100, 300)] {
                let step = step.min(wire.len());
                let held = held(way, wire, step, connections);
                let bound = connections * (pending + 256) + SHARED;
                assert!(held <= bound, "{title}, {name}, {step} at a time: {held} of {bound}");
            }
        }
    }
}

#[test]
fn a_byte_at_a_time_keeps_no_more() {
    let connections = codec_effort::cases(300) as usize;
    for (title, wire, pending) in &starts() {
        for (name, way) in WAYS {
            let held = held(way, wire, 1, connections);
            let bound = connections * (pending + 256) + SHARED;
            assert!(held <= bound, "{title}, {name}: {held} of {bound}");
        }
    }
}

#[test]
fn each_connection_keeps_its_own_bytes_after_every_read_of_a_long_frame() {
    for (name, way) in WAYS {
        for step in [1, 100, 1448, 4096, 65_536] {
            let pool = Pool::builder().chunk_size(4096).build().expect("a valid pool");
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            let wire = cut(400_000, if step == 1 { 30_000 } else { 400_003 });
            let mut come = 0;
            for piece in wire.chunks(step) {
                way(&mut reader, piece, step);
                come += piece.len();
                let stats = pool.stats();
                let held = stats.bytes_in_use + 64 * stats.live() + size_of_val(&reader);
                assert!(held <= come + 256, "{name}, {step} at a time: {held} for {come}");
                assert_eq!(reader.pending_len(), come);
            }
            assert!(reader.pending() == wire, "{name}, {step} at a time");
        }
    }
}

#[test]
fn the_last_bytes_of_a_long_frame_are_waited_for_in_memory_of_its_length() {
    for (name, way) in WAYS {
        let pool = Pool::default();
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let wire = frame(1, &vec![7; 200_000]);
        let (start, end) = wire.split_at(wire.len() - 40);
        way(&mut reader, start, 1448);
        let before = pool.stats().acquired;
        for byte in &end[..39] {
            way(&mut reader, &[*byte], 1);
            let stats = pool.stats();
            let held = stats.bytes_in_use + 64 * stats.live() + size_of_val(&reader);
            assert!(held <= reader.pending_len() + 256, "{name}: {held}");
        }
        // Large memory is not taken and returned for each connection.
        assert!(pool.stats().large <= 1, "{name}: {}", pool.stats());
        assert!(pool.stats().acquired - before <= 60, "{name}: {}", pool.stats());
        reader.feed(&end[39..]).expect("there is memory");
        let frame = reader.next_frame().expect("it is valid").expect("it is whole");
        assert!(frame.bytes() == wire);
    }
}

#[test]
fn a_frame_that_is_skipped_is_not_kept() {
    for (name, way) in WAYS {
        let pool = Pool::default();
        let mut reader = FrameReader::<Tagged>::new(pool.clone()).with_max_payload(1000);
        reader.feed(&cut(100_000, 500)).expect("there is memory");
        assert!(reader.next_frame().is_err() && reader.skip_frame());
        way(&mut reader, &vec![0; 50_000], 1448);
        let stats = pool.stats();
        assert_eq!((stats.live(), stats.partial), (0, 0), "{name}: {stats}");
    }
}

#[test]
fn over_its_limits_the_pool_sets_nothing_aside_and_loses_nothing() {
    let builder = Pool::builder().chunk_size(1024).max_chunks(4).max_heap_bytes(0);
    let pool = builder.max_large_bytes(16_384).build().expect("a valid pool");
    let mut readers: Vec<_> = (0..20).map(|_| FrameReader::<Tagged>::new(pool.clone())).collect();
    let wire = frame(1, &[6; 700]);
    let mut fed = [0; 20];
    for _ in 0..3 {
        for (reader, fed) in readers.iter_mut().zip(&mut fed) {
            if let Ok(len) = reader.feed(&wire[*fed..*fed + 200]) {
                *fed += len;
                drain(reader);
            }
            let stats = pool.stats();
            assert!(stats.partial_bytes <= 4 * 1024 && stats.reconciles(), "{stats}");
        }
    }
    assert!(fed.contains(&600) && pool.stats().refusals > 0, "{fed:?}");
    // First those that have a chunk continue, then those that get it from them.
    for _ in 0..readers.len() {
        for (reader, fed) in readers.iter_mut().zip(&mut fed) {
            *fed += reader.feed(&wire[*fed..]).unwrap_or_default();
            let Ok(Some(frame)) = reader.next_frame() else { continue };
            assert_eq!(frame.bytes(), wire);
            assert!(reader.next_frame().expect("it is valid").is_none());
        }
    }
    assert_eq!(fed, [wire.len(); 20]);
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.partial_bytes), (0, 0), "{stats}");
}
