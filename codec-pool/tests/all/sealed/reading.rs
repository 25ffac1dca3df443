//! Frames come out as they went in, wherever the stream is split and in whatever form they are
//! kept.

use std::io::{self, Read};

use codec_pool::{Frame, FrameReadError};

use super::{frames, pool, reader};
use crate::random::Random;
use crate::tagged::{Tagged, frame};
use crate::toy_seal::{HEAD, seal_all, sealed_len};

#[test]
fn frames_come_out_as_they_went_in_at_every_cut() {
    let sent = [frame(1, &[]), frame(2, &[7]), frame(3, &[8; 120]), frame(4, &[])];
    let wire = seal_all(&sent);
    for chunk_size in [64, 1024] {
        for cut in (0..=wire.len()).step_by(if cfg!(miri) { 7 } else { 1 }) {
            let mut reader = reader(&pool(chunk_size));
            let mut seen = Vec::new();
            for mut piece in [&wire[..cut], &wire[cut..]] {
                while !piece.is_empty() {
                    let taken = reader.feed(piece).expect("there is memory");
                    piece = &piece[taken..];
                    while let Some(frame) = reader.next_frame().expect("nothing was changed") {
                        seen.push(frame.bytes().to_vec());
                    }
                }
            }
            assert_eq!(seen, sent, "cut at {cut}, chunks of {chunk_size}");
            assert_eq!(reader.consumed(), wire.len() as u64);
            assert_eq!(reader.end(), Ok(()));
        }
    }
}

/// Compares what a reader has returned with what was sent, repeatedly while it is kept: opening
/// the next frames must not change it.
fn keep_and_compare(seed: u64, chunk_size: usize, most: usize, piece: usize) {
    let random = &mut Random::new(seed);
    let sent = frames(random, if cfg!(miri) { 30 } else { 300 }, most);
    let wire = seal_all(&sent);
    let pool = pool(chunk_size);
    let mut reader = reader(&pool);
    let mut kept: Vec<(usize, Frame<Tagged>)> = Vec::new();
    let (mut next, mut rest, mut offset) = (0, &wire[..], 0);
    while !rest.is_empty() {
        let len = rest.len().min(1 + random.below(piece));
        let taken = if random.below(2) == 0 {
            reader.feed(&rest[..len]).expect("there is memory")
        } else {
            let room = reader.spare_capacity().expect("there is memory");
            let len = len.min(room.len());
            room[..len].copy_from_slice(&rest[..len]);
            reader.commit(len).expect("it was written");
            len
        };
        rest = &rest[taken..];
        while let Some(frame) = reader.next_frame().expect("nothing was changed") {
            assert_eq!(frame.bytes(), sent[next], "frame {next}");
            assert_eq!(frame.offset(), offset);
            offset += (HEAD + sealed_len(sent[next].len() - 4)) as u64;
            if random.below(3) == 0 {
                kept.push((next, frame.detach()));
            }
            next += 1;
            if random.below(4) == 0 {
                break;
            }
        }
        if random.below(8) == 0 {
            reader.park();
        }
        for (index, frame) in &kept {
            assert_eq!(frame.bytes(), sent[*index], "kept frame {index}");
        }
        while kept.len() > random.below(40) {
            kept.swap_remove(random.below(kept.len()));
        }
    }
    while let Some(frame) = reader.next_frame().expect("nothing was changed") {
        assert_eq!(frame.bytes(), sent[next]);
        next += 1;
    }
    assert_eq!(next, sent.len());
    drop((reader, kept));
    assert_eq!((pool.stats().live(), pool.stats().bytes_in_use), (0, 0));
}

#[test]
fn kept_frames_stay_as_they_are_while_others_are_opened_behind_them() {
    for seed in 1..=codec_effort::cases(if cfg!(miri) { 1 } else { 20 }).into() {
        keep_and_compare(seed, 64, 40, 30);
        keep_and_compare(seed, 1024, 100, 300);
        keep_and_compare(seed, 4096, 30, 500);
        if !cfg!(miri) {
            keep_and_compare(seed, 65_536, 2000, 20_000);
        }
    }
}

/// Returns a few bytes at a time, with every recoverable error in between.
struct Dribble<'a> {
    bytes: &'a [u8],
    random: Random,
    step: usize,
}

impl Read for Dribble<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.random.below(4) {
            0 => Err(io::ErrorKind::Interrupted.into()),
            1 => Err(io::ErrorKind::WouldBlock.into()),
            _ => {
                let len = (1 + self.random.below(self.step)).min(room.len());
                (&mut self.bytes).take(len as u64).read(room)
            }
        }
    }
}

#[test]
fn a_stream_that_dribbles_and_blocks_gives_the_same_frames() {
    let (count, most) = if cfg!(miri) { (8, 40) } else { (200, 200) };
    for (seed, step) in [(1, 1), (2, 10), (3, 1000), (4, 100_000)] {
        let random = &mut Random::new(seed);
        let sent = frames(random, count, most);
        let wire = seal_all(&sent);
        let pool = pool(1024);
        let mut reader = reader(&pool);
        let mut stream = Dribble { bytes: &wire, random: Random::new(seed), step };
        let mut seen = 0;
        loop {
            match reader.read_frame(&mut stream) {
                Ok(Some(frame)) => {
                    assert_eq!(frame.bytes(), sent[seen]);
                    seen += 1;
                }
                Ok(None) => break,
                Err(error) if error.would_block() => {}
                Err(FrameReadError::Frame(error)) => panic!("{error}"),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(seen, sent.len());
        drop(reader);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn a_connection_that_waits_inside_a_frame_holds_what_has_come_of_it() {
    let wire = seal_all(&[frame(1, &[5; 400])]);
    let pool = pool(4096);
    for received in (1..wire.len()).step_by(if cfg!(miri) { 61 } else { 1 }) {
        let mut reader = reader(&pool);
        assert_eq!(reader.feed(&wire[..received]).expect("there is memory"), received);
        assert!(reader.next_frame().expect("it is not whole").is_none());
        let stats = pool.stats();
        assert_eq!((stats.in_use, stats.partial), (0, 1), "{received} bytes");
        assert!(stats.partial_bytes <= received + 256, "{}", stats.partial_bytes);
        assert_eq!(reader.pending_len(), received);
        reader.feed(&wire[received..]).expect("there is memory");
        let frame = reader.next_frame().expect("nothing was changed").expect("it is whole");
        assert_eq!(frame.payload(), [5; 400]);
    }
    assert_eq!(pool.stats().live(), 0);
}

/// Returns as much as requested, and records how much that was.
struct Asked<'a> {
    bytes: &'a [u8],
    most: usize,
}

impl Read for Asked<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.most = self.most.max(room.len());
        self.bytes.read(room)
    }
}

#[test]
fn of_what_follows_a_long_frame_only_the_header_is_read_with_it() {
    let sent: Vec<_> = (0..20).map(|id| frame(id, &[id; 900])).collect();
    let wire = seal_all(&sent);
    let pool = pool(512);
    let mut reader = reader(&pool);
    let mut stream = Asked { bytes: &wire, most: 0 };
    for (index, sent) in sent.iter().enumerate() {
        let frame = reader.read_frame(&mut stream).expect("nothing was changed");
        assert_eq!(frame.expect("it was sent").bytes(), *sent);
        // More of the next frame would have to be moved to the front of the chunk.
        assert!(reader.pending_len() <= HEAD, "frame {index}: {}", reader.pending_len());
    }
    assert!(stream.most <= 512, "asked for {} bytes", stream.most);
    assert!(reader.read_frame(&mut stream).expect("it ends in between").is_none());
}
