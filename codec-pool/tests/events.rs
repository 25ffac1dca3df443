//! What a pool tells: events, and figures by name.

#[path = "support/tagged.rs"]
mod tagged;

use std::collections::HashSet;
use std::io::Write;
use std::sync::{Arc, Mutex};

use codec_pool::{Frame, FrameReader, MetricKind, Policy, Pool};
use tagged::{Tagged, frame};

/// Where the events go.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What is logged while `work` runs.
fn logged(work: impl FnOnce()) -> String {
    let log = Log::default();
    let target = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(move || target.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, work);
    log.text()
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
    let text = logged(|| {
        let pool = pool(Policy::Fail);
        let _kept = keep(&pool).unwrap();
        for _ in 0..100 {
            keep(&pool).unwrap_err();
        }
    });
    assert_eq!(text.matches("chunk refused").count(), 1, "{text}");
    assert!(text.contains("WARN codec_pool: chunk refused: all chunks of the pool are in use"));
    assert!(text.contains(file!()) && text.contains("held since"), "{text}");
    assert!(text.contains("pinned by frames"), "{text}");
}

#[test]
fn the_heap_waits_and_the_end_are_told() {
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
    assert!(text.contains("closed") && text.contains("chunk allocated"), "{text}");
}

#[test]
fn metrics_are_the_stats_by_name() {
    let pool = pool(Policy::Fail);
    let _kept = keep(&pool).unwrap();
    keep(&pool).unwrap_err();
    let stats = pool.stats();
    let metrics = stats.metrics();
    let names: HashSet<_> = metrics.iter().map(|metric| metric.name).collect();
    assert_eq!(names.len(), metrics.len());
    for metric in metrics {
        let grows = metric.kind == MetricKind::Counter;
        assert_eq!(metric.name.ends_with("_total"), grows, "{}", metric.name);
    }
    let value = |name| metrics.iter().find(|metric| metric.name == name).unwrap().value;
    assert_eq!(value("codec_pool_refusals_total"), stats.refusals);
    assert_eq!(value("codec_pool_pinned_bytes"), 64);
    assert_eq!(value("codec_pool_acquired_total"), 1);
}
