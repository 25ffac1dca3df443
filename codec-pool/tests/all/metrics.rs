//! The figures of a pool by name, for metrics exporters.

use std::collections::HashSet;

use crate::tagged::{Tagged, frame};
use codec_pool::{
    AcceptLimits, Acceptor, Budget, BudgetLimits, FrameReader, Metric, MetricKind, Policy, Pool,
    Traffic, prometheus,
};

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
    let value = |name| metrics.iter().find(|metric| metric.name == name).unwrap().value;
    assert_eq!(value("codec_pool_refusals_total"), stats.refusals);
    assert_eq!(value("codec_pool_pinned_bytes"), 64);
    assert_eq!(value("codec_pool_acquired_total"), 1);
}

/// Gives each count a value that no other has, and returns the metrics that should be exported, as
/// they are printed.
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
            format!("codec_{} {value}", $name)
        }),*]
    }};
}

/// Asserts that metrics are printed so, and that their names and texts follow the rules.
fn assert_exported<const N: usize>(metrics: [Metric; N], wanted: &[String; N]) {
    assert_eq!(&metrics.map(|metric| metric.to_string()), wanted);
    let names: HashSet<_> = metrics.iter().map(|metric| (metric.name, metric.label)).collect();
    assert_eq!(names.len(), N);
    for metric in metrics {
        let grows = metric.kind == MetricKind::Counter;
        assert_eq!(metric.name.ends_with("_total"), grows, "{}", metric.name);
        assert!(metric.help.ends_with('.') && !metric.help.contains("those"), "{}", metric.help);
    }
    // Of each name, the text says once what it is.
    let page = prometheus(metrics);
    let helps = page.lines().filter(|line| line.starts_with("# HELP ")).count();
    let names: HashSet<_> = metrics.iter().map(|metric| metric.name).collect();
    assert_eq!(helps, names.len());
    assert_eq!(page.lines().count(), N + 2 * names.len());
}

#[test]
fn each_metric_is_the_count_that_its_name_says() {
    let mut stats = Pool::default().stats();
    let wanted = distinct! { stats:
        allocated => "pool_allocated_chunks";
        free => "pool_free_chunks";
        open => "pool_open_chunks";
        in_use => "pool_in_use_chunks";
        heap_in_use => "pool_heap_chunks";
        large_in_use => "pool_large_chunks";
        large_bytes => "pool_large_bytes";
        large_free_bytes => "pool_large_free_bytes";
        partial => "pool_partial_frames";
        partial_bytes => "pool_partial_bytes";
        pinned_bytes => "pool_pinned_bytes";
        bytes_in_use => "pool_in_use_bytes";
        high_water => "pool_high_water_bytes";
        waiting => "pool_waiting";
        acquired => "pool_acquired_total";
        returned => "pool_returned_total";
        heap_fallbacks => "pool_heap_fallbacks_total";
        large => "pool_large_total";
        refusals => "pool_refusals_total";
        waits => "pool_waits_total";
    };
    assert_exported(stats.metrics(), &wanted);
    let mut usage = Budget::new(BudgetLimits::new()).usage();
    let wanted = distinct! { usage:
        kept_bytes => "budget_kept_bytes";
        granted_bytes => "budget_granted_bytes";
        sending_bytes => "budget_sending_bytes";
        frames => "budget_frames";
        most_bytes => "budget_high_water_bytes";
        refusals => "budget_refusals_total";
    };
    assert_exported(usage.metrics(), &wanted);
    let mut counts = Acceptor::new(AcceptLimits::new()).counts();
    let wanted = distinct! { counts:
        open => "connections_open";
        pending => "connections_pending";
        established => "connections_total{outcome=\"established\"}";
        failed => "connections_total{outcome=\"failed\"}";
        late => "connections_total{outcome=\"late\"}";
        evicted => "connections_total{outcome=\"evicted\"}";
        refused => "connections_total{outcome=\"refused\"}";
        refused_of_network => "connections_total{outcome=\"refused_of_network\"}";
    };
    assert_exported(counts.metrics(), &wanted);
    let mut traffic = Traffic::default();
    let wanted = distinct! { traffic:
        frames_in => "frames_in_total";
        bytes_in => "bytes_in_total";
        unknown_in => "unknown_in_total";
        frames_out => "frames_out_total";
        bytes_out => "bytes_out_total";
    };
    assert_exported(traffic.metrics(), &wanted);
}
