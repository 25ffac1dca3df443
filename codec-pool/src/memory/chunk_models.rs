//! The count of a chunk, in every order in which threads can run.
//!
//! A thread that used the chunk raises a flag, relaxed, before it drops its
//! reference. The one that then has the chunk to itself must see all flags: that is
//! what the orderings of the count are there for.
#![forbid(unsafe_code)]

use core::num::NonZeroU32;
use core::panic::Location;
use std::sync::{Arc, Weak};

use loom::thread;

use crate::memory::chunk::{Chunk, Idle};
use crate::memory::pool_bytes::PoolBytes;
use crate::memory::recycler::{Because, ChunkKind, Recycler};
use crate::memory::sync::{AtomicUsize, Ordering};

/// Counts the chunks that are recycled, and checks that the threads that used them are done.
struct Counter {
    flags: [AtomicUsize; 2],
    expected: usize,
    arrived: AtomicUsize,
}

impl Counter {
    fn new(expected: usize) -> Arc<Self> {
        let flags = [AtomicUsize::new(0), AtomicUsize::new(0)];
        Arc::new(Self { flags, expected, arrived: AtomicUsize::new(0) })
    }

    fn chunk(self: &Arc<Self>) -> Chunk {
        let recycler: Weak<Self> = Arc::downgrade(self);
        let mut chunk = Idle::new(64, ChunkKind::Pooled, recycler).expect("there is memory").open();
        chunk.spare()[..2].copy_from_slice(&[1, 2]);
        assert!(chunk.advance(2));
        chunk
    }

    /// Uses the bytes on another thread, and drops them there.
    fn user(self: &Arc<Self>, index: usize, bytes: PoolBytes) -> thread::JoinHandle<()> {
        let counter = self.clone();
        thread::spawn(move || {
            let clone = bytes.clone();
            drop(bytes);
            assert_eq!(clone.get(), [1, 2]);
            counter.flags[index].store(1, Ordering::Relaxed);
            drop(clone);
        })
    }

    fn all_done(&self) {
        let done: usize = self.flags.iter().map(|flag| flag.load(Ordering::Relaxed)).sum();
        assert_eq!(done, self.expected, "the chunk is in use and owned alone");
    }
}

impl Recycler for Counter {
    fn recycle(&self, _: Idle) {
        self.all_done();
        self.arrived.fetch_add(1, Ordering::Relaxed);
    }

    fn note(&self, _: &'static Location<'static>, _: usize, _: Because) -> Option<NonZeroU32> {
        None
    }

    fn forget(&self, _: NonZeroU32) {}
}

#[test]
fn a_chunk_comes_home_once_and_after_all_who_used_it() {
    loom::model(|| {
        let counter = Counter::new(2);
        let mut chunk = counter.chunk();
        let users = [0, 1].map(|index| counter.user(index, chunk.share(0..2)));
        drop(chunk);
        users.into_iter().for_each(|user| user.join().expect("it does not panic"));
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn an_owner_rewinds_only_what_nobody_looks_at() {
    loom::model(|| {
        let counter = Counter::new(1);
        let mut chunk = counter.chunk();
        let user = counter.user(0, chunk.share(0..2));
        chunk.pass_all();
        if chunk.rewind() {
            counter.all_done();
            chunk.spare().fill(9);
        }
        drop(chunk);
        user.join().expect("it does not panic");
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn an_owner_changes_only_what_nobody_looks_at() {
    loom::model(|| {
        let counter = Counter::new(1);
        let mut chunk = counter.chunk();
        // Shared, and not given out: like a `Bytes` over everything received so far.
        let user = counter.user(0, chunk.share(0..2));
        if chunk.is_free(0) {
            counter.all_done();
            let mut slice = chunk.lend_mut(0, 2, 2);
            slice.bytes_mut().fill(9);
            assert_eq!(slice.freeze().share().get(), [9, 9]);
        }
        drop(chunk);
        user.join().expect("it does not panic");
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn an_owner_opens_and_lends_behind_what_others_look_at() {
    loom::model(|| {
        let counter = Counter::new(2);
        let mut chunk = counter.chunk();
        let first = counter.user(0, chunk.share_next(2));
        // Opened in place, changed, and shared, while the first is read.
        chunk.spare()[..2].copy_from_slice(&[7, 8]);
        assert!(chunk.advance(2) && chunk.is_free(0));
        let mut slice = chunk.lend_mut(0, 2, 2);
        slice.bytes_mut().copy_from_slice(&[1, 2]);
        let second = counter.user(1, slice.freeze().share());
        drop(chunk);
        [first, second].into_iter().for_each(|user| user.join().expect("it does not panic"));
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn bytes_change_only_while_nobody_else_refers_to_their_chunk() {
    loom::model(|| {
        let counter = Counter::new(1);
        let mut chunk = counter.chunk();
        let mut own = chunk.share_next(2);
        let user = counter.user(0, chunk.share(0..2));
        let left = thread::spawn(move || drop(chunk));
        if let Some(bytes) = own.get_mut() {
            counter.all_done();
            bytes.fill(9);
        }
        [user, left].into_iter().for_each(|thread| thread.join().expect("it does not panic"));
        drop(own);
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn closing_and_dropping_at_once_yields_one_chunk() {
    loom::model(|| {
        let counter = Counter::new(1);
        let mut chunk = counter.chunk();
        let user = counter.user(0, chunk.share(0..2));
        let closed = chunk.close().map_err(drop).is_ok_and(|_idle| {
            counter.all_done();
            true
        });
        user.join().expect("it does not panic");
        assert_eq!(counter.arrived.load(Ordering::Relaxed), usize::from(!closed));
    });
}

#[test]
fn a_refilled_credit_keeps_the_chunk_until_all_are_done() {
    loom::model(|| {
        let counter = Counter::new(2);
        let mut chunk = counter.chunk();
        // The first uses up the owner's credits; the second comes from a refill.
        let users = [0, 1].map(|index| counter.user(index, chunk.share(0..2)));
        let third = chunk.share(0..2);
        drop(chunk);
        users.into_iter().for_each(|user| user.join().expect("it does not panic"));
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 0, "one is alive");
        assert_eq!(third.get(), [1, 2]);
        drop(third);
        assert_eq!(counter.arrived.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn an_owner_that_has_it_to_itself_sees_all_that_was_done() {
    loom::model(|| {
        let counter = Counter::new(1);
        let mut chunk = counter.chunk();
        let user = counter.user(0, chunk.share(0..2));
        // Without joining the thread, which would order all it did before this.
        if chunk.is_sole() {
            counter.all_done();
        }
        drop(chunk);
        user.join().expect("it does not panic");
    });
}
