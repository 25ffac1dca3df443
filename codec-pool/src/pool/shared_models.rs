//! Taking, bringing back, waiting and closing, in every order in which threads
//! can run. A wake-up that gets lost is a thread that sleeps forever, which
//! the model checker reports as a deadlock.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::sync::Arc;

use loom::thread;

use crate::memory::Chunk;
use crate::pool::builder::{Config, Policy, PoolBuilder};
use crate::pool::error::PoolError;
use crate::pool::shared::Shared;
use crate::pool::waiting::{Request, Ticket, WaitMode};

fn shared(max_chunks: usize) -> Arc<Shared> {
    let policy = Policy::Wait { timeout: Duration::MAX };
    let small = PoolBuilder::new().chunk_size(64).max_chunks(max_chunks).policy(policy);
    Shared::new(Config { ..small.config() })
}

fn take(shared: &Shared) -> Result<Chunk, PoolError> {
    match shared.take(Request::Chunk(64), &mut WaitMode::Thread) {
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
        let shared = shared(1);
        let threads = [1, 2].map(|byte| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut chunk = take(&shared).expect("it comes free");
                write(&mut chunk, byte);
                assert_eq!(chunk.filled(), [byte; 64]);
                shared.give_back(chunk);
            })
        });
        threads.into_iter().for_each(|thread| thread.join().expect("it does not panic"));
        let stats = shared.stats();
        assert!(stats.reconciles(), "{stats}");
        assert_eq!((stats.free, stats.live(), stats.acquired), (1, 0, 2));
    });
}

#[test]
fn who_waits_is_woken_by_the_last_frame() {
    loom::model(|| {
        let shared = shared(1);
        let mut chunk = take(&shared).expect("there is one");
        chunk.spare()[0] = 7;
        assert!(chunk.advance(1));
        let frame = chunk.share(0..1);
        // The chunk is put back open, with a frame alive in it and not enough room for the next
        // caller.
        shared.give_back(chunk);
        let waiter = {
            let shared = shared.clone();
            thread::spawn(move || shared.give_back(take(&shared).expect("it comes free")))
        };
        assert_eq!(frame.get(), [7]);
        drop(frame);
        waiter.join().expect("it does not panic");
        assert!(shared.stats().reconciles());
    });
}

