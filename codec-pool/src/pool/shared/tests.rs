//! The ways of a chunk: into the shard or the lists, and to which waiter.
#![forbid(unsafe_code)]

use core::task::{Context, Poll, Waker};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Wake;
use std::time::Duration;

use super::{Shared, parallelism};
use crate::memory::sync::thread_number;
use crate::memory::{Chunk, ChunkKind, foreign_waker};
use crate::pool::builder::{Policy, PoolBuilder};
use crate::pool::error::PoolError;
use crate::pool::free_lists::Grant;
use crate::pool::shards::AtHand;
use crate::pool::waiting::{Request, Ticket, WaitMode};

fn shared(max_chunks: usize) -> Arc<Shared> {
    let policy = Policy::Wait { timeout: Duration::MAX };
    let builder = PoolBuilder::new().chunk_size(64).max_chunks(max_chunks).policy(policy);
    Shared::new(builder.unlimited().config())
}

fn take(shared: &Shared) -> Chunk {
    match shared.take(Request::Chunk(64), &mut WaitMode::Thread) {
        Poll::Ready(Ok(chunk)) => chunk,
        _ => panic!("there is a chunk"),
    }
}

#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A waker that owns a chunk, as a task may own a frame, and returns it when it is dropped.
struct Owns(Arc<Shared>, Option<Chunk>);

impl Wake for Owns {
    fn wake(self: Arc<Self>) {}
}

impl Drop for Owns {
    fn drop(&mut self) {
        if let Some(chunk) = self.1.take() {
            self.0.give_back(chunk);
        }
    }
}

/// Runs something that hangs where a waker is dropped under the pool's lock.
fn ends(run: impl FnOnce() + Send + 'static) {
    let (done, result) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        run();
        done.send(()).expect("the test waits");
    });
    result.recv_timeout(Duration::from_secs(20)).expect("it comes to its end");
}

/// Polls for a chunk of a pool that has none left, with a waker that owns one.
fn wait_with_a_chunk(shared: &Arc<Shared>, ticket: &mut Option<Ticket>, chunk: Chunk) {
    let waker = Waker::from(Arc::new(Owns(Arc::clone(shared), Some(chunk))));
    let mut cx = Context::from_waker(&waker);
    let mode = &mut WaitMode::Task(ticket, &mut cx);
    assert!(shared.take(Request::Chunk(64), mode).is_pending());
}

#[test]
fn a_waker_that_owns_a_chunk_is_dropped_without_the_lock() {
    ends(|| {
        let shared = shared(1);
        let (chunk, mut ticket) = (take(&shared), None);
        wait_with_a_chunk(&shared, &mut ticket, chunk);
        drop(ticket);
        assert_eq!(shared.stats().waiting, 0);
        shared.give_back(take(&shared));
    });
}

#[test]
fn a_waker_that_owns_a_chunk_is_replaced_without_the_lock() {
    ends(|| {
        let shared = shared(2);
        let (one, other, mut ticket) = (take(&shared), take(&shared), None);
        wait_with_a_chunk(&shared, &mut ticket, one);
        wait_with_a_chunk(&shared, &mut ticket, other);
        let taken = shared.take(
            Request::Chunk(64),
            &mut WaitMode::Task(&mut ticket, &mut Context::from_waker(Waker::noop())),
        );
        assert!(matches!(taken, Poll::Ready(Ok(_))), "the replaced waker returned its chunk");
        assert!(shared.stats().reconciles());
    });
}

#[test]
fn a_waker_is_cloned_replaced_and_dropped_without_the_lock() {
    ends(|| {
        let shared = shared(1);
        let (chunk, mut ticket) = (take(&shared), None);
        for _ in 0..2 {
            let uses = Arc::clone(&shared);
            let waker = foreign_waker(move || assert!(uses.stats().reconciles()));
            let mut cx = Context::from_waker(&waker);
            let mode = &mut WaitMode::Task(&mut ticket, &mut cx);
            assert!(shared.take(Request::Chunk(64), mode).is_pending());
        }
        drop(ticket);
        shared.give_back(chunk);
        assert_eq!(shared.stats().waiting, 0);
    });
}

