//! Sealed frames, opened and sealed in the pool's memory.

#[cfg(feature = "tokio")]
mod adapters;
#[cfg(not(miri))]
mod allocations;
mod errors;
#[cfg(feature = "tokio")]
mod futures;
mod mutable;
mod reading;
mod shared;
mod writing;

use codec_pool::{FrameReader, FrameWriter, Pool, Sealed};

use crate::random::Random;
use crate::tagged::{Tagged, frame};
use crate::toy_seal::{ToyOpener, ToySealer};

type Reader = FrameReader<Tagged, Sealed<ToyOpener>>;
type Writer = FrameWriter<Tagged, Sealed<ToySealer>>;

fn reader(pool: &Pool) -> Reader {
    Reader::sealed(pool.clone(), ToyOpener::new())
}

fn writer(pool: &Pool) -> Writer {
    Writer::sealed(pool.clone(), ToySealer::new())
}

fn pool(chunk_size: usize) -> Pool {
    Pool::builder().chunk_size(chunk_size).build().expect("a valid pool")
}

/// Frames, most of which have fewer than `most` bytes of payload, and some five times that.
fn frames(random: &mut Random, count: usize, most: usize) -> Vec<Vec<u8>> {
    (0..count)
        .map(|index| {
            let times = if random.below(10) == 0 { 5 } else { 1 };
            let len = random.below(times * most + 1);
            let byte = random.next().to_le_bytes()[0];
            let payload: Vec<u8> = (0..len).map(|at| byte ^ at.to_le_bytes()[0]).collect();
            frame(index.to_le_bytes()[0] & 0x7f, &payload)
        })
        .collect()
}
