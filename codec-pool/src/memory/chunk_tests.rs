//! Counts and capacities of chunks, with credits that are soon used up.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use crate::memory::chunk::{Chunk, Idle};
use crate::memory::pool_bytes::PoolBytes;
use crate::memory::recycler::{Because, ChunkKind, Recycler, Sampling};

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

#[test]
fn a_share_takes_a_credit_and_touches_no_count() {
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    while chunk.credits == 1 {
        drop(chunk.share(0..8));
    }
    let (credits, refs) = (chunk.credits, chunk.refs().load(Ordering::SeqCst));
    let part = chunk.share(0..8);
    assert_eq!((chunk.credits, chunk.refs().load(Ordering::SeqCst)), (credits - 1, refs));
    drop(part);
}

#[test]
fn bytes_of_which_no_reference_is_left_are_free() {
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    chunk.pass(3);
    let part = chunk.share(0..8);
    assert!(!chunk.is_free(3) && chunk.is_free(5));
    drop(part);
    assert!(chunk.is_free(3) && chunk.is_free(0));
}

#[test]
fn what_is_lent_is_given_out_with_it() {
    for (before, len, all) in [(1, 3, 3), (0, 3, 2), (2, 3, 4), (1, 3, usize::MAX)] {
        let counter = Arc::new(Counter::default());
        let mut chunk = chunk(&counter);
        let lent = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            chunk.lend(before, len, all).bytes().len()
        }));
        assert!(lent.is_err(), "{len} after {before} of {all}");
        assert_eq!(chunk.given(), 0);
    }
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    assert_eq!(chunk.lend(1, 3, 4).bytes(), [2, 3, 4]);
    assert_eq!((chunk.given(), chunk.pending()), (4, &[5, 6, 7, 8][..]));
}

#[test]
fn what_is_lent_to_be_changed_is_where_it_was_written() {
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    chunk.pass(2);
    let mut lent = chunk.lend_mut(1, 3, 4);
    assert_eq!(lent.bytes(), [4, 5, 6]);
    lent.bytes_mut()[0] = 9;
    assert_eq!(lent.freeze().share(), [9, 5, 6]);
    assert_eq!(chunk.append(&[7; 2]), 2);
    assert_eq!(chunk.filled(), [1, 2, 3, 9, 5, 6, 7, 8, 7, 7]);
}

#[test]
fn bytes_without_another_holder_may_be_changed() {
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    let mut shared = chunk.share(2..5);
    assert_eq!(shared.get_mut(), None);
    drop(chunk);
    let changed = shared.get_mut().expect("no other holder");
    assert_eq!(changed, [3, 4, 5]);
    changed[0] = 9;
    assert_eq!(shared, [9, 4, 5]);
    shared.get_mut().expect("no other holder")[1] = 8;
    assert_eq!((shared.clone().get_mut(), shared.get()), (None, &[9, 8, 5][..]));
}

/// Under Miri, also that its memory is given back.
#[test]
fn a_chunk_has_all_its_bytes_at_once_and_gives_back_what_it_holds() {
    let counter = Arc::new(Counter::default());
    let recycler: Weak<Counter> = Arc::downgrade(&counter);
    let idle = Idle::new(64, ChunkKind::Pooled, recycler).expect("there is memory");
    let Ok(mut idle) = idle.open().close() else { panic!("nothing was shared") };
    idle.fill(7);
    assert_eq!((idle.capacity(), idle.open().bytes(64)), (64, &[7; 64][..]));
    assert_eq!((Arc::weak_count(&counter), counter.0.load(Ordering::SeqCst)), (0, 1));
    let recycler: Weak<Counter> = Weak::new();
    let fresh = Idle::new(64, ChunkKind::Pooled, recycler).expect("there is memory").open();
    assert_eq!(fresh.bytes(64), [0; 64]);
}

#[test]
fn a_sample_is_charged_to_a_seat_only_when_it_has_one() {
    assert_eq!(Sampling::OFF.seat(), None);
    assert_eq!(Sampling { every: 3, left: 1 }.seat(), None);
    for seat in [0, 1, 5, Sampling::MOST] {
        assert_eq!(Sampling::charged_to(seat).seat(), Some(seat));
    }
}

#[test]
fn shared_bytes_compare_and_hash_as_the_bytes_and_print_none_of_them() {
    use std::hash::{BuildHasher, RandomState};
    let counter = Arc::new(Counter::default());
    let mut chunk = chunk(&counter);
    let (low, high) = (chunk.share(0..3), chunk.share(1..3));
    assert!(low == [1, 2, 3] && low != [1, 2, 4] && low != high);
    assert_eq!(low.partial_cmp(&high), Some(core::cmp::Ordering::Less));
    let state = RandomState::new();
    assert_eq!(state.hash_one(&low), state.hash_one(&[1u8, 2, 3][..]));
    assert_eq!(format!("{low:?}"), "PoolBytes(3 bytes)");
}
