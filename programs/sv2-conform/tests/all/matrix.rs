//! Each fault is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::{Limits, SCENARIOS, Target, Verdict, run};

use crate::broken::{self, BLOCK, EXTENDED_ONLY, FIXED, NONE, REQUIRING};

/// Times for a server on the same machine.
pub(crate) const QUICK: Limits =
    Limits { time: Duration::from_millis(600), quiet: Duration::from_millis(60) };

/// Times where an answer comes, on however busy a machine.
pub(crate) const PATIENT: Limits = Limits { time: Duration::from_secs(10), ..QUICK };

/// Times for a busy machine.
const SLOW: Limits = Limits { quiet: Duration::from_secs(1), ..PATIENT };

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &[(&str, &[&str])] = &[
    ("GEN-5", &["M-CC-1"]),
    ("M-CC-1", &["GEN-5"]),
    // A job that is not for later is activated.
    ("M-NMJ-2", &["M-SNPH-1"]),
    ("M-NEMJ-2", &["M-SNPH-1"]),
    // The jobs of two channels with one number have one number.
    ("M-OSMCS-2", &["M-NMJ-4"]),
    ("M-OEMCS-2", &["M-NEMJ-6"]),
    // A longer extranonce than that of the group.
    ("M-OEMCS-6", &["S-GC-1"]),
    ("M-SSERR-1", &["M-SSS-6", "M-SSE-7"]),
];

/// Scenarios about encryption, which a server without skips.
const NOISE: &[&str] = &["S-NX-1", "S-NX-2"];

/// Scenarios that a faultless server skips, since it lacks what they are about.
const SKIPPED: &[&str] = &["C-SC-5", "C-SC-6", "M-SSS-8", "M-NEMJ-9", "X0001-REQ-1"];

/// Returns `true` if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    let is_failed = verdict == Verdict::Fail;
    let related = RELATED.iter().find(|related| related.0 == fault);
    if related.is_some_and(|related| related.1.contains(&id)) {
        true
    } else {
        is_failed == (fault == id)
    }
}

/// A fault, a scenario, its verdict and the reason.
type Row = (&'static str, &'static str, Verdict, String);

