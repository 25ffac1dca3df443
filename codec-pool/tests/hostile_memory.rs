//! Memory is asked for in proportion to the bytes that came, whatever a header
//! declares.

#[path = "support/ledger.rs"]
mod ledger;
#[path = "support/tagged.rs"]
mod tagged;

use codec_pool::{FrameReader, LengthPrefix, Pool};
use ledger::asked;
use tagged::{Tagged, frame};

const CHUNK: usize = 1024;

fn pool() -> Pool {
    Pool::builder().chunk_size(CHUNK).build().expect("a valid pool")
}

/// Feeds `bytes` in pieces and takes out what frames there are.
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
        // The first chunk, and then twice what is there each time it is full,
        // which adds up to four times; and a little for the pool's own lists.
        let bound = 3 * CHUNK + 4 * received + 1024;
        assert!(asked.bytes <= bound, "{} bytes asked for, {received} received", asked.bytes);
        let held = pool.stats().bytes_in_use;
        assert!(held <= 2 * CHUNK + 2 * received, "{held} bytes held, {received} received");
    }
}

#[test]
fn a_length_of_exabytes_reserves_nothing() {
    let mut reader = FrameReader::<LengthPrefix<8>>::new(pool());
    let asked = asked(|| {
        // As long as anything in memory can be: gigabytes, where addresses have 32 bits.
        let longest = isize::MAX as u64 - 15;
        reader.feed(&longest.to_le_bytes()).expect("there is memory");
        assert!(reader.next_frame().expect("within what the header allows").is_none());
        reader.feed(&[0; 100]).expect("there is memory");
        assert!(reader.next_frame().expect("within what the header allows").is_none());
    });
    assert!(asked.bytes <= 3 * CHUNK, "{} bytes asked for", asked.bytes);
}

#[test]
fn one_byte_at_a_time_costs_no_more_than_all_at_once() {
    let wire = frame(1, &vec![5; 300_000]);
    let [slow, fast] = [1, wire.len()].map(|step| {
        let mut reader = FrameReader::<Tagged>::new(pool());
        asked(|| assert_eq!(feed(&mut reader, &wire, step), 1))
    });
    assert_eq!((slow.calls, slow.bytes), (fast.calls, fast.bytes));
    assert!(fast.bytes <= 4 * wire.len());
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
