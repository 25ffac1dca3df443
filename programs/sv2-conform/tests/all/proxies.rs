//! Each fault of a proxy is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;

use codec_noise::AuthoritySecret;
use sv2_conform::{Door, Limits, PROXY_SCENARIOS, Result, Scenario, Target, Verdict, run_proxy};

use crate::pairs::{self, Pair, Related, check, check_faults};
use crate::relay::{NONE, Relay};

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &Related = &[
    // Who trusts anyone looks at no certificate.
    ("PX-NX-1", &["PX-NX-2"]),
    // Frames that are known are a part of the order.
    ("PX-ST-2", &["PX-EX-4"]),
    ("PX-UC-1", &["PX-EX-4"]),
    // A client that ends has channels.
    ("PX-CC-5", &["PX-CC-4"]),
    // Long frames come by several reads.
    ("PX-FR-1", &["PX-FR-3", "PX-DN-3"]),
];

/// Pairs that are played side by side.
const LANES: usize = 24;

/// Scenarios about encryption, which all others are without, and one that the faultless proxy plays with it.
const NOISE: &[&str] = &["PX-NX-1", "PX-NX-2"];
const SEALED: &str = "PX-SH-1";

/// A fault that any scenario may find: frames that are sent one by one may arrive together too.
const ANYWHERE: &str = "PX-FR-2";

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    (fault == ANYWHERE && id != ANYWHERE) || pairs::is_found(RELATED, fault, id, verdict)
}

/// Plays a scenario against a new proxy with this fault.
fn play(fault: &'static str, scenario: &'static Scenario, limits: Limits) -> Result {
    let is_encrypted = NOISE.contains(&scenario.id) || (scenario.id == SEALED && fault == NONE);
    let secret = is_encrypted.then(|| AuthoritySecret::generate().expect("random bytes"));
    let door = Door::open("127.0.0.1:0", secret, "").expect("a free port");
    let relay = Relay::start(door.target(), fault);
    let target = Target { address: relay.address.clone(), authority: None };
    run_proxy(scenario, &target, &door, limits)
}

#[test]
fn each_fault_of_a_proxy_is_found_by_its_scenario_and_by_no_other() {
    let faults: Vec<_> = PROXY_SCENARIOS.iter().map(|scenario| scenario.id).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let chosen = pairs::chosen(&faults, PROXY_SCENARIOS, RELATED);
    // A share of the share: the proxy of each pair, and its shares, are new.
    let share = codec_effort::share();
    let is_played = |(at, (fault, one)): &(usize, Pair)| {
        *fault == one.id || pairs::concerns(RELATED, fault, one.id) || share(*at)
    };
    let chosen = chosen.into_iter().enumerate().filter(is_played);
    let chosen: Vec<_> = chosen.map(|(_, pair)| pair).collect();
    check_faults(&pairs::play(&chosen, LANES, is_found, play), is_found, RELATED);
}

#[test]
fn a_proxy_without_a_fault_passes_everything() {
    let is_right = |_: &str, _: &str, verdict| verdict == Verdict::Pass;
    let pairs = pairs::all(&[NONE], PROXY_SCENARIOS);
    check(&pairs::play(&pairs, LANES, is_right, play), is_right);
}
