//! Counts and capacities of chunks, with credits that are soon used up.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use crate::memory::chunk::{Chunk, Idle};
use crate::memory::pool_bytes::PoolBytes;
use crate::memory::recycler::{Because, ChunkKind, Recycler};

/// Counts the chunks that are recycled.
#[derive(Default)]
struct Counter(AtomicUsize);

impl Recycler for Counter {
    fn recycle(&self, _: Idle) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn note(&self, _: &'static Location<'static>, _: usize, _: Because) -> Option<NonZeroU32> {
        None
    }

    fn forget(&self, _: NonZeroU32) {}
}

/// A chunk with eight bytes in it.
fn chunk(counter: &Arc<Counter>) -> Chunk {
    let recycler: Weak<Counter> = Arc::downgrade(counter);
    let mut chunk = Idle::new(64, ChunkKind::Pooled, recycler).expect("there is memory").open();
    chunk.spare()[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(chunk.advance(8));
    chunk
}

#[test]
fn credit_is_refilled_and_the_count_stays_exact() {
    for shares in 0..20 {
        let counter = Arc::new(Counter::default());
        let mut chunk = chunk(&counter);
        let parts: Vec<PoolBytes> = (0..shares).map(|n| chunk.share(n % 8..8)).collect();
        assert_eq!(chunk.is_sole(), shares == 0);
        for (n, part) in parts.iter().enumerate() {
            assert_eq!(part.get(), &[1, 2, 3, 4, 5, 6, 7, 8][n % 8..]);
        }
        // No reference was dropped, however many credits are left.
        for part in parts {
            assert!(!chunk.is_sole() && counter.0.load(Ordering::SeqCst) == 0);
            drop(part);
        }
        chunk.pass_all();
        assert!(chunk.is_sole() && chunk.rewind());
        drop(chunk);
        assert_eq!(counter.0.load(Ordering::SeqCst), 1, "{shares} shares");
    }
}

#[test]
fn the_last_share_brings_the_chunk_home_after_a_refill() {
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    let mut parts: Vec<PoolBytes> = (0..9).map(|n| chunk.share(0..n % 8)).collect();
    parts.push(parts[0].clone());
    drop(chunk);
    while let Some(part) = parts.pop() {
        assert_eq!(counter.0.load(Ordering::SeqCst), 0);
        drop(part);
    }
    assert_eq!(counter.0.load(Ordering::SeqCst), 1);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn no_chunk_is_longer_than_a_range_of_32_bits() {
    let counter = Arc::new(Counter::default());
    for capacity in [1 << 32, (1 << 32) + 64, 1 << 40, usize::MAX - 64, usize::MAX] {
        let recycler: Weak<Counter> = Arc::downgrade(&counter);
        assert!(Idle::new(capacity, ChunkKind::Large, recycler).is_none(), "{capacity}");
    }
}
