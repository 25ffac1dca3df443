//! The policy to wait: threads and tasks, time-outs, and no lost wake-ups.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use crate::tagged::{Tagged, frame};
use crate::until::until;
use codec_core::Bincode;
use codec_pool::{Frame, FrameErrorKind, FrameReader, FrameWriter, Policy, Pool, PoolError};

fn pool(chunks: usize, timeout: Duration) -> Pool {
    let builder = Pool::builder().chunk_size(64).max_chunks(chunks).max_large_bytes(1024);
    builder.policy(Policy::Wait { timeout }).build().unwrap()
}

/// A frame that fills a chunk.
fn full(pool: &Pool) -> Frame<Tagged> {
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    assert_eq!(reader.feed(&frame(1, &[9; 60])).unwrap(), 64);
    reader.next_frame().unwrap().unwrap().detach()
}

struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A waker, and how often it was woken.
fn counting() -> (Arc<Count>, Waker) {
    let count = Arc::new(Count(AtomicUsize::new(0)));
    (count.clone(), count.into())
}

fn poll<F: Future + Unpin>(future: &mut F, waker: &Waker) -> Poll<F::Output> {
    std::pin::Pin::new(future).poll(&mut Context::from_waker(waker))
}

#[test]
fn a_thread_waits_until_a_frame_goes() {
    let pool = pool(1, Duration::from_secs(60));
    let kept = full(&pool);
    let waiter = {
        let pool = pool.clone();
        thread::spawn(move || full(&pool).payload().to_vec())
    };
    until(|| pool.stats().waiting > 0);
    assert!(pool.stats().reconciles());
    drop(kept);
    assert_eq!(waiter.join().unwrap(), [9; 60]);
    let stats = pool.stats();
    assert_eq!((stats.waits, stats.waiting, stats.refusals, stats.live()), (1, 0, 0, 0));
}

#[test]
fn a_thread_waits_only_so_long() {
    let pool = pool(1, Duration::from_millis(20));
    let kept = full(&pool);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let start = Instant::now();
    let error = reader.feed(&[1]).unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::TimedOut));
    assert!(start.elapsed() >= Duration::from_millis(20));
    let stats = pool.stats();
    assert_eq!((stats.waits, stats.waiting, stats.refusals), (1, 0, 1), "{stats}");
    drop(kept);
    assert_eq!(reader.feed(&[1]).unwrap(), 1, "the reader goes on");
}

#[test]
fn closing_ends_a_wait() {
    let pool = pool(1, Duration::MAX);
    let kept = full(&pool);
    let waiter = {
        let pool = pool.clone();
        thread::spawn(move || FrameReader::<Tagged>::new(pool).feed(&[1]).unwrap_err().kind())
    };
    until(|| pool.stats().waiting > 0);
    pool.close();
    assert_eq!(waiter.join().unwrap(), FrameErrorKind::Pool(PoolError::Closed));
    assert_eq!(kept.payload(), [9; 60]);
    drop(kept);
    assert_eq!(pool.stats().allocated, 0);
}

#[test]
fn a_task_is_woken_when_a_frame_goes() {
    let pool = pool(1, Duration::ZERO);
    let kept = full(&pool);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let (count, waker) = counting();
    let mut ready = Box::pin(reader.ready());
    for _ in 0..3 {
        assert!(poll(&mut ready, &waker).is_pending());
        assert_eq!((pool.stats().waits, pool.stats().waiting), (1, 1), "it waits once");
    }
    drop(kept);
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    assert!(matches!(poll(&mut ready, &waker), Poll::Ready(Ok(()))));
    drop(ready);
    assert_eq!(reader.feed(&frame(1, &[1])).unwrap(), 5);
    assert_eq!(pool.stats().waiting, 0);
}

#[test]
fn tasks_are_served_in_turn_and_a_dropped_one_wakes_the_next() {
    let pool = pool(1, Duration::ZERO);
    let kept = full(&pool);
    let mut readers = [(); 4].map(|()| FrameReader::<Tagged>::new(pool.clone()));
    let [one, two, three, four] = &mut readers;
    let wakers = [(); 4].map(|()| counting());
    let woken = || wakers.each_ref().map(|(count, _)| count.0.load(Ordering::SeqCst));
    let mut first = Box::pin(one.ready());
    let mut second = Box::pin(two.ready());
    let mut third = Box::pin(three.ready());
    let mut fourth = Box::pin(four.ready());
    assert!(poll(&mut first, &wakers[0].1).is_pending());
    assert!(poll(&mut second, &wakers[1].1).is_pending());
    assert!(poll(&mut third, &wakers[2].1).is_pending());
    assert!(poll(&mut fourth, &wakers[3].1).is_pending());
    drop(second); // while it waits: nobody is woken for that
    assert_eq!((woken(), pool.stats().waiting), ([0; 4], 3));
    drop(kept);
    assert_eq!(woken(), [1, 0, 0, 0]);
    drop(first); // after it was woken: the next inherits
    assert_eq!(woken(), [1, 0, 1, 0]);
    // Another caller takes the chunk first; the one that was woken keeps its turn.
    let kept = full(&pool);
    assert!(poll(&mut third, &wakers[2].1).is_pending());
    drop(kept);
    assert_eq!(woken(), [1, 0, 2, 0]);
    assert!(poll(&mut third, &wakers[2].1).is_ready());
    drop(third);
    drop(readers_of(three));
    assert_eq!(woken(), [1, 0, 2, 1]);
    assert!(poll(&mut fourth, &wakers[3].1).is_ready());
}

