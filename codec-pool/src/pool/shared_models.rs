//! Taking, bringing back, waiting and closing, in every order in which threads
//! can run. A wake-up that gets lost is a thread that sleeps for ever, which
//! the model checker reports as a deadlock.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::sync::Arc;

use loom::thread;

use crate::memory::Chunk;
use crate::pool::builder::{Config, Policy, PoolBuilder};
use crate::pool::error::PoolError;
use crate::pool::shared::Depot;
use crate::pool::waiting::{Demand, Patience, Turn};

fn depot(max_chunks: usize) -> Arc<Depot> {
    let policy = Policy::Wait { timeout: Duration::MAX };
    let small = PoolBuilder::new().chunk_size(64).max_chunks(max_chunks).policy(policy);
    Depot::new(Config { ..small.config() })
}

fn take(depot: &Depot) -> Result<Chunk, PoolError> {
    match depot.take(Demand::Chunk(64), &mut Patience::Thread) {
        core::task::Poll::Ready(result) => result,
        core::task::Poll::Pending => unreachable!("a thread waits in place"),
    }
}

fn write(chunk: &mut Chunk, byte: u8) {
    chunk.spare().fill(byte);
    assert!(chunk.advance(64));
}

#[test]
fn one_chunk_goes_to_one_at_a_time() {
    loom::model(|| {
        let depot = depot(1);
        let threads = [1, 2].map(|byte| {
            let depot = depot.clone();
            thread::spawn(move || {
                let mut chunk = take(&depot).expect("it comes free");
                write(&mut chunk, byte);
                assert_eq!(chunk.filled(), [byte; 64]);
                depot.put(chunk);
            })
        });
        threads.into_iter().for_each(|thread| thread.join().expect("it does not panic"));
        let stats = depot.stats();
        assert!(stats.reconciles(), "{stats}");
        assert_eq!((stats.free, stats.live(), stats.acquired), (1, 0, 2));
    });
}

#[test]
fn who_waits_is_woken_by_the_last_frame() {
    loom::model(|| {
        let depot = depot(1);
        let mut chunk = take(&depot).expect("there is one");
        chunk.spare()[0] = 7;
        assert!(chunk.advance(1));
        let frame = chunk.share(0..1);
        // The chunk is put down open, with a frame alive in it and not enough
        // room for who comes next.
        depot.put(chunk);
        let waiter = {
            let depot = depot.clone();
            thread::spawn(move || depot.put(take(&depot).expect("it comes free")))
        };
        assert_eq!(frame.get(), [7]);
        drop(frame);
        waiter.join().expect("it does not panic");
        assert!(depot.stats().reconciles());
    });
}

#[test]
fn closing_ends_every_wait() {
    loom::model(|| {
        let depot = depot(1);
        let chunk = take(&depot).expect("there is one");
        let waiter = {
            let depot = depot.clone();
            thread::spawn(move || take(&depot).err())
        };
        depot.close();
        assert_eq!(waiter.join().expect("it does not panic"), Some(PoolError::Closed));
        depot.put(chunk);
        let stats = depot.stats();
        assert_eq!((stats.allocated, stats.live()), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn a_dropped_turn_wakes_the_next() {
    loom::model(|| {
        let depot = depot(1);
        let chunk = take(&depot).expect("there is one");
        // A task asks, and is dropped without asking again.
        let mut turn: Option<Turn> = None;
        let waker = crate::pool::waiting::thread_waker();
        let mut cx = core::task::Context::from_waker(&waker);
        let polled = depot.take(Demand::Chunk(1), &mut Patience::Task(&mut turn, &mut cx));
        assert!(polled.is_pending());
        let waiter = {
            let depot = depot.clone();
            thread::spawn(move || depot.put(take(&depot).expect("it comes free")))
        };
        let owner = {
            let depot = depot.clone();
            thread::spawn(move || depot.put(chunk))
        };
        drop(turn);
        owner.join().expect("it does not panic");
        waiter.join().expect("it does not panic");
    });
}

#[test]
fn trimming_takes_nothing_that_is_in_use() {
    loom::model(|| {
        let depot = depot(2);
        let other = {
            let depot = depot.clone();
            thread::spawn(move || {
                let mut chunk = take(&depot).expect("there is one");
                write(&mut chunk, 3);
                assert_eq!(chunk.filled(), [3; 64]);
                depot.put(chunk);
            })
        };
        depot.trim();
        other.join().expect("it does not panic");
        let free = depot.stats().free;
        assert!(free <= 1);
        assert_eq!(depot.trim(), 64 * free);
        let stats = depot.stats();
        assert_eq!((stats.allocated, stats.live()), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_waits_is_woken_by_a_chunk_with_room_that_is_put_down() {
    loom::model(|| {
        let depot = depot(1);
        let mut chunk = take(&depot).expect("there is one");
        chunk.spare()[0] = 7;
        assert!(chunk.advance(1));
        let frame = chunk.share(0..1);
        let waiter = {
            let depot = depot.clone();
            thread::spawn(move || match depot.take(Demand::Chunk(8), &mut Patience::Thread) {
                core::task::Poll::Ready(chunk) => depot.put(chunk.expect("there is room")),
                core::task::Poll::Pending => unreachable!("a thread waits in place"),
            })
        };
        depot.put(chunk);
        waiter.join().expect("it does not panic");
        assert_eq!(frame.get(), [7]);
        drop(frame);
        let stats = depot.stats();
        assert_eq!((stats.live(), stats.open), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_waits_is_woken_when_memory_fails() {
    loom::model(|| {
        let depot = depot(1);
        crate::memory::fail_after(0);
        let threads = [1, 2].map(|byte| {
            let depot = depot.clone();
            thread::spawn(move || {
                // One of the two is refused, and the other may have waited for that.
                let Ok(mut chunk) = take(&depot) else { return false };
                write(&mut chunk, byte);
                depot.put(chunk);
                true
            })
        });
        let served = threads.map(|thread| thread.join().expect("it does not panic"));
        assert_eq!(served.iter().filter(|served| **served).count(), 1);
        let stats = depot.stats();
        assert_eq!((stats.refusals, stats.live(), stats.waiting), (1, 0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
        crate::memory::stop_failing();
    });
}

#[test]
fn closing_ends_every_wait_though_memory_fails() {
    loom::model(|| {
        let depot = depot(1);
        crate::memory::fail_after(0);
        let threads = [1, 2].map(|_| {
            let depot = depot.clone();
            thread::spawn(move || take(&depot).map(|chunk| depot.put(chunk)).err())
        });
        depot.close();
        for error in threads.map(|thread| thread.join().expect("it does not panic")) {
            assert!(matches!(error, None | Some(PoolError::Closed | PoolError::OutOfMemory)));
        }
        crate::memory::stop_failing();
        let stats = depot.stats();
        assert_eq!((stats.allocated, stats.live(), stats.waiting), (0, 0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}