#[test]
fn closing_ends_every_wait() {
    loom::model(|| {
        let shared = shared(1);
        let chunk = take(&shared).expect("there is one");
        let waiter = {
            let shared = shared.clone();
            thread::spawn(move || take(&shared).err())
        };
        shared.close();
        assert_eq!(waiter.join().expect("it does not panic"), Some(PoolError::Closed));
        shared.give_back(chunk);
        let stats = shared.stats();
        assert_eq!((stats.allocated, stats.live()), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn a_dropped_turn_wakes_the_next() {
    loom::model(|| {
        let shared = shared(1);
        let chunk = take(&shared).expect("there is one");
        // A task polls once, and is dropped without polling again.
        let mut ticket: Option<Ticket> = None;
        let waker = crate::pool::waiting::thread_waker();
        let mut cx = core::task::Context::from_waker(&waker);
        let polled = shared.take(Request::Chunk(1), &mut WaitMode::Task(&mut ticket, &mut cx));
        assert!(polled.is_pending());
        let waiter = {
            let shared = shared.clone();
            thread::spawn(move || shared.give_back(take(&shared).expect("it comes free")))
        };
        let owner = {
            let shared = shared.clone();
            thread::spawn(move || shared.give_back(chunk))
        };
        drop(ticket);
        owner.join().expect("it does not panic");
        waiter.join().expect("it does not panic");
    });
}

#[test]
fn trimming_takes_nothing_that_is_in_use() {
    loom::model(|| {
        let shared = shared(2);
        let other = {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut chunk = take(&shared).expect("there is one");
                write(&mut chunk, 3);
                assert_eq!(chunk.filled(), [3; 64]);
                shared.give_back(chunk);
            })
        };
        shared.trim();
        other.join().expect("it does not panic");
        let free = shared.stats().free;
        assert!(free <= 1);
        assert_eq!(shared.trim(), 64 * free);
        let stats = shared.stats();
        assert_eq!((stats.allocated, stats.live()), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_waits_is_woken_by_a_chunk_with_room_that_is_put_down() {
    loom::model(|| {
        let shared = shared(1);
        let mut chunk = take(&shared).expect("there is one");
        chunk.spare()[0] = 7;
        assert!(chunk.advance(1));
        let frame = chunk.share(0..1);
        let waiter = {
            let shared = shared.clone();
            thread::spawn(move || match shared.take(Request::Chunk(8), &mut WaitMode::Thread) {
                core::task::Poll::Ready(chunk) => shared.give_back(chunk.expect("there is room")),
                core::task::Poll::Pending => unreachable!("a thread waits in place"),
            })
        };
        shared.give_back(chunk);
        waiter.join().expect("it does not panic");
        assert_eq!(frame.get(), [7]);
        drop(frame);
        let stats = shared.stats();
        assert_eq!((stats.live(), stats.open), (0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_waits_is_woken_when_memory_fails() {
    loom::model(|| {
        let shared = shared(1);
        crate::memory::fail_after(0);
        let threads = [1, 2].map(|byte| {
            let shared = shared.clone();
            thread::spawn(move || {
                // One of the two is refused, and the other may have waited for that.
                let Ok(mut chunk) = take(&shared) else { return false };
                write(&mut chunk, byte);
                shared.give_back(chunk);
                true
            })
        });
        let served = threads.map(|thread| thread.join().expect("it does not panic"));
        assert_eq!(served.iter().filter(|served| **served).count(), 1);
        let stats = shared.stats();
        assert_eq!((stats.refusals, stats.live(), stats.waiting), (1, 0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
        crate::memory::stop_failing();
    });
}

#[test]
fn closing_ends_every_wait_though_memory_fails() {
    loom::model(|| {
        let shared = shared(1);
        crate::memory::fail_after(0);
        let threads = [1, 2].map(|_| {
            let shared = shared.clone();
            thread::spawn(move || take(&shared).map(|chunk| shared.give_back(chunk)).err())
        });
        shared.close();
        for error in threads.map(|thread| thread.join().expect("it does not panic")) {
            assert!(matches!(error, None | Some(PoolError::Closed | PoolError::OutOfMemory)));
        }
        crate::memory::stop_failing();
        let stats = shared.stats();
        assert_eq!((stats.allocated, stats.live(), stats.waiting), (0, 0, 0), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_is_not_to_wait_is_refused_only_while_all_chunks_are_in_use() {
    loom::model(|| {
        let one = PoolBuilder::new().chunk_size(64).max_chunks(1).policy(Policy::Fail);
        let shared = Shared::new(Config { ..one.config() });
        let other = {
            let shared = shared.clone();
            thread::spawn(move || take(&shared).map(|chunk| shared.give_back(chunk)).is_ok())
        };
        let here = take(&shared).map(|chunk| shared.give_back(chunk)).is_ok();
        let there = other.join().expect("it does not panic");
        assert!(here || there);
        // It is in the shard of the thread that had it last.
        assert!(take(&shared).is_ok());
        let stats = shared.stats();
        assert_eq!(stats.refusals, u64::from(!here) + u64::from(!there), "{stats}");
        assert!(stats.reconciles(), "{stats}");
    });
}

#[test]
fn who_waits_gets_what_another_shard_keeps() {
    loom::model(|| {
        let shared = shared(1);
        // The first time it goes to the lists, where a caller might have been waiting.
        for _ in 0..2 {
            shared.give_back(take(&shared).expect("there is one"));
        }
        let other = {
            let shared = shared.clone();
            thread::spawn(move || shared.give_back(take(&shared).expect("it comes free")))
        };
        shared.give_back(take(&shared).expect("it comes free"));
        other.join().expect("it does not panic");
        let stats = shared.stats();
        assert!(stats.reconciles(), "{stats}");
        assert_eq!((stats.free, stats.acquired, stats.returned), (1, 4, 4), "{stats}");
    });
}
