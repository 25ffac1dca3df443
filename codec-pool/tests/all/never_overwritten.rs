//! A live frame never changes, and the counts reconcile at every step.
//!
//! 25,000 steps per test; `CODEC_EFFORT=400` is the long form.

use std::sync::Mutex;
use std::time::Duration;

use crate::model::{Shadowed, Worker};
use codec_pool::{Policy, Pool};

const THREADS: usize = 4;

/// Steps of each thread.
fn steps() -> usize {
    let all = codec_effort::cases(if cfg!(miri) { 1600 } else { 100_000 });
    all as usize / THREADS
}

/// Returns whether threads run long enough to be sure to interfere with one another.
fn many() -> bool {
    steps() >= 1000
}

/// Runs the model; the returned frames outlive the pool.
fn run(pool: &Pool, seed: u64, steps: usize, meanwhile: impl FnOnce()) -> Vec<Shadowed> {
    let exchange = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 1..=THREADS as u64 {
            let worker = Worker::new(seed * 1000 + thread, pool, &exchange);
            scope.spawn(move || worker.run(steps));
        }
        meanwhile();
    });
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    let left = exchange.into_inner().expect("no thread panicked");
    if left.is_empty() {
        assert_eq!(stats.bytes_in_use, 0, "{stats}");
    }
    left
}

fn pool(policy: Policy) -> Pool {
    let builder = Pool::builder().chunk_size(512).max_chunks(24).max_large_bytes(64 * 1024);
    builder.policy(policy).note_holders(7).build().expect("a valid pool")
}

#[test]
fn live_frames_equal_their_copies_while_the_heap_helps_out() {
    let pool = pool(Policy::Heap);
    let left = run(&pool, 1, steps(), || {});
    assert!(pool.stats().acquired > 100 || !many());
    drop(pool);
    left.iter().for_each(Shadowed::check);
}

#[test]
fn live_frames_equal_their_copies_while_the_pool_refuses() {
    run(&pool(Policy::Fail), 2, steps(), || {}).iter().for_each(Shadowed::check);
}

#[test]
fn live_frames_equal_their_copies_while_threads_wait() {
    let pool = pool(Policy::Wait { timeout: Duration::from_micros(50) });
    run(&pool, 3, steps(), || {}).iter().for_each(Shadowed::check);
    assert!(pool.stats().waits > 0 || !many(), "{}", pool.stats());
}

#[test]
fn live_frames_equal_their_copies_when_the_pool_is_closed() {
    for seed in 10..30 {
        let pool = pool(Policy::Wait { timeout: Duration::from_millis(1) });
        let left = run(&pool, seed, steps() / 20, || {
            // Early, in the middle, or at the end.
            std::thread::sleep(Duration::from_millis(seed - 10));
            pool.close();
        });
        assert_eq!((pool.stats().free, pool.stats().open), (0, 0), "{}", pool.stats());
        left.iter().for_each(Shadowed::check);
        drop(left);
        assert_eq!(pool.stats().bytes_held(), 0, "{}", pool.stats());
    }
}

#[test]
fn all_chunks_are_back_when_all_frames_are_gone() {
    let pool = pool(Policy::Heap);
    drop(run(&pool, 4, steps(), || {}));
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.open, stats.pinned, stats.bytes_in_use), (0, 0, 0, 0));
    assert_eq!(stats.free, stats.allocated, "{stats}");
    assert!(pool.holders().expect("they are noted").sites().is_empty());
    pool.trim();
    assert_eq!(pool.stats().bytes_held(), 0);
}
