//! The figures of a pool by name, for metrics exporters.

use std::collections::HashSet;

use crate::tagged::{Tagged, frame};
use codec_pool::{FrameReader, MetricKind, Policy, Pool};

#[test]
fn metrics_are_the_stats_by_name() {
    let builder = Pool::builder().chunk_size(64).max_chunks(1);
    let pool = builder.policy(Policy::Fail).build().unwrap();
    let bytes = frame(1, &[7; 60]);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    reader.feed(&bytes).unwrap();
    let _kept = reader.next_frame().unwrap().expect("it is whole").detach();
    drop(reader);
    FrameReader::<Tagged>::new(pool.clone()).feed(&bytes).unwrap_err();
    let stats = pool.stats();
    let metrics = stats.metrics();
    let names: HashSet<_> = metrics.iter().map(|metric| metric.name).collect();
    assert_eq!(names.len(), metrics.len());
    for metric in metrics {
        let grows = metric.kind == MetricKind::Counter;
        assert_eq!(metric.name.ends_with("_total"), grows, "{}", metric.name);
        assert!(metric.help.ends_with('.') && !metric.help.contains("those"), "{}", metric.help);
    }
    let value = |name| metrics.iter().find(|metric| metric.name == name).unwrap().value;
    assert_eq!(value("codec_pool_refusals_total"), stats.refusals);
    assert_eq!(value("codec_pool_pinned_bytes"), 64);
    assert_eq!(value("codec_pool_acquired_total"), 1);
}
