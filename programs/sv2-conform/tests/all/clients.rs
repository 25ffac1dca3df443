//! Each fault of a client is found by its scenario, and by no other but those that it concerns too.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use codec_noise::AuthoritySecret;
use sv2_conform::{CLIENT_SCENARIOS, Door, Limits, Scenario, Verdict, run_client};

use crate::matrix::{PATIENT, QUICK};
use crate::miner::{Miner, NONE, PLAIN, ROLLER, STANDARD};

/// Times for a busy machine.
const SLOW: Limits = Limits { quiet: Duration::from_secs(1), ..PATIENT };

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &[(&str, &[&str])] = &[
    // A job for now comes after what changes.
    ("CL-NJ-2", &["CL-EN-2", "CL-ST-1", "CL-ST-3", "CL-GC-1"]),
    // Jobs of another group are jobs of groups.
    ("CL-NJ-3", &["CL-GC-1"]),
    // The second block has a job as well.
    ("CL-PH-1", &["CL-PH-2"]),
    // Who trusts anyone looks at no certificate.
    ("CL-NX-1", &["CL-NX-2"]),
];

/// Faults that any scenario may find: frames that are sent one by one may arrive together too.
const ANYWHERE: &[&str] = &["CL-GEN-4"];

/// Scenarios about encryption.
const NOISE: &[&str] = &["CL-NX-1", "CL-NX-2"];

/// Scenarios that a client of standard channels skips.
const EXTENDED: &[&str] = &["CL-EN-1", "CL-EN-2", "CL-EN-3", "CL-VR-1"];

/// Held where a frame of 16 MiB is sent: dozens at once take longer than an answer may.
static LARGE: Mutex<()> = Mutex::new(());

type Row = (&'static str, &'static str, Verdict, String);

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    let related = RELATED.iter().find(|related| related.0 == fault);
    if fault != id
        && (ANYWHERE.contains(&fault) || related.is_some_and(|related| related.1.contains(&id)))
    {
        return true;
    }
    (verdict == Verdict::Fail) == (fault == id)
}

fn door(is_encrypted: bool) -> Door {
    let secret = is_encrypted.then(|| AuthoritySecret::generate().expect("random bytes"));
    Door::open("127.0.0.1:0", secret, "").expect("a free port")
}

/// The verdicts of scenarios on each of these clients, side by side; one that is not expected comes
/// from a second run with more time.
fn verdicts(
    faults: &[&'static str],
    scenarios: &[&'static Scenario],
    is_encrypted: bool,
    is_expected: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<Row> {
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for fault in faults {
            let (found, is_expected) = (&found, &is_expected);
            scope.spawn(move || {
                let door = door(is_encrypted);
                let _miner = Miner::start(&door, fault);
                for scenario in scenarios {
                    let is_large = scenario.id == "CL-GEN-5";
                    let _alone = is_large.then(|| LARGE.lock().expect("no panic"));
                    let mut result = run_client(scenario, &door, QUICK);
                    if !is_expected(fault, scenario.id, result.verdict) {
                        result = run_client(scenario, &door, SLOW);
                    }
                    let row = (*fault, scenario.id, result.verdict, result.reason);
                    found.lock().expect("no panic").push(row);
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

/// All scenarios, or those about encryption, or those of both kinds of connection.
fn scenarios(is_chosen: impl Fn(&str) -> bool) -> Vec<&'static Scenario> {
    CLIENT_SCENARIOS.iter().filter(|scenario| is_chosen(scenario.id)).collect()
}

fn wrong(rows: &[Row], is_expected: impl Fn(&str, &str, Verdict) -> bool) -> String {
    let wrong = rows.iter().filter(|row| !is_expected(row.0, row.1, row.2));
    let lines = wrong.map(|(fault, id, verdict, reason)| {
        format!("fault {fault:?}: {id} is {verdict}: {reason}\n")
    });
    lines.collect()
}

/// Each fault is found where it has to be, and nowhere else.
fn check(rows: &[Row]) {
    let wrong = wrong(rows, is_found);
    assert!(wrong.is_empty(), "{wrong}");
    // A relation that no longer holds is no relation.
    for (fault, others) in
        RELATED.iter().filter(|related| rows.iter().any(|row| row.0 == related.0))
    {
        for other in *others {
            let fails = |row: &Row| (row.0, row.1, row.2) == (fault, other, Verdict::Fail);
            assert!(rows.iter().any(fails), "fault {fault}: {other} is not related");
        }
    }
}

#[test]
fn each_fault_of_a_client_is_found_by_its_scenario_and_by_no_other() {
    let played = scenarios(|id| !NOISE.contains(&id));
    let faults: Vec<_> = played.iter().map(|scenario| scenario.id).collect();
    let rows = verdicts(&faults, &played, false, is_found);
    assert_eq!(rows.len(), played.len() * played.len());
    check(&rows);
}

#[test]
fn wrong_certificates_are_found_and_the_rest_is_encrypted() {
    let faults = [NONE, NOISE[0], NOISE[1]];
    let played = scenarios(|id| NOISE.contains(&id) || ["CL-SC-1", "CL-SH-1"].contains(&id));
    let rows = verdicts(&faults, &played, true, is_found);
    assert_eq!(rows.len(), 12);
    check(&rows);
}

#[test]
fn a_client_without_a_fault_passes_everything_that_it_has() {
    let is_right = |client: &str, id: &str, verdict| {
        let lacks = NOISE.contains(&id)
            || (client == STANDARD && EXTENDED.contains(&id))
            || (client == PLAIN && id == "CL-EX-1")
            || (client == ROLLER && ["CL-VR-1", "CL-VR-3"].contains(&id));
        verdict == if lacks { Verdict::Skip } else { Verdict::Pass }
    };
    let rows = verdicts(&[NONE, STANDARD, PLAIN, ROLLER], &scenarios(|_| true), false, is_right);
    let wrong = wrong(&rows, is_right);
    assert!(wrong.is_empty(), "{wrong}");
    let ids: std::collections::BTreeSet<_> = rows.iter().map(|row| row.1).collect();
    assert_eq!(ids.len(), CLIENT_SCENARIOS.len(), "no id is there twice");
}