/// Takes the reader, and leaves one of another pool.
fn readers_of(reader: &mut FrameReader<Tagged>) -> FrameReader<Tagged> {
    std::mem::replace(reader, FrameReader::new(Pool::default()))
}

#[test]
fn writers_and_large_frames_wait_as_well() {
    let pool = pool(1, Duration::ZERO);
    let kept = full(&pool);
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let (count, waker) = counting();
    let mut ready = Box::pin(writer.ready(20));
    assert!(poll(&mut ready, &waker).is_pending());
    drop(kept);
    assert_eq!(count.0.load(Ordering::SeqCst), 1);
    assert!(poll(&mut ready, &waker).is_ready());
    drop(ready);
    writer.write_message::<Bincode, _>(1, 0, &7u64).unwrap();
    assert_eq!(writer.pending_len(), 12);

    let large = writer.encode_frame::<Bincode, _>(1, 0, &[5u8; 900]).unwrap();
    assert_eq!(pool.stats().large_bytes, 1024);
    let mut ready = Box::pin(writer.ready(500));
    assert!(poll(&mut ready, &waker).is_pending());
    drop(large);
    assert_eq!(count.0.load(Ordering::SeqCst), 2);
    assert!(poll(&mut ready, &waker).is_ready());
    drop(ready);
    writer.write_message::<Bincode, _>(1, 0, &[5u8; 490]).unwrap();
    assert_eq!(writer.pending_len(), 12 + 494);
    let mut never = Box::pin(writer.ready(1025));
    assert!(matches!(poll(&mut never, &waker), Poll::Ready(Err(PoolError::LargeExhausted))));
    drop(never);
    drop(writer);
    let stats = pool.stats();
    assert!(stats.reconciles() && stats.live() == 0, "{stats}");
}

#[test]
fn memory_of_one_large_frame_does_for_several() {
    let pool = pool(1, Duration::ZERO);
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let large = writer.encode_frame::<Bincode, _>(1, 0, &[5u8; 900]).unwrap();
    let mut writers = [(); 3].map(|()| FrameWriter::<Tagged>::new(pool.clone()));
    let wakers = [(); 3].map(|()| counting());
    let mut waits: Vec<_> = writers.iter_mut().map(|writer| Box::pin(writer.ready(200))).collect();
    for (wait, (_, waker)) in waits.iter_mut().zip(&wakers) {
        assert!(poll(wait, waker).is_pending());
    }
    drop(large);
    for (wait, (count, waker)) in waits.iter_mut().zip(&wakers) {
        assert_eq!(count.0.load(Ordering::SeqCst), 1, "each wakes the next");
        assert!(poll(wait, waker).is_ready());
    }
    assert_eq!(pool.stats().large_bytes, 3 * 256);
}

#[test]
fn many_threads_share_few_chunks() {
    let pool = pool(2, Duration::from_secs(60));
    thread::scope(|scope| {
        for id in 0..6u8 {
            let pool = &pool;
            scope.spawn(move || {
                for _ in 0..300 {
                    let kept = full(pool);
                    assert_eq!(kept.payload(), [9; 60], "{id}");
                }
            });
        }
    });
    let stats = pool.stats();
    assert_eq!((stats.refusals, stats.live()), (0, 0), "{stats}");
    assert!(stats.reconciles() && stats.allocated <= 2, "{stats}");
}

#[test]
fn a_task_is_woken_when_a_chunk_with_room_is_put_down() {
    let pool = pool(1, Duration::ZERO);
    let mut holder = FrameReader::<Tagged>::new(pool.clone());
    holder.feed(&frame(1, &[9; 10])).unwrap();
    let kept = holder.next_frame().unwrap().unwrap().detach();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let (count, waker) = counting();
    let mut ready = Box::pin(reader.ready());
    assert!(poll(&mut ready, &waker).is_pending());
    // A frame keeps the chunk alive, and the chunk has room for more.
    drop(holder);
    assert_eq!((pool.stats().open, count.0.load(Ordering::SeqCst)), (1, 1));
    assert!(matches!(poll(&mut ready, &waker), Poll::Ready(Ok(()))));
    drop(ready);
    assert_eq!(reader.feed(&frame(2, &[8; 20])).unwrap(), 24);
    assert_eq!(reader.next_frame().unwrap().unwrap().payload(), [8; 20]);
    assert_eq!(kept.payload(), [9; 10]);
}

#[test]
fn closing_wakes_every_task_that_waits() {
    let pool = pool(1, Duration::ZERO);
    let kept = full(&pool);
    let mut readers = [(); 3].map(|()| FrameReader::<Tagged>::new(pool.clone()));
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let large = writer.encode_frame::<Bincode, _>(1, 0, &[5u8; 900]).unwrap();
    let wakers = [(); 4].map(|()| counting());
    let mut waits: Vec<_> = readers.iter_mut().map(|reader| Box::pin(reader.ready())).collect();
    let mut wait_for_large = Box::pin(writer.ready(500));
    for (wait, (_, waker)) in waits.iter_mut().zip(&wakers) {
        assert!(poll(wait, waker).is_pending());
    }
    assert!(poll(&mut wait_for_large, &wakers[3].1).is_pending());
    pool.close();
    for (count, _) in &wakers {
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
    }
    for (wait, (_, waker)) in waits.iter_mut().zip(&wakers) {
        let Poll::Ready(Err(error)) = poll(wait, waker) else { panic!("it waits on") };
        assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Closed));
    }
    let ended = poll(&mut wait_for_large, &wakers[3].1);
    assert!(matches!(ended, Poll::Ready(Err(PoolError::Closed))));
    drop((kept, large, waits, wait_for_large));
    assert_eq!((pool.stats().waiting, pool.stats().live()), (0, 0));
}
