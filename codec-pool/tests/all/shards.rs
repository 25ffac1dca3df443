//! Threads that share a pool: what one thread's shard keeps is available to all before the pool
//! allocates, refuses or makes a caller wait, and the counts reconcile at any moment.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use codec_pool::{Frame, FrameErrorKind, FrameReader, LengthHeader, Policy, Pool, PoolError};

type Reader = FrameReader<LengthHeader<1>>;

/// A frame that is fed, read and settled: the chunk is taken and returned for it alone.
fn wake_up(reader: &mut Reader) -> Option<Frame<LengthHeader<1>>> {
    match reader.feed(&[3, 10, 20, 30]) {
        Ok(len) => assert_eq!(len, 4),
        Err(error) => {
            assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Exhausted));
            return None;
        }
    }
    let frame = reader.next_frame().expect("it is sound").expect("all of it is there").detach();
    assert_eq!(frame.payload(), [10, 20, 30]);
    assert!(reader.next_frame().expect("it is sound").is_none());
    Some(frame)
}

/// One wake-up in a separate thread, whose shard then keeps the chunk.
fn wake_up_elsewhere(pool: &Pool) {
    let mut reader = Reader::new(pool.clone());
    thread::scope(|scope| {
        scope.spawn(|| assert!(wake_up(&mut reader).is_some()));
    });
}

fn pool(chunks: usize, policy: Policy) -> Pool {
    Pool::builder().chunk_size(256).max_chunks(chunks).policy(policy).build().expect("small")
}

#[test]
fn memory_kept_by_another_thread_is_found_before_the_pool_refuses() {
    let pool = pool(1, Policy::Fail);
    for _ in 0..40 {
        wake_up_elsewhere(&pool); // each time in another shard
        let mut reader = Reader::new(pool.clone());
        assert!(wake_up(&mut reader).is_some());
    }
    let stats = pool.stats();
    assert_eq!((stats.allocated, stats.refusals, stats.in_use), (1, 0, 0), "{stats}");
}

#[test]
fn memory_kept_by_another_thread_is_used_before_more_is_allocated() {
    let pool = pool(1000, Policy::Heap);
    for _ in 0..40 {
        wake_up_elsewhere(&pool);
    }
    let stats = pool.stats();
    assert_eq!((stats.allocated, stats.heap_fallbacks), (1, 0), "{stats}");
    assert_eq!((stats.acquired, stats.returned), (40, 40), "{stats}");
}

#[test]
fn chunks_that_a_thread_takes_back_from_its_shard_are_counted() {
    let pool = pool(2, Policy::Fail);
    let mut reader = Reader::new(pool.clone());
    for _ in 0..10 {
        assert!(wake_up(&mut reader).is_some());
    }
    let stats = pool.stats();
    assert_eq!((stats.acquired, stats.returned, stats.in_use), (10, 10, 0), "{stats}");
}

#[test]
fn memory_kept_by_another_thread_is_free_in_the_counts_and_trimmed() {
    let pool = pool(4, Policy::Fail);
    wake_up_elsewhere(&pool);
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    assert_eq!((stats.free, stats.open, stats.in_use, stats.pinned), (1, 0, 0, 0), "{stats}");
    assert_eq!(pool.trim(), 256);
    assert_eq!(pool.stats().allocated, 0);
}

#[test]
fn an_open_chunk_that_another_thread_keeps_is_pinned_and_filled_further() {
    let pool = pool(1, Policy::Fail);
    let mut reader = Reader::new(pool.clone());
    let kept = thread::scope(|scope| {
        scope.spawn(|| wake_up(&mut reader).expect("there is a chunk")).join().expect("no panic")
    });
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    assert_eq!((stats.open, stats.pinned, stats.pinned_bytes), (1, 1, 256), "{stats}");
    // In the same chunk, since no other is allowed.
    assert!(wake_up(&mut Reader::new(pool.clone())).is_some());
    drop(kept);
    assert_eq!(pool.stats().free, 1);
}

#[test]
fn who_waits_gets_what_another_thread_brings_back() {
    let pool = pool(1, Policy::Wait { timeout: Duration::from_secs(60) });
    let threads = 6;
    let start = Barrier::new(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut reader = Reader::new(pool.clone());
                start.wait();
                for _ in 0..200 {
                    assert!(wake_up(&mut reader).is_some());
                }
            });
        }
    });
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    assert_eq!((stats.allocated, stats.live(), stats.refusals), (1, 0, 0), "{stats}");
}

#[test]
fn a_closed_pool_keeps_nothing_for_any_thread() {
    let pool = pool(8, Policy::Fail);
    wake_up_elsewhere(&pool);
    let mut reader = Reader::new(pool.clone());
    let kept = wake_up(&mut reader).expect("there is a chunk");
    pool.close();
    thread::scope(|scope| {
        scope.spawn(move || drop(kept));
    });
    assert_eq!(pool.stats().allocated, 0);
    let error = reader.feed(&[1]).expect_err("it is closed");
    assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Closed));
}

/// Threads take, keep, send and drop frames in a pool too small for them, while another one checks
/// the counts and trims.
#[test]
fn counts_reconcile_and_limits_hold_while_threads_go_on() {
    for policy in [Policy::Fail, Policy::Heap, Policy::Wait { timeout: Duration::ZERO }] {
        let pool = pool(3, policy);
        let workers: u32 = 6;
        let running = AtomicU32::new(workers);
        let served = AtomicU32::new(0);
        thread::scope(|scope| {
            for seed in 0..workers {
                let (pool, served, running) = (&pool, &served, Running(&running));
                scope.spawn(move || {
                    let _running = running;
                    served.fetch_add(work(pool, seed), Ordering::Relaxed);
                });
            }
            while running.load(Ordering::Relaxed) > 0 {
                let stats = pool.stats();
                assert!(stats.reconciles(), "{stats}");
                assert!(stats.allocated <= 3, "{stats}");
                pool.trim();
                thread::yield_now();
            }
        });
        assert!(served.into_inner() > 0, "some are served");
        let stats = pool.stats();
        assert!(stats.reconciles(), "{stats}");
        assert_eq!((stats.live(), stats.open, stats.pinned), (0, 0, 0), "{stats}");
    }
}

/// A running thread: the count is decremented also when it panics.
struct Running<'a>(&'a AtomicU32);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns how many wake-ups had memory.
fn work(pool: &Pool, seed: u32) -> u32 {
    let mut kept = Vec::new();
    let mut reader = Reader::new(pool.clone());
    let mut served = 0;
    for round in 0..if cfg!(miri) { 40 } else { 4000 } {
        // Waiting has a time-out of zero, so that none holds up the others.
        match reader.feed(&[3, 10, 20, 30]) {
            Ok(_) => {
                let frame = reader.next_frame().expect("it is sound").expect("it is there");
                if (round + seed).is_multiple_of(3) {
                    kept.push(frame.detach());
                }
                assert!(reader.next_frame().expect("it is sound").is_none());
                served += 1;
            }
            Err(error) => assert!(matches!(error.kind(), FrameErrorKind::Pool(_)), "{error}"),
        }
        if kept.len() > 5 {
            kept.drain(..3);
        }
    }
    served
}
