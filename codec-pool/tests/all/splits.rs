//! The same frames come out, however the stream is split.

use std::io::{self, ErrorKind, Read};

use crate::tagged::{Tagged, frame};
use codec_pool::{FrameReadError, FrameReader, Pool};

type Frames = Vec<(u8, Vec<u8>)>;

/// Frames of all sizes, including empty ones and ones over 64 bytes, the smallest chunk.
fn session() -> (Vec<u8>, Frames) {
    let sizes = [0, 1, 5, 60, 3, 61, 0, 64, 12, 200, 7, 7, 31, 90, 2];
    let mut frames = Frames::new();
    let mut next = 0u8;
    for (id, len) in (1u8..).zip(sizes) {
        let payload: Vec<u8> = (0..len)
            .map(|_| {
                next = next.wrapping_add(37);
                next
            })
            .collect();
        frames.push((id, payload));
    }
    let wire = frames.iter().flat_map(|(id, payload)| frame(*id, payload)).collect();
    (wire, frames)
}

fn pool(chunk_size: usize) -> Pool {
    Pool::builder().chunk_size(chunk_size).max_chunks(4).build().expect("a valid pool")
}

/// Feeds all of `bytes` and collects what comes out.
fn feed(reader: &mut FrameReader<Tagged>, mut bytes: &[u8], frames: &mut Frames) {
    loop {
        while let Some(frame) = reader.next_frame().expect("the stream is valid") {
            assert_eq!(frame.bytes(), crate::tagged::frame(frame.header().id, frame.payload()));
            frames.push((frame.header().id, frame.payload().to_vec()));
        }
        if bytes.is_empty() {
            return;
        }
        let taken = reader.feed(bytes).expect("the pool falls back to the heap");
        assert!(taken > 0, "no frame waits, so there is room");
        bytes = &bytes[taken..];
    }
}

#[test]
fn every_split_point_gives_the_same_frames() {
    let (wire, expected) = session();
    for chunk_size in [64, 100, 4096] {
        let pool = pool(chunk_size);
        for split in 0..=wire.len() {
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            let mut frames = Frames::new();
            feed(&mut reader, &wire[..split], &mut frames);
            assert!(reader.consumed() <= split as u64);
            feed(&mut reader, &wire[split..], &mut frames);
            assert_eq!(frames, expected, "chunks of {chunk_size}, split at {split}");
            assert_eq!(reader.consumed(), wire.len() as u64);
            reader.end().expect("the stream ends between frames");
        }
        assert_eq!(pool.stats().live(), 0);
        assert!(pool.stats().reconciles());
    }
}

#[test]
fn a_full_reader_takes_nothing_in_until_frames_are_taken_out() {
    let (wire, expected) = session();
    for step in [1, 7, 1000] {
        let mut reader = FrameReader::<Tagged>::new(pool(64));
        let (mut frames, mut rest) = (Frames::new(), &wire[..]);
        while frames.len() < expected.len() {
            while let taken @ 1.. = reader.feed(&rest[..step.min(rest.len())]).unwrap() {
                rest = &rest[taken..];
            }
            feed(&mut reader, &[], &mut frames);
        }
        assert_eq!(frames, expected, "{step} bytes at a time");
    }
}

#[test]
fn every_pair_of_split_points_gives_the_same_frames() {
    let (wire, expected) = session();
    let pool = pool(64);
    for first in (0..wire.len()).step_by(3) {
        for second in (first..wire.len()).step_by(7) {
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            let mut frames = Frames::new();
            for piece in [&wire[..first], &wire[first..second], &wire[second..]] {
                feed(&mut reader, piece, &mut frames);
            }
            assert_eq!(frames, expected, "split at {first} and {second}");
        }
    }
}

/// Reads at most `step` bytes a call, and fails before each call that succeeds.
struct Stutter<'a> {
    bytes: &'a [u8],
    step: usize,
    failure: Option<ErrorKind>,
    fails_next: bool,
}

impl<'a> Stutter<'a> {
    fn new(bytes: &'a [u8], step: usize, failure: Option<ErrorKind>) -> Self {
        Self { bytes, step, failure, fails_next: true }
    }
}

impl Read for Stutter<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if let Some(kind) = self.failure {
            self.fails_next = !self.fails_next;
            if !self.fails_next {
                return Err(kind.into());
            }
        }
        let len = self.step.min(room.len()).min(self.bytes.len());
        room[..len].copy_from_slice(&self.bytes[..len]);
        self.bytes = &self.bytes[len..];
        Ok(len)
    }
}

/// Reads to the end, ignoring `WouldBlock`.
fn read_all(stream: &mut impl Read, pool: &Pool) -> Frames {
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let mut frames = Frames::new();
    loop {
        match reader.read_frame(stream) {
            Ok(Some(frame)) => frames.push((frame.header().id, frame.payload().to_vec())),
            Ok(None) => return frames,
            Err(error) => assert!(error.would_block(), "{error}"),
        }
    }
}

#[test]
fn any_number_of_bytes_a_read_gives_the_same_frames() {
    let (wire, expected) = session();
    for chunk_size in [64, 4096] {
        for step in (1..70).chain([wire.len()]) {
            for failure in [None, Some(ErrorKind::Interrupted), Some(ErrorKind::WouldBlock)] {
                let pool = pool(chunk_size);
                let mut stream = Stutter::new(&wire, step, failure);
                assert_eq!(read_all(&mut stream, &pool), expected, "{step} bytes, {failure:?}");
                assert_eq!(pool.stats().live(), 0);
            }
        }
    }
}

#[test]
fn a_busy_stream_is_read_by_the_chunk() {
    struct Counted<'a>(&'a [u8], usize);
    impl Read for Counted<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            self.0.read(room)
        }
    }
    let wire: Vec<u8> = (0..10_000).flat_map(|_| frame(1, &[7; 104])).collect();
    let mut stream = Counted(&wire, 0);
    assert_eq!(read_all(&mut stream, &pool(64 * 1024)).len(), 10_000);
    assert!(stream.1 <= wire.len() / (64 * 1024) + 3, "{} reads", stream.1);
}

#[test]
fn errors_of_the_stream_come_through_and_lose_nothing() {
    let (wire, expected) = session();
    let mut reader = FrameReader::<Tagged>::new(pool(64));
    let mut stream = Stutter::new(&wire, 9, Some(ErrorKind::ConnectionReset));
    let (mut frames, mut failures) = (Frames::new(), 0);
    loop {
        match reader.read_frame(&mut stream) {
            Ok(Some(frame)) => frames.push((frame.header().id, frame.payload().to_vec())),
            Ok(None) => break,
            Err(FrameReadError::Io(error)) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset);
                failures += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(frames, expected);
    assert!(failures > wire.len() / 9);
}
