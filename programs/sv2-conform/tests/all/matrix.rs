//! Each fault of a server is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;

use sv2_conform::{Result, SCENARIOS, Verdict, run};

use crate::broken::{self, EXTENDED_ONLY, FIXED, NONE, REQUIRING};
use crate::pairs::{self, Pair, Related, check, check_faults, is_found};

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
    ("M-SSERR-1", &["M-SSS-6", "M-SSE-7"]),
];

/// Scenarios that a faultless server skips, since it lacks what they are about.
const SKIPPED: &[&str] = &["C-SC-5", "C-SC-6", "M-SSS-8", "M-NEMJ-9", "X0001-REQ-1"];

/// The results of these pairs.
fn results(
    pairs: &[Pair],
    is_right: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<(&'static str, Result)> {
    let servers = pairs::peers(pairs, broken::start);
    pairs::play(pairs, 96, is_right, |fault, one, limits| run(one, &servers[fault], limits))
}

#[test]
fn each_fault_is_found_by_its_scenario_and_by_no_other_that_it_does_not_concern() {
    let faults: Vec<_> = SCENARIOS.iter().map(|scenario| scenario.id).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let chosen = pairs::chosen(&faults, SCENARIOS, RELATED);
    let is_found = |fault: &str, id: &str, verdict| is_found(RELATED, fault, id, verdict);
    check_faults(&results(&chosen, is_found), is_found, RELATED);
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
        verdict == if skipped.contains(&id) { Verdict::Skip } else { Verdict::Pass }
    };
    let names = servers.map(|server| server.0);
    check(&results(&pairs::all(&names, SCENARIOS), is_right), is_right);
}

#[test]
fn a_server_of_extended_channels_alone_fails_nothing() {
    let is_right = |_: &str, id: &str, verdict| match id {
        "C-SC-5" | "M-SSE-1" => verdict == Verdict::Pass,
        // There is no standard channel.
        "M-SSS-1" => verdict == Verdict::Inconclusive,
        _ => verdict != Verdict::Fail,
    };
    check(&results(&pairs::all(&[EXTENDED_ONLY], SCENARIOS), is_right), is_right);
}
