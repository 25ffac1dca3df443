//! The events that a pool reports through `tracing`.

#[path = "all/support/tagged.rs"]
mod tagged;

use std::cell::RefCell;
use std::io::Write;
use std::sync::Once;
use std::time::Instant;

use codec_pool::{Frame, FrameReader, Policy, Pool};
use tagged::{Tagged, frame};

thread_local! {
    static LOG: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes to the log of its thread.
struct Here;

impl Write for Here {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.with_borrow_mut(|log| log.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns what this thread logs while `work` runs.
///
/// One subscriber for the process, before any event: `tracing` caches for each event whether there
/// is interest in it, as determined by the first thread. With a subscriber per thread, a test
/// without one could decide for all.
fn logged(work: impl FnOnce()) -> String {
    static SUBSCRIBER: Once = Once::new();
    SUBSCRIBER.call_once(|| {
        tracing_subscriber::fmt()
            .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
            .with_ansi(false)
            .with_writer(|| Here)
            .init();
    });
    work();
    String::from_utf8(LOG.take()).unwrap()
}

fn keep(pool: &Pool) -> Result<Frame<Tagged>, codec_pool::FrameError> {
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    reader.feed(&frame(1, &[7; 60]))?;
    Ok(reader.next_frame()?.expect("it is whole").detach())
}

fn pool(policy: Policy) -> Pool {
    let builder = Pool::builder().chunk_size(64).max_chunks(1).policy(policy);
    builder.note_holders(1).build().unwrap()
}

#[test]
fn a_refusal_names_the_holders_and_does_not_flood() {
    let start = Instant::now();
    let text = logged(|| {
        let pool = pool(Policy::Fail);
        let _kept = keep(&pool).unwrap();
        for _ in 0..100 {
            keep(&pool).unwrap_err();
        }
    });
    let told = text.matches("chunk refused").count() as u64;
    assert!((1..=1 + start.elapsed().as_secs()).contains(&told), "one a second: {text}");
    assert!(text.contains("WARN codec_pool: chunk refused: all chunks of the pool are in use"));
    assert!(text.contains(file!()) && text.contains("held since"), "{text}");
    assert!(text.contains("pinned by frames"), "{text}");
}

#[test]
fn the_heap_waits_and_the_end_are_reported() {
    let text = logged(|| {
        let heap = pool(Policy::Heap);
        let _kept = [keep(&heap).unwrap(), keep(&heap).unwrap()];
        let waits = pool(Policy::Wait { timeout: std::time::Duration::ZERO });
        let _kept = keep(&waits).unwrap();
        keep(&waits).unwrap_err();
        heap.trim();
        heap.close();
    });
    for words in ["chunk from the heap", "waiting for a chunk", "became free in time", "trimmed"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
    assert_eq!(text.matches("waiting for a chunk").count(), 1, "once for each wait: {text}");
    assert!(text.contains("closed") && text.contains("chunk allocated"), "{text}");
}
