//! Each fault of a template provider is found by its scenario, and by no other.

use std::collections::BTreeSet;

use sv2_conform::{TEMPLATES, Verdict, run};

use crate::broken::NONE;
use crate::pairs::{self, check, is_found};
use crate::provider;

/// The verdict is what the fault has to bring.
fn is_right(fault: &str, id: &str, verdict: Verdict) -> bool {
    if fault == NONE { verdict == Verdict::Pass } else { is_found(&[], fault, id, verdict) }
}

#[test]
fn each_fault_of_a_provider_is_found_by_its_scenario() {
    let faults: Vec<_> = TEMPLATES.iter().map(|scenario| scenario.id).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let mut chosen = pairs::chosen(&faults, TEMPLATES, &[]);
    chosen.extend(pairs::all(&[NONE], TEMPLATES));
    // One for each pair: blocks that other scenarios find would bring templates.
    let results = pairs::play(&chosen, 32, is_right, |fault, scenario, limits| {
        run(scenario, &provider::start(fault), limits)
    });
    check(&results, is_right);
    assert!(results.iter().all(|(_, result)| result.role == "template-provider"));
}
