//! The frame reader returns the same messages however the bytes arrive.

use std::io::{self, Read};

use codec_core::Sv2;
use codec_pool::{FrameReader, Pool};
use codec_stratum::{AnyMessage, FrameHeader};

use crate::vectors::vectors;

/// Returns the stream in pieces that end at the given offsets.
struct Pieces<'s> {
    stream: &'s [u8],
    at: usize,
    ends: Vec<usize>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let end = self.ends.iter().copied().find(|&end| end > self.at).unwrap_or(self.stream.len());
        let piece = &self.stream[self.at..end];
        let len = piece.len().min(buffer.len());
        buffer[..len].copy_from_slice(&piece[..len]);
        self.at += len;
        Ok(len)
    }
}

fn stream() -> Vec<u8> {
    vectors().iter().flat_map(|vector| vector.frame.clone()).collect()
}

fn messages(pool: &Pool, mut source: impl Read) -> Vec<AnyMessage> {
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut messages = Vec::new();
    while let Some(frame) = reader.read_frame(&mut source).expect("whole frames") {
        messages.push(frame.decode_message::<Sv2, AnyMessage>().expect("a message"));
    }
    messages
}

#[test]
fn same_messages_at_every_split_point() {
    let (stream, pool) = (stream(), Pool::default());
    let whole = messages(&pool, &stream[..]);
    assert_eq!(whole.len(), 88);
    // Floats may have any value, including NaN.
    let whole = format!("{whole:?}");
    for split in 1..stream.len() {
        let pieces = Pieces { stream: &stream, at: 0, ends: vec![split] };
        let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
        let (mut source, mut position) = (pieces, 0);
        while let Some(frame) = reader.read_frame(&mut source).expect("whole frames") {
            let bytes = frame.bytes();
            assert_eq!(bytes, &stream[position..position + bytes.len()], "split at {split}");
            position += bytes.len();
        }
        assert_eq!(position, stream.len(), "split at {split}");
    }
    for split in (1..stream.len()).step_by(97) {
        let pieces = Pieces { stream: &stream, at: 0, ends: vec![split] };
        assert_eq!(format!("{:?}", messages(&pool, pieces)), whole, "split at {split}");
    }
}

#[test]
fn same_messages_at_one_byte_a_read() {
    let (stream, pool) = (stream(), Pool::default());
    let pieces = Pieces { stream: &stream, at: 0, ends: (1..stream.len()).collect() };
    assert_eq!(
        format!("{:?}", messages(&pool, pieces)),
        format!("{:?}", messages(&pool, &stream[..]))
    );
}

#[test]
fn same_messages_in_chunks_that_are_smaller_than_frames() {
    let stream = stream();
    let small = Pool::builder().chunk_size(64).build().expect("64 bytes are enough");
    assert_eq!(
        format!("{:?}", messages(&small, &stream[..])),
        format!("{:?}", messages(&Pool::default(), &stream[..]))
    );
    assert!(small.stats().reconciles() && small.stats().live() == 0);
}
