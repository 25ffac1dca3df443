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

/// Gives each count a value that no other has, and returns the metrics that should be exported.
macro_rules! distinct {
    ($stats:ident: $($field:ident => $name:literal;)*) => {{
        let mut value = 100;
        $(
            value += 1;
            $stats.$field = value.try_into().expect("it is small");
        )*
        let mut value = 100;
        [$({
            value += 1;
            (concat!("codec_pool_", $name), value)
        }),*]
    }};
}

#[test]
fn each_metric_is_the_count_that_its_name_says() {
    let mut stats = Pool::default().stats();
    let wanted = distinct! { stats:
        allocated => "allocated_chunks";
        free => "free_chunks";
        open => "open_chunks";
        in_use => "in_use_chunks";
        heap_in_use => "heap_chunks";
        large_in_use => "large_chunks";
        large_bytes => "large_bytes";
        large_free_bytes => "large_free_bytes";
        partial => "partial_frames";
        partial_bytes => "partial_bytes";
        pinned_bytes => "pinned_bytes";
        bytes_in_use => "in_use_bytes";
        high_water => "high_water_bytes";
        waiting => "waiting";
        acquired => "acquired_total";
        returned => "returned_total";
        heap_fallbacks => "heap_fallbacks_total";
        large => "large_total";
        refusals => "refusals_total";
        waits => "waits_total";
    };
    assert_eq!(stats.metrics().map(|metric| (metric.name, metric.value)), wanted);
}
