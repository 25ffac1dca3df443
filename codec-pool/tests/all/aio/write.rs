//! Frames written to an `AsyncWrite`.

use std::time::Duration;

use codec_core::Bincode;
use codec_pool::{FlushPolicy, FrameWriter, Policy, Pool};

use crate::halting::{Halting, once, run};
use crate::tagged::{Tagged, frame};

/// A writer with queued frames, in several pieces, and their bytes.
fn queued(pool: &Pool) -> (FrameWriter<Tagged>, Vec<u8>) {
    let mut writer = FrameWriter::new(pool.clone());
    let mut wire = Vec::new();
    for len in [1usize, 30, 50, 10, 700, 3] {
        let message = vec![len.to_le_bytes()[0]; len];
        writer.write_message::<Bincode, _>(2, 0, &message).expect("there is room");
        wire.extend(frame(2, &[&(len as u64).to_le_bytes()[..], &message].concat()));
    }
    (writer, wire)
}

fn pool() -> Pool {
    Pool::builder().chunk_size(64).build().expect("a valid pool")
}

#[test]
fn any_number_of_bytes_a_write_gives_the_same_stream() {
    for step in [1, 3, 64, 10_000] {
        for vectored in [false, true] {
            let (mut writer, wire) = queued(&pool());
            let mut stream = Halting::new(Vec::new(), step);
            if vectored {
                stream = stream.vectored();
            }
            run(writer.flush_async(&mut stream)).expect("it does not fail");
            assert!(stream.bytes == wire, "{step} bytes a write");
            assert_eq!(writer.pending_len(), 0);
            if vectored && step > wire.len() {
                assert_eq!(stream.calls, 2, "pending once, then one call for all");
            }
        }
    }
}

#[test]
fn a_future_dropped_at_any_await_point_writes_nothing_twice() {
    for step in [1, 7, 100] {
        let pool = pool();
        let (mut writer, wire) = queued(&pool);
        let mut stream = Halting::new(Vec::new(), step).vectored();
        let mut dropped = 0;
        while once(writer.flush_async(&mut stream)).is_none() {
            dropped += 1;
            assert_eq!(stream.bytes.len() + writer.pending_len(), wire.len());
        }
        assert!(stream.bytes == wire && dropped > wire.len() / step / 2);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn frames_are_written_when_they_are_due() {
    let policy = FlushPolicy::new().bytes(100).delay(Duration::from_secs(3600));
    let mut writer = FrameWriter::<Tagged>::new(pool()).with_flush_policy(policy);
    let mut stream = Vec::new();
    assert!(!writer.is_flush_due() && writer.flush_deadline().is_none());
    for step in 1..=7 {
        writer.write_message::<Bincode, _>(1, 0, &7u64).unwrap();
        let due = run(writer.flush_due_async(&mut stream)).unwrap();
        // A multiple of nine frames of twelve bytes is the first over 100.
        assert!(!due, "{step}");
        assert!(writer.flush_deadline().is_some());
    }
    writer.write_message::<Bincode, _>(1, 0, &[7u64, 8]).unwrap();
    assert!(run(writer.flush_due_async(&mut stream)).unwrap());
    assert_eq!((stream.len(), writer.pending_len()), (7 * 12 + 20, 0));
    assert!(writer.flush_deadline().is_none());

    let mut writer = writer.with_flush_policy(FlushPolicy::new().delay(Duration::ZERO));
    writer.write_message::<Bincode, _>(1, 0, &7u8).unwrap();
    assert!(run(writer.flush_due_async(&mut stream)).unwrap(), "its delay is over at once");
}

#[test]
fn an_idle_writer_holds_no_chunk() {
    let pool = pool();
    let policy = Policy::Wait { timeout: Duration::ZERO };
    let (mut writer, _) = queued(&pool);
    assert!(pool.stats().live() > 0);
    run(writer.flush_async(&mut Vec::new())).unwrap();
    assert_eq!(pool.stats().live(), 0);
    let waits = Pool::builder().chunk_size(64).max_chunks(1).policy(policy).build().unwrap();
    let mut idle = FrameWriter::<Tagged>::new(waits.clone());
    run(idle.ready(10)).unwrap();
    run(idle.flush_async(&mut Vec::new())).unwrap();
    assert_eq!(waits.stats().live(), 0, "room that was not used");
}
