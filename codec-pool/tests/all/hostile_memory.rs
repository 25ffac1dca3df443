//! Memory is requested in proportion to the received bytes, whatever a header declares.

use crate::ledger::asked;
use crate::tagged::{Tagged, frame};
use codec_pool::{FrameReader, LengthHeader, Pool};

const CHUNK: usize = 1024;

fn pool() -> Pool {
    Pool::builder().chunk_size(CHUNK).build().expect("a valid pool")
}

/// Feeds `bytes` in pieces and takes out the frames.
fn feed(reader: &mut FrameReader<Tagged>, bytes: &[u8], step: usize) -> usize {
    let mut frames = 0;
    for mut piece in bytes.chunks(step) {
        while !piece.is_empty() {
            piece = &piece[reader.feed(piece).expect("there is memory")..];
            while reader.next_frame().expect("the stream is valid").is_some() {
                frames += 1;
            }
        }
    }
    frames
}

#[test]
fn a_declared_length_reserves_nothing() {
    for received in [4, 5, 100, 1024, 5000, 70_000] {
        let mut wire = vec![0; received];
        wire[..4].copy_from_slice(&[1, 0xff, 0xff, 0xff]);
        let pool = pool();
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let asked = asked(|| assert_eq!(feed(&mut reader, &wire, 512), 0));
        // The first chunk, a copy of each byte that is moved elsewhere, and a few more when those
        // pieces are joined; and a little for the pool's lists.
        let bound = 3 * CHUNK + 8 * received + 1024;
        assert!(asked.bytes <= bound, "{} bytes asked for, {received} received", asked.bytes);
        let held = pool.stats().bytes_in_use + size_of_val(&reader);
        assert!(held <= received + 256, "{held} bytes held, {received} received");
    }
}

#[test]
fn a_length_of_exabytes_reserves_nothing() {
    let mut reader = FrameReader::<LengthHeader<8>>::new(pool());
    let asked = asked(|| {
        // The maximum length of anything in memory: gigabytes, with 32-bit addresses.
        let longest = isize::MAX as u64 - 15;
        reader.feed(&longest.to_le_bytes()).expect("there is memory");
        assert!(reader.next_frame().expect("within what the header allows").is_none());
        reader.feed(&[0; 100]).expect("there is memory");
        assert!(reader.next_frame().expect("within what the header allows").is_none());
    });
    assert!(asked.bytes <= 3 * CHUNK, "{} bytes asked for", asked.bytes);
}

#[test]
fn one_byte_at_a_time_costs_a_few_times_what_all_at_once_does() {
    let cost = |len: usize, step: usize| {
        let wire = frame(1, &vec![5; len]);
        let mut reader = FrameReader::<Tagged>::new(pool());
        asked(|| assert_eq!(feed(&mut reader, &wire, step.min(wire.len())), 1))
    };
    let fast = cost(300_000, usize::MAX);
    assert!(fast.bytes <= 4 * 300_000, "{} bytes asked for", fast.bytes);
    let (short, long) = (cost(37_500, 1), cost(300_000, 1));
    assert!(long.bytes <= 25 * 300_000, "{} bytes asked for", long.bytes);
    assert!(long.calls <= 300_000 / 10, "{} times", long.calls);
    // Eight times the frame; the cost per byte grows by the fifth root of that.
    assert!(long.bytes <= 13 * short.bytes, "{}, and {}", long.bytes, short.bytes);
}

#[test]
fn a_refused_length_costs_one_chunk_however_much_comes() {
    let pool = pool();
    let mut reader = FrameReader::<Tagged>::new(pool.clone()).with_max_payload(100);
    reader.feed(&[1, 0, 0, 0x80]).expect("there is memory");
    assert!(reader.next_frame().is_err() && reader.skip_frame());
    let rest = vec![0; 100_000];
    let asked = asked(|| assert_eq!(feed(&mut reader, &rest, 1500), 0));
    assert!(asked.bytes <= 2 * CHUNK, "{} bytes asked for", asked.bytes);
    assert!(pool.stats().high_water <= CHUNK);
}