#[test]
fn there_are_as_many_shards_as_threads_run_at_once() {
    assert_eq!(parallelism(), std::thread::available_parallelism().map_or(1, usize::from));
}

#[test]
fn each_thread_has_a_number_of_its_own() {
    let other = std::thread::spawn(thread_number).join().expect("it does not panic");
    assert_ne!(thread_number(), other);
}

#[test]
fn a_returned_chunk_is_taken_at_once() {
    let shared = shared(1);
    let chunk = take(&shared);
    assert!(shared.take_at_once(64).is_none());
    shared.give_back(chunk);
    assert!(shared.take_at_once(64).is_some());
}

#[test]
fn a_chunk_with_room_after_its_frames_goes_to_the_shard() {
    let shared = shared(2);
    let mut chunk = take(&shared);
    // Taking the first one passed them by, in case a caller has to wait.
    shared.shards.bypass(false);
    assert_eq!(chunk.append(&[7; 8]), 8);
    let kept = chunk.share_next(8);
    shared.give_back(chunk);
    let chunk = shared.shards.take(56).expect("it is in the shard of this thread");
    let AtHand::Open(chunk) = chunk else { panic!("the frame in it is alive") };
    shared.give_back(chunk);
    assert_eq!(kept, [7; 8]);
    assert!(shared.stats().reconciles());
}

#[test]
fn the_shards_are_used_again_when_no_caller_waits_any_more() {
    let shared = shared(1);
    shared.shards.bypass(true);
    shared.give_back(take(&shared));
    assert!(shared.shards.take(64).is_none(), "it is in the lists, for those that wait");
    shared.give_back(take(&shared));
    assert!(shared.shards.take(64).is_some());
}

#[test]
fn a_place_in_the_queue_ends_with_the_chunk_that_was_waited_for() {
    let shared = shared(1);
    let chunk = take(&shared);
    let mut cx = Context::from_waker(Waker::noop());
    let mut ticket = None;
    let request = Request::Chunk(64);
    assert!(shared.take(request, &mut WaitMode::Task(&mut ticket, &mut cx)).is_pending());
    assert!(ticket.is_some());
    shared.give_back(chunk);
    let taken = shared.take(request, &mut WaitMode::Task(&mut ticket, &mut cx));
    assert!(matches!(taken, Poll::Ready(Ok(_))));
    assert!(ticket.is_none());
}

#[test]
#[cfg(target_pointer_width = "64")]
fn memory_that_could_not_be_had_wakes_the_next_that_waits_for_such() {
    const NEVER: usize = 1 << 40;
    let shared = shared(1);
    let woken = [(); 2].map(|()| Arc::new(Woken::default()));
    let mut lists = shared.lock();
    for (request, woken) in [Request::Chunk(64), Request::Large(100)].iter().zip(&woken) {
        let number = lists.waiting.draw();
        assert!(lists.waiting.register(number, *request, woken.clone().into()).is_none());
    }
    assert!(matches!(lists.grant(Request::Exact(NEVER)), Grant::Allocate(ChunkKind::Large, NEVER)));
    drop(lists);
    let error = shared.allocate(NEVER, ChunkKind::Large).err();
    assert_eq!(error, Some(PoolError::OutOfMemory));
    assert_eq!(woken.map(|woken| woken.0.load(Ordering::SeqCst)), [0, 1]);
}

#[test]
fn one_reader_at_a_time_waits_with_a_chunk() {
    let shared = shared(1);
    assert!(shared.lease() && !shared.lease());
    shared.unlease();
    assert!(shared.lease());
}

#[test]
fn a_pool_is_closed_after_close_alone() {
    let shared = shared(1);
    assert!(!shared.is_closed());
    shared.close();
    assert!(shared.is_closed());
}
