//! Each fault of a server is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;

use sv2_conform::{Result, SCENARIOS, Target, Verdict, run};

use crate::broken::{self, BLOCK, EXTENDED_ONLY, FIXED, NONE, REQUIRING};
use crate::pairs::{self, PATIENT, Pair, Related, check, check_faults};

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &Related = &[
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

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    pairs::is_found(RELATED, fault, id, verdict)
}

/// The results of these pairs, on servers that are started like this.
fn results(
    pairs: &[Pair],
    start: impl Fn(&'static str) -> Target,
    is_right: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<(&'static str, Result)> {
    let servers = pairs::peers(pairs, start);
    pairs::play(pairs, 96, is_right, |fault, one, limits| run(one, &servers[fault], limits))
}

#[test]
fn each_fault_is_found_by_its_scenario_and_by_no_other_that_it_does_not_concern() {
    let faults = SCENARIOS.iter().map(|scenario| scenario.id);
    let faults: Vec<_> = faults.filter(|fault| !NOISE.contains(fault)).collect();
    let ids: BTreeSet<_> = SCENARIOS.iter().map(|scenario| scenario.id).collect();
    assert_eq!(ids.len(), SCENARIOS.len(), "no id is there twice");
    let chosen = pairs::chosen(&faults, SCENARIOS, RELATED);
    check_faults(&results(&chosen, broken::start, is_found), is_found, RELATED);
}

#[test]
fn faults_of_encryption_are_found_by_their_scenarios() {
    let faults = [NONE, NOISE[0], NOISE[1]];
    let is_played = |id: &str| NOISE.contains(&id) || ["C-SC-1", "M-SSE-1"].contains(&id);
    let pairs = pairs::all(&faults, SCENARIOS.iter().filter(|one| is_played(one.id)));
    let results = results(&pairs, broken::start_sealed, is_found);
    assert_eq!(results.len(), 3 * 4);
    check(&results, is_found);
    let passed = results.iter().filter(|row| row.0 == NONE && row.1.verdict == Verdict::Pass);
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
    let names = servers.map(|server| server.0);
    check(&results(&pairs::all(&names, SCENARIOS), broken::start, is_right), is_right);
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
    let is_right = |_: &str, id: &str, verdict| match id {
        "C-SC-5" | "M-SSE-1" => verdict == Verdict::Pass,
        // There is no standard channel.
        "M-SSS-1" => verdict == Verdict::Inconclusive,
        _ => verdict != Verdict::Fail,
    };
    check(&results(&pairs::all(&[EXTENDED_ONLY], SCENARIOS), broken::start, is_right), is_right);
}
