//! Each fault of a proxy is found by its scenario, and by no other but those that it concerns too.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use codec_noise::AuthoritySecret;
use sv2_conform::{Door, Limits, PROXY_SCENARIOS, Result, Scenario, Target, Verdict, run_proxy};

use crate::matrix::{PATIENT, QUICK};
use crate::relay::{NONE, Relay};

/// Times for a busy machine.
const SLOW: Limits = Limits { quiet: Duration::from_secs(1), ..PATIENT };

/// Scenarios that a fault concerns as well: what it breaks is a part of what they ask.
const RELATED: &[(&str, &[&str])] = &[
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

/// Scenarios about encryption, which all others are without, and one that the faultless proxy plays with it.
const NOISE: &[&str] = &["PX-NX-1", "PX-NX-2"];
const SEALED: &str = "PX-SH-1";

/// Faults that any scenario may find: frames that are sent one by one may arrive together too.
const ANYWHERE: &[&str] = &["PX-FR-2"];

/// Returns true if a fault has to fail, or may fail, a scenario as it does.
fn is_found(fault: &str, id: &str, verdict: Verdict) -> bool {
    if fault != id && (ANYWHERE.contains(&fault) || is_related(fault, id)) {
        return true;
    }
    (verdict == Verdict::Fail) == (fault == id)
}

fn is_related(fault: &str, id: &str) -> bool {
    RELATED.iter().any(|related| related.0 == fault && related.1.contains(&id))
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

type Row = (&'static str, &'static str, Verdict, String);

/// The verdicts of pairs of faults and scenarios, in lanes; one that is not expected comes from a second
/// run with more time.
fn verdicts(
    pairs: &[(&'static str, &'static Scenario)],
    is_expected: impl Fn(&str, &str, Verdict) -> bool + Sync,
) -> Vec<Row> {
    let (work, found) = (Mutex::new(pairs.iter()), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..24 {
            scope.spawn(|| {
                while let Some((fault, scenario)) = next() {
                    let mut result = play(fault, scenario, QUICK);
                    if !is_expected(fault, scenario.id, result.verdict) {
                        result = play(fault, scenario, SLOW);
                    }
                    let row = (*fault, scenario.id, result.verdict, result.reason);
                    found.lock().expect("no panic").push(row);
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

fn wrong(rows: &[Row], is_expected: impl Fn(&str, &str, Verdict) -> bool) -> String {
    let wrong = rows.iter().filter(|row| !is_expected(row.0, row.1, row.2));
    let lines = wrong.map(|(fault, id, verdict, reason)| {
        format!("fault {fault:?}: {id} is {verdict}: {reason}\n")
    });
    lines.collect()
}

#[test]
fn each_fault_of_a_proxy_is_found_by_its_scenario_and_by_no_other() {
    let ids = PROXY_SCENARIOS.iter().map(|scenario| scenario.id);
    let pairs = ids.flat_map(|fault| PROXY_SCENARIOS.iter().map(move |one| (fault, one)));
    // Each with its own fault and what is related, and of the others a share of a share: the proxy and
    // the shares of each are new.
    let share = codec_effort::share();
    let is_played = |(at, (fault, one)): &(usize, (&str, &Scenario))| {
        *fault == one.id || is_related(fault, one.id) || (share(*at) && share(*at / 7))
    };
    let pairs: Vec<_> = pairs.enumerate().filter(is_played).map(|(_, pair)| pair).collect();
    let rows = verdicts(&pairs, is_found);
    assert_eq!(rows.len(), pairs.len());
    let wrong = wrong(&rows, is_found);
    assert!(wrong.is_empty(), "{wrong}");
    // A relation that no longer holds is no relation.
    for (fault, others) in RELATED {
        for other in *others {
            let fails = |row: &Row| (row.0, row.1, row.2) == (*fault, *other, Verdict::Fail);
            assert!(rows.iter().any(fails), "fault {fault}: {other} is not related");
        }
    }
}

#[test]
fn a_proxy_without_a_fault_passes_everything() {
    let pairs: Vec<_> = PROXY_SCENARIOS.iter().map(|scenario| (NONE, scenario)).collect();
    let is_right = |_: &str, _: &str, verdict| verdict == Verdict::Pass;
    let rows = verdicts(&pairs, is_right);
    let wrong = wrong(&rows, is_right);
    assert!(wrong.is_empty(), "{wrong}");
    let ids: BTreeSet<_> = rows.iter().map(|row| row.1).collect();
    assert_eq!(ids.len(), PROXY_SCENARIOS.len(), "no id is there twice");
}
