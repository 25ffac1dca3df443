//! Idle readers hold as little memory as possible.

use std::io::{self, ErrorKind, Read};

use crate::tagged::{Tagged, frame};
use codec_pool::{FrameReader, Pool};

const CHUNK: usize = 64 * 1024;

/// Returns its bytes one piece at a time, and blocks between pieces.
struct Pieces<'a> {
    pieces: std::slice::Chunks<'a, u8>,
    blocks: bool,
}

impl<'a> Pieces<'a> {
    fn new(wire: &'a [u8], step: usize) -> Self {
        Self { pieces: wire.chunks(step), blocks: false }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.blocks = !self.blocks;
        if !self.blocks {
            return Err(ErrorKind::WouldBlock.into());
        }
        let piece = self.pieces.next().unwrap_or_default();
        room[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

/// Reads as long as the stream has bytes.
fn read(reader: &mut FrameReader<Tagged>, stream: &mut Pieces<'_>) -> Option<Vec<u8>> {
    match reader.read_frame(stream) {
        Ok(frame) => frame.map(|frame| frame.payload().to_vec()),
        Err(error) if error.would_block() => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn readers_in_the_middle_of_a_frame_hold_its_start() {
    let pool = Pool::builder().note_holders(1).build().unwrap();
    let wire = frame(1, &[5; 100]);
    let mut connections: Vec<_> = (0..500)
        .map(|_| (FrameReader::<Tagged>::new(pool.clone()), Pieces::new(&wire, 60)))
        .collect();
    for (reader, stream) in &mut connections {
        assert_eq!(read(reader, stream), None);
        assert_eq!(reader.pending(), &wire[..60]);
    }
    let (stats, reader) = (pool.stats(), size_of::<FrameReader<Tagged>>());
    assert_eq!((stats.live(), stats.open, stats.partial), (0, 0, 500), "{stats}");
    assert!(stats.partial_bytes + 500 * reader <= 500 * (60 + 256), "{stats}");
    assert!(pool.holders().unwrap().sites().is_empty(), "nobody keeps a frame");
    for (reader, stream) in &mut connections {
        assert_eq!(read(reader, stream).as_deref(), Some(&[5; 100][..]));
        assert_eq!(read(reader, stream), None);
    }
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.free), (0, stats.allocated), "{stats}");
    assert_eq!((stats.partial, stats.partial_bytes), (0, 0), "{stats}");
    assert!(stats.high_water <= CHUNK + 500 * (60 + 256), "{stats}");
}

#[test]
fn a_reader_that_is_dropped_in_the_middle_of_a_frame_leaves_nothing() {
    let pool = Pool::default();
    let (wire, mut reader) = (frame(1, &[5; 100]), FrameReader::<Tagged>::new(pool.clone()));
    assert_eq!(read(&mut reader, &mut Pieces::new(&wire, 60)), None);
    drop(reader);
    assert_eq!((pool.stats().live(), pool.stats().bytes_in_use), (0, 0));
}

#[test]
fn the_start_of_a_long_frame_is_set_aside_as_well() {
    let pool = Pool::default();
    let (wire, mut reader) = (frame(1, &[5; 5000]), FrameReader::<Tagged>::new(pool.clone()));
    let mut stream = Pieces::new(&wire, 3000);
    assert_eq!(read(&mut reader, &mut stream), None);
    let stats = pool.stats();
    assert_eq!((stats.in_use, stats.partial), (0, 1), "{stats}");
    assert!(stats.partial_bytes + size_of_val(&reader) <= 3000 + 256, "{stats}");
    assert_eq!(read(&mut reader, &mut stream), Some(vec![5; 5000]));
}

#[test]
fn rest_changes_nothing_that_comes_out() {
    let wire: Vec<u8> =
        [0, 1, 50, 2, 30].into_iter().flat_map(|len| frame(1, &vec![7; len])).collect();
    let pool = Pool::builder().chunk_size(128).build().unwrap();
    for first in 0..=wire.len() {
        for second in first..=wire.len() {
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            let mut lengths = Vec::new();
            for mut piece in [&wire[..first], &wire[first..second], &wire[second..]] {
                loop {
                    // Now there are frames, or may be, ...
                    reader.park();
                    while let Some(frame) = reader.next_frame().unwrap() {
                        assert!(frame.payload().iter().all(|byte| *byte == 7));
                        lengths.push(frame.payload().len());
                        reader.park();
                    }
                    // ... and now there are none.
                    reader.park();
                    if piece.is_empty() {
                        break;
                    }
                    piece = &piece[reader.feed(piece).unwrap()..];
                }
            }
            assert_eq!(lengths, [0, 1, 50, 2, 30], "split at {first} and {second}");
            reader.end().unwrap();
        }
    }
    assert_eq!(pool.stats().live(), 0);
}

#[test]
fn rest_keeps_errors_and_what_is_skipped() {
    let pool = Pool::default();
    let mut reader = FrameReader::<Tagged>::new(pool.clone()).with_max_payload(10);
    reader.feed(&[&frame(1, &[5; 11])[..8], &[]].concat()).unwrap();
    let error = reader.next_frame().unwrap_err();
    reader.park();
    assert_eq!(reader.next_frame().unwrap_err(), error);
    assert!(reader.skip_frame());
    reader.park();
    reader.feed(&[&[5; 7][..], &frame(2, &[9])].concat()).unwrap();
    assert_eq!(reader.next_frame().unwrap().expect("the frame behind").payload(), [9]);
}

#[test]
fn a_byte_and_a_pause_at_a_time_costs_no_more_memory() {
    let pool = Pool::default();
    let wire: Vec<u8> = (0..20).flat_map(|_| frame(1, &[5; 900])).collect();
    let (mut reader, mut stream) =
        (FrameReader::<Tagged>::new(pool.clone()), Pieces::new(&wire, 1));
    let mut frames = 0;
    for _ in 0..2 * wire.len() {
        frames += usize::from(read(&mut reader, &mut stream).is_some());
    }
    assert_eq!(frames, 20);
    assert!(pool.stats().high_water <= 2 * CHUNK, "{}", pool.stats());
}

#[test]
fn a_large_frame_takes_idle_memory_for_all_of_it() {
    let pool = Pool::builder().chunk_size(1024).build().unwrap();
    let payload = vec![5; 30_000];
    let wire = frame(1, &payload);
    let read = || {
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let mut stream = &wire[..];
        let frame = reader.read_frame(&mut stream).unwrap().expect("all of it is there");
        assert_eq!(frame.payload(), payload);
    };
    let before = pool.stats().acquired;
    read();
    let grown = pool.stats().acquired - before;
    read();
    let taken = pool.stats().acquired - before - grown;
    assert_eq!((grown, taken), (6, 2), "a chunk, and 2 to 32 KiB; a chunk, and 32 KiB");
    assert_eq!(pool.stats().live(), 0);
}
