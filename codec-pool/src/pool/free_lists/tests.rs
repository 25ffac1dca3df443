//! The choice of a chunk for each request, at the limits of each rule.
#![forbid(unsafe_code)]

use std::sync::Weak;
use std::time::Duration;

use super::{FreeLists, Grant};
use crate::memory::{ChunkKind, Idle};
use crate::pool::builder::{Policy, PoolBuilder};
use crate::pool::shared::Shared;
use crate::pool::waiting::Request;

/// Chunks of 64 bytes, two of them.
fn small() -> PoolBuilder {
    PoolBuilder::new().chunk_size(64).max_chunks(2)
}

fn lists(builder: PoolBuilder) -> FreeLists {
    FreeLists::new(builder.config())
}

/// A chunk that is freed when it is dropped.
fn idle(capacity: usize, kind: ChunkKind) -> Idle {
    Idle::new(capacity, kind, Weak::<Shared>::new()).expect("there is memory")
}

#[test]
fn a_free_chunk_is_there_and_an_open_one_as_far_as_it_has_room() {
    let mut lists = lists(small());
    assert!(!lists.has_chunk(1));
    lists.stock(vec![idle(64, ChunkKind::Pooled)]);
    assert!(lists.has_chunk(64));
    let mut chunk = lists.take_chunk(64).expect("it is there");
    assert!(!lists.has_chunk(1));
    assert_eq!(chunk.append(&[7; 40]), 40);
    let kept = chunk.share_next(40);
    lists.put_open(chunk);
    assert!(lists.has_chunk(24) && !lists.has_chunk(25));
    drop(kept);
    assert!(lists.has_chunk(64), "it is rewound when it is taken");
}

#[test]
fn callers_wait_under_the_policy_to_wait_alone() {
    assert!(!lists(small()).may_wait());
    assert!(!lists(small().policy(Policy::Fail)).may_wait());
    let wait = Policy::Wait { timeout: Duration::MAX };
    assert!(lists(small().policy(wait)).may_wait());
}

#[test]
fn kept_memory_makes_way_for_new_only_as_far_as_the_limit_demands() {
    let mut lists = lists(small().max_large_bytes(512).keep_large_bytes(512));
    let mut allocate = |len, capacity, kept| {
        let grant = lists.grant(Request::Large(len));
        assert!(matches!(grant, Grant::Allocate(ChunkKind::Large, room) if room == capacity));
        assert_eq!(lists.counts.large_free_bytes, kept, "for {len} bytes");
        assert!(lists.put_idle(idle(capacity, ChunkKind::Large)).is_none(), "it is kept");
    };
    allocate(256, 256, 0);
    allocate(128, 128, 256);
    allocate(512, 512, 0);
}

#[test]
fn a_kept_chunk_is_taken_up_to_the_whole_limit() {
    let mut lists = lists(small().max_large_bytes(256).keep_large_bytes(256));
    assert!(matches!(lists.grant(Request::Large(256)), Grant::Allocate(ChunkKind::Large, 256)));
    assert!(lists.put_idle(idle(256, ChunkKind::Large)).is_none());
    assert!(matches!(lists.grant(Request::Large(200)), Grant::Chunk(_)));
    assert!(matches!(lists.grant(Request::Large(1)), Grant::Refused(_)));
}

#[test]
fn partial_frames_take_as_much_as_the_chunks_and_long_ones_as_much_as_large_frames() {
    let lists = lists(small().policy(Policy::Fail).max_large_bytes(100));
    for (more, len, fits) in [
        (128, 64, true),
        (129, 64, false),
        (101, 64, true),
        (100, 65, true),
        (101, 65, false),
        (101, 63, true),
    ] {
        assert_eq!(lists.fits_partial(more, len), fits, "{more} more bytes, of {len} in all");
    }
}

#[test]
fn returning_a_chunk_allocates_nothing_and_little_more_than_needed_is_reserved() {
    let mut granted = lists(small().max_chunks(9));
    for _ in 0..9 {
        assert!(matches!(granted.grant(Request::Chunk(64)), Grant::Allocate(..)));
    }
    assert!(granted.free.capacity() >= 9 && granted.open.capacity() >= 9);
    let mut stocked = lists(small().max_chunks(100));
    stocked.stock((0..100).map(|_| idle(64, ChunkKind::Pooled)).collect());
    assert!(stocked.free.capacity() < 200 && stocked.open.capacity() >= 100);
}
