//! Each fault of a client is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;
use std::sync::Mutex;

use codec_noise::AuthoritySecret;
use sv2_conform::{CLIENT_SCENARIOS, Door, Result, Scenario, Verdict, run_client};

use crate::miner::{Miner, NONE, PLAIN, ROLLER, STANDARD};
use crate::pairs::{self, Pair, Related, check, check_faults};

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &Related = &[
    // A job for now comes after what changes.
    ("CL-NJ-2", &["CL-EN-2", "CL-ST-1", "CL-ST-3", "CL-GC-1"]),
    // Jobs of another group are jobs of groups.
    ("CL-NJ-3", &["CL-GC-1"]),
    // The second block has a job as well.
    ("CL-PH-1", &["CL-PH-2"]),
    // Who trusts anyone looks at no certificate.
    ("CL-NX-1", &["CL-NX-2"]),
];

/// A fault that any scenario may find: frames that are sent one by one may arrive together too.
const ANYWHERE: &str = "CL-GEN-4";

/// Scenarios about encryption.
const NOISE: &[&str] = &["CL-NX-1", "CL-NX-2"];

/// Scenarios that a client of standard channels skips.
const EXTENDED: &[&str] = &["CL-EN-1", "CL-EN-2", "CL-EN-3", "CL-VR-1"];

/// Held where a frame of 16 MiB is sent: dozens at once take longer than an answer may.
static LARGE: Mutex<()> = Mutex::new(());

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    (fault == ANYWHERE && id != ANYWHERE) || pairs::is_found(RELATED, fault, id, verdict)
}

/// The results of these pairs: the scenarios of a client are played one after the other.
fn results(
    pairs: &[Pair],
    is_encrypted: bool,
    is_right: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<(&'static str, Result)> {
    let client = |fault| {
        let secret = is_encrypted.then(|| AuthoritySecret::generate().expect("random bytes"));
        let door = Door::open("127.0.0.1:0", secret, "").expect("a free port");
        let miner = Miner::start(&door, fault);
        Mutex::new((door, miner))
    };
    let clients = pairs::peers(pairs, client);
    pairs::play(pairs, clients.len(), is_right, |fault, scenario, limits| {
        let (door, _) = &*clients[fault].lock().expect("no panic");
        let is_large = scenario.id == "CL-GEN-5";
        let _alone = is_large.then(|| LARGE.lock().expect("no panic"));
        run_client(scenario, door, limits)
    })
}

/// The scenarios with an id that is chosen.
fn scenarios(is_chosen: impl Fn(&str) -> bool) -> Vec<&'static Scenario> {
    CLIENT_SCENARIOS.iter().filter(|scenario| is_chosen(scenario.id)).collect()
}

#[test]
fn each_fault_of_a_client_is_found_by_its_scenario_and_by_no_other() {
    let played = scenarios(|id| !NOISE.contains(&id));
    let faults: Vec<_> = played.iter().map(|scenario| scenario.id).collect();
    let ids: BTreeSet<_> = faults.iter().collect();
    assert_eq!(ids.len(), faults.len(), "no id is there twice");
    let chosen = pairs::chosen(&faults, played, RELATED);
    check_faults(&results(&chosen, false, is_found), is_found, RELATED);
}

#[test]
fn wrong_certificates_are_found_and_the_rest_is_encrypted() {
    let played = scenarios(|id| NOISE.contains(&id) || ["CL-SC-1", "CL-SH-1"].contains(&id));
    let faults = [NONE, NOISE[0], NOISE[1]];
    let results = results(&pairs::all(&faults, played), true, is_found);
    assert_eq!(results.len(), 12);
    check_faults(&results, is_found, RELATED);
}

#[test]
fn a_client_without_a_fault_passes_everything_that_it_has() {
    let is_right = |client: &str, id: &str, verdict| {
        let lacks = NOISE.contains(&id)
            || (client == STANDARD && EXTENDED.contains(&id))
            || (client == PLAIN && id.starts_with("CL-EX"))
            || (client == ROLLER && ["CL-VR-1", "CL-VR-3"].contains(&id));
        verdict == if lacks { Verdict::Skip } else { Verdict::Pass }
    };
    let pairs = pairs::all(&[NONE, STANDARD, PLAIN, ROLLER], CLIENT_SCENARIOS);
    check(&results(&pairs, false, is_right), is_right);
}
