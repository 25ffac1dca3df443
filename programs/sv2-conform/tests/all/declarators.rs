//! Each fault of a job declarator is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::{Beside, DECLARATORS, Limits, Result, Scenario, Verdict, run_declarator};

use crate::broken::NONE;
use crate::declarator::{COINBASE, FULL};
use crate::pairs::{self, PATIENT, Related, check, check_faults};
use crate::{declarator, provider};

/// Scenarios that a fault concerns as well.
const RELATED: &Related = &[
    // The transactions of a template are unknown to it as well.
    ("JD-MT-1", &["JD-DJ-2"]),
    ("JD-MT-3", &["JD-DJ-2"]),
];

/// A declarator without a fault beside a template provider.
const TEMPLATES: &str = "with templates";

/// Scenarios whose questions need a template provider.
const WITH_TEMPLATES: &[&str] = &["JD-DJ-2", "JD-PS-2"];

fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    pairs::is_found(RELATED, fault, id, verdict)
}

/// Plays a scenario against a declarator of its own, beside a provider of its own.
fn with_templates(fault: &'static str, scenario: &'static Scenario, limits: Limits) -> Result {
    let templates = provider::start(NONE);
    let target = declarator::start(fault, Some(&templates));
    let beside = Beside { templates: Some(templates), pool: None };
    // A template and its transactions take longer than other answers.
    let limits = Limits { time: limits.time.max(Duration::from_secs(2)), ..limits };
    run_declarator(scenario, &target, &beside, limits)
}

#[test]
fn each_fault_of_a_declarator_is_found_by_its_scenario() {
    let faults: Vec<_> = DECLARATORS.iter().map(|scenario| scenario.id).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let chosen = pairs::chosen(&faults, DECLARATORS, RELATED);
    let declarators = pairs::peers(&chosen, |fault| declarator::start(fault, None));
    // Scenarios of a fault fail as well: a machine may be too busy for a provider's answer.
    let is_right = |fault: &str, id: &str, verdict| {
        let is_concerned = pairs::concerns(RELATED, fault, id);
        is_found(fault, id, verdict) && (!is_concerned || verdict == Verdict::Fail)
    };
    let results = pairs::play(&chosen, 48, is_right, |fault, scenario, limits| {
        if WITH_TEMPLATES.contains(&scenario.id) {
            return with_templates(fault, scenario, limits);
        }
        run_declarator(scenario, &declarators[fault], &Beside::default(), limits)
    });
    check_faults(&results, is_found, RELATED);
    assert!(results.iter().all(|(_, result)| result.role == "job-declarator"));
}

/// The verdict that a declarator without a fault has to get.
fn is_right(peer: &str, id: &str, verdict: Verdict) -> bool {
    let is_skipped = peer == NONE && id == "JD-PS-2";
    verdict == if is_skipped { Verdict::Skip } else { Verdict::Pass }
}

/// The verdicts on declarators without a fault, alone and beside a template provider, one of both for each
/// lane: a block that one scenario finds makes the templates of others stale.
fn faultless(rounds: usize, lanes: usize) -> Vec<(&'static str, Result)> {
    let pairs = pairs::all(&[NONE, TEMPLATES], DECLARATORS).repeat(rounds);
    let (pairs, results) = (Mutex::new(pairs.into_iter()), Mutex::new(Vec::new()));
    let lane = || {
        let templates = provider::start(NONE);
        let target = declarator::start(NONE, Some(&templates));
        let (alone, all) = (Beside::default(), Beside { templates: Some(templates), pool: None });
        let next = || pairs.lock().expect("no panic").next();
        while let Some((peer, scenario)) = next() {
            let beside = if peer == TEMPLATES { &all } else { &alone };
            let result = run_declarator(scenario, &target, beside, PATIENT);
            results.lock().expect("no panic").push((peer, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(lane);
        }
    });
    results.into_inner().expect("no panic")
}

#[test]
fn declarators_of_one_mode_pass_what_is_about_it() {
    let of_coinbases = |id: &str| ["JD-CO-1", "JD-CM-2"].contains(&id);
    let is_right = |peer: &str, id: &str, verdict: Verdict| {
        let is_whole = ["JD-BIT-1", "JD-EXT-1", "JD-GEN-2"].contains(&id)
            || ["JD-DJ", "JD-MT", "JD-PS", "JD-CM"].iter().any(|start| id.starts_with(start));
        let is_lacking = match peer {
            FULL => of_coinbases(id) || id == "JD-PS-2",
            _ => is_whole && !of_coinbases(id),
        };
        verdict == if is_lacking { Verdict::Skip } else { Verdict::Pass }
    };
    let targets = [FULL, COINBASE].map(|mode| (mode, declarator::start(mode, None)));
    let pairs = pairs::all(&[FULL, COINBASE], DECLARATORS);
    let results = pairs::play(&pairs, 8, is_right, |mode, scenario, _| {
        let target = &targets.iter().find(|one| one.0 == mode).expect("it is one").1;
        run_declarator(scenario, target, &Beside::default(), PATIENT)
    });
    check(&results, is_right);
}

#[test]
fn a_declarator_without_a_fault_passes_everything() {
    check(&faultless(1, 8), is_right);
}

#[test]
#[ignore = "takes minutes"]
fn in_200_runs_no_verdict_is_wrong() {
    let results = faultless(200, 16);
    assert_eq!(results.len(), 200 * 2 * DECLARATORS.len());
    check(&results, is_right);
}
