//! Each fault of a template provider is found by its scenario, and by no other.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::{Limits, TEMPLATES, Verdict, run};

use crate::broken::NONE;
use crate::matrix::{PATIENT, QUICK};
use crate::provider;

/// The verdict is what the fault has to bring.
fn is_right(fault: &str, id: &str, verdict: Verdict) -> bool {
    if fault == NONE {
        verdict == Verdict::Pass
    } else {
        (verdict == Verdict::Fail) == (fault == id)
    }
}

#[test]
fn each_fault_of_a_provider_is_found_by_its_scenario() {
    let faults: Vec<_> = TEMPLATES.iter().map(|scenario| scenario.id).chain([NONE]).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let servers: Vec<_> = faults.iter().map(|fault| (*fault, provider::start(fault))).collect();
    let work = servers.iter().flat_map(|server| TEMPLATES.iter().map(move |one| (server, one)));
    let (work, found) = (Mutex::new(work), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    let slow = Limits { quiet: Duration::from_secs(1), ..PATIENT };
    thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                while let Some(((fault, target), scenario)) = next() {
                    let id = scenario.id;
                    let mut result = run(scenario, target, QUICK);
                    // Blocks that other scenarios find, and a busy machine, may come between.
                    if !is_right(fault, id, result.verdict) {
                        result = run(scenario, &provider::start(fault), slow);
                    }
                    assert_eq!(result.role, "template-provider");
                    let right = is_right(fault, id, result.verdict);
                    let line =
                        format!("fault {fault}: {id} is {}: {}", result.verdict, result.reason);
                    found.lock().expect("no panic").push((right, line));
                }
            });
        }
    });
    let found = found.into_inner().expect("no panic");
    assert_eq!(found.len(), TEMPLATES.len() * (TEMPLATES.len() + 1));
    let wrong: Vec<_> = found.into_iter().filter(|one| !one.0).map(|one| one.1).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