/// The verdicts of all scenarios on each of these servers, in lanes; one that is not expected comes
/// from a second run with more time.
fn verdicts(
    faults: &[&'static str],
    is_expected: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<Row> {
    let servers = faults.iter().map(|fault| (*fault, broken::start(fault)));
    verdicts_of(&servers.collect::<Vec<_>>(), |_| true, is_expected)
}

/// The same for some scenarios, of these servers.
fn verdicts_of(
    servers: &[(&'static str, Target)],
    is_played: impl Fn(&str) -> bool + Sync,
    is_expected: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<Row> {
    // Most of their time is waiting.
    let played = SCENARIOS.iter().filter(|scenario| is_played(scenario.id));
    let played: Vec<_> = played.collect();
    let work = servers.iter().flat_map(|server| played.iter().map(move |one| (server, *one)));
    let (work, found) = (Mutex::new(work), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..96 {
            scope.spawn(|| {
                while let Some(((fault, target), scenario)) = next() {
                    let mut result = run(scenario, target, QUICK);
                    // A machine may be too busy to answer in time: slower, it has to be the same.
                    if !is_expected(fault, scenario.id, result.verdict) {
                        result = run(scenario, target, SLOW);
                    }
                    let row = (*fault, scenario.id, result.verdict, result.reason);
                    found.lock().expect("no panic").push(row);
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

#[test]
fn each_fault_is_found_by_its_scenario_and_by_no_other_that_it_does_not_concern() {
    let faults = SCENARIOS.iter().map(|scenario| scenario.id);
    let faults: Vec<_> = faults.filter(|fault| !NOISE.contains(fault)).collect();
    let rows = verdicts(&faults, is_found);
    let mut wrong = Vec::new();
    for (fault, id, verdict, reason) in &rows {
        if !is_found(fault, id, *verdict) {
            wrong.push(format!("fault {fault}: {id} is {verdict}: {reason}"));
        }
    }
    // A relation that no longer holds is no relation.
    for (fault, others) in RELATED {
        for other in *others {
            let fails = rows.iter().any(|(one, id, verdict, _)| {
                one == fault && id == other && *verdict == Verdict::Fail
            });
            if !fails {
                wrong.push(format!("fault {fault}: {other} is not related"));
            }
        }
    }
    assert_eq!(rows.len(), faults.len() * SCENARIOS.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_of_encryption_are_found_by_their_scenarios() {
    let faults = [NONE, NOISE[0], NOISE[1]];
    let servers = faults.map(|fault| (fault, broken::start_sealed(fault)));
    let is_played = |id: &str| NOISE.contains(&id) || ["C-SC-1", "M-SSE-1"].contains(&id);
    let rows = verdicts_of(&servers, is_played, is_found);
    assert_eq!(rows.len(), 3 * 4);
    let wrong = rows.iter().filter(|row| !is_found(row.0, row.1, row.2));
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let passed = rows.iter().filter(|row| row.0 == NONE && row.2 == Verdict::Pass);
    assert_eq!(passed.count(), 4);
}

#[test]
fn a_server_without_a_fault_passes_everything_that_it_has() {
    let servers = [
        (NONE, SKIPPED),
        (FIXED, &["C-SC-5", "M-NMJ-5", "M-NEMJ-7", "X0001-REQ-1"][..]),
        (REQUIRING, &["C-SC-5", "C-SC-6", "M-SSS-8", "M-NEMJ-9"]),
    ];
    let is_right = |server: &str, id: &str, verdict| {
        let skipped = servers.iter().find(|one| one.0 == server).expect("it is one").1;
        let is_lacking = skipped.contains(&id) || NOISE.contains(&id);
        verdict == if is_lacking { Verdict::Skip } else { Verdict::Pass }
    };
    let rows = verdicts(&servers.map(|server| server.0), is_right);
    let mut wrong = Vec::new();
    for (server, id, verdict, reason) in &rows {
        if !is_right(server, id, *verdict) {
            wrong.push(format!("server {server:?}: {id} is {verdict}: {reason}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let ids: BTreeSet<_> = rows.iter().map(|row| row.1).collect();
    assert_eq!(ids.len(), SCENARIOS.len(), "no id is there twice");
}

#[test]
fn a_block_that_comes_meanwhile_is_no_fault() {
    let is_played = |id: &str| ["M-SSS-1", "M-SSE-5", "M-SSOK-1", "S-WN-1", "M-ST-2"].contains(&id);
    for scenario in SCENARIOS.iter().filter(|scenario| is_played(scenario.id)) {
        let result = run(scenario, &broken::start(BLOCK), PATIENT);
        assert_eq!(result.verdict, Verdict::Pass, "{}: {}", scenario.id, result.reason);
        let events = result.log.entries.iter().filter_map(|entry| entry.event.as_deref());
        assert_eq!(events.filter(|event| event.contains("a block came")).count(), 1);
    }
}

#[test]
fn a_server_of_extended_channels_alone_fails_nothing() {
    let rows = verdicts(&[EXTENDED_ONLY], |_, _, verdict| verdict != Verdict::Fail);
    let of = |id| rows.iter().find(|row| row.1 == id).expect("it was played");
    assert_eq!(of("C-SC-5").2, Verdict::Pass);
    assert_eq!(of("M-SSE-1").2, Verdict::Pass);
    assert_eq!(of("M-SSS-1").2, Verdict::Inconclusive, "there is no standard channel");
    let failed: Vec<_> = rows.iter().filter(|row| row.2 == Verdict::Fail).collect();
    assert!(failed.is_empty(), "{failed:?}");
}
