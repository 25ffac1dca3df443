//! The scenarios of `sv2-conform`, against `sv2 serve`.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::hostile::{HOSTILE, Hostility};
use sv2_conform::{Limits, SCENARIOS, TEMPLATES, Target, Verdict, run, run_hostile};

use crate::process::started;

/// Scenarios about what the server does not have.
const SKIPPED: [&str; 7] =
    ["C-SC-5", "C-SC-6", "M-CC-4", "M-CC-5", "M-SSS-8", "M-NEMJ-9", "X0001-REQ-1"];
/// It remembers no shares, which the specification does not ask for.
const FAILED: [&str; 2] = ["M-SSS-5", "M-SSE-6"];

#[test]
fn a_server_passes_all_scenarios_but_for_shares_that_come_twice() {
    let (_server, address, key) = started(&["serve", "--zero-bits", "4", "127.0.0.1:0"]);
    let target = Target { address, authority: Some(key.parse().expect("a key")) };
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(100) };
    let (work, wrong) = (Mutex::new(SCENARIOS.iter()), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(scenario) = next() {
                    let result = run(scenario, &target, limits);
                    let expected = match scenario.id {
                        id if SKIPPED.contains(&id) => Verdict::Skip,
                        id if FAILED.contains(&id) => Verdict::Fail,
                        _ => Verdict::Pass,
                    };
                    if result.verdict != expected {
                        let line = format!("{}: {}", result.verdict, result.reason);
                        wrong.lock().expect("no panic").push((scenario.id, line));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_server_serves_others_beside_hostile_clients() {
    let (server, address, key) = started(&["serve", "127.0.0.1:0"]);
    let target = Target { address, authority: Some(key.parse().expect("a key")) };
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(100) };
    let hostility = Hostility {
        pid: Some(server.id()),
        connections: 16,
        time: Duration::from_millis(300),
        ..Hostility::default()
    };
    let results = HOSTILE.iter().map(|scenario| run_hostile(scenario, &target, limits, hostility));
    let wrong = results.filter(|result| result.verdict != Verdict::Pass);
    let wrong: Vec<_> = wrong.map(|result| (result.scenario.id, result.reason)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_template_provider_passes_all_scenarios() {
    let (_provider, address, key) = started(&[
        "template-provider",
        "--nbits",
        "207fffff",
        "--template-every",
        "0.3",
        "127.0.0.1:0",
    ]);
    let target = Target { address, authority: Some(key.parse().expect("a key")) };
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(400) };
    let results = TEMPLATES.iter().map(|scenario| run(scenario, &target, limits));
    let wrong = results.filter(|result| result.verdict != Verdict::Pass);
    let wrong: Vec<_> = wrong.map(|result| (result.scenario.id, result.reason)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
