//! Peers with a fault each, put to scenarios pair by pair.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::{Limits, Result, Scenario, Verdict};

/// Times for a peer on the same machine.
pub(crate) const QUICK: Limits =
    Limits { time: Duration::from_millis(600), quiet: Duration::from_millis(60) };

/// Times where an answer comes, on however busy a machine.
pub(crate) const PATIENT: Limits = Limits { time: Duration::from_secs(10), ..QUICK };

/// Times for a busy machine.
const SLOW: Limits = Limits { quiet: Duration::from_secs(1), ..PATIENT };

/// A fault, or the name of a peer without one, and a scenario.
pub(crate) type Pair = (&'static str, &'static Scenario);

/// Faults, and the other scenarios that concern what they break.
pub(crate) type Related = [(&'static str, &'static [&'static str])];

/// All pairs of these, sorted by scenario.
pub(crate) fn all(
    faults: &[&'static str],
    scenarios: impl IntoIterator<Item = &'static Scenario>,
) -> Vec<Pair> {
    let of = |one| faults.iter().map(move |fault| (*fault, one));
    scenarios.into_iter().flat_map(of).collect()
}

/// Each fault with its scenario and those that it concerns too, and a share of the other pairs: all with
/// `CODEC_EFFORT=4`.
pub(crate) fn chosen(
    faults: &[&'static str],
    scenarios: impl IntoIterator<Item = &'static Scenario>,
    related: &Related,
) -> Vec<Pair> {
    let share = codec_effort::share();
    let needed = |(at, (fault, one)): &(usize, Pair)| {
        *fault == one.id || concerns(related, fault, one.id) || share(*at)
    };
    all(faults, scenarios).into_iter().enumerate().filter(needed).map(|(_, pair)| pair).collect()
}

/// The peers of these pairs, each started once.
pub(crate) fn peers<P>(
    pairs: &[Pair],
    start: impl Fn(&'static str) -> P,
) -> BTreeMap<&'static str, P> {
    let faults: BTreeSet<_> = pairs.iter().map(|pair| pair.0).collect();
    faults.into_iter().map(|fault| (fault, start(fault))).collect()
}

/// Returns true if a fault concerns another scenario than its own.
pub(crate) fn concerns(related: &Related, fault: &str, id: &str) -> bool {
    related.iter().any(|one| one.0 == fault && one.1.contains(&id))
}

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
pub(crate) fn is_found(related: &Related, fault: &str, id: &str, verdict: Verdict) -> bool {
    concerns(related, fault, id) || (verdict == Verdict::Fail) == (fault == id)
}

/// The results of these pairs, in lanes since most of their time is waiting. One that is not right comes
/// from a second run with more time: a machine may be too busy to answer.
pub(crate) fn play(
    pairs: &[Pair],
    lanes: usize,
    is_right: impl Fn(&str, &str, Verdict) -> bool + Sync,
    play: impl Fn(&'static str, &'static Scenario, Limits) -> Result + Sync,
) -> Vec<(&'static str, Result)> {
    let (pairs, results) = (Mutex::new(pairs.iter()), Mutex::new(Vec::new()));
    let next = || pairs.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                while let Some(&(fault, scenario)) = next() {
                    let mut result = play(fault, scenario, QUICK);
                    if !is_right(fault, scenario.id, result.verdict) {
                        result = play(fault, scenario, SLOW);
                    }
                    results.lock().expect("no panic").push((fault, result));
                }
            });
        }
    });
    results.into_inner().expect("no panic")
}

/// Checks that all results are right.
#[track_caller]
pub(crate) fn check(
    results: &[(&'static str, Result)],
    is_right: impl Fn(&str, &str, Verdict) -> bool,
) {
    let wrong = results
        .iter()
        .filter(|(fault, result)| !is_right(fault, result.scenario.id, result.verdict));
    let lines = wrong.map(|(fault, result)| {
        format!("peer {fault:?}: {} is {}: {}\n", result.scenario.id, result.verdict, result.reason)
    });
    let lines: String = lines.collect();
    assert!(lines.is_empty(), "{lines}");
}

/// Checks that each fault is found where it has to be and nowhere else, and that relations hold.
#[track_caller]
pub(crate) fn check_faults(
    results: &[(&'static str, Result)],
    is_right: impl Fn(&str, &str, Verdict) -> bool,
    related: &Related,
) {
    check(results, is_right);
    for (fault, others) in related.iter().filter(|one| results.iter().any(|row| row.0 == one.0)) {
        for other in *others {
            let fails = |(peer, result): &(&str, Result)| {
                (*peer, result.scenario.id, result.verdict) == (*fault, *other, Verdict::Fail)
            };
            assert!(results.iter().any(fails), "fault {fault}: {other} is not related");
        }
    }
}
