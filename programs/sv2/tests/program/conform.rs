//! The scenarios of `sv2-conform`, against `sv2 serve`.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use codec_noise::AuthoritySecret;
use sv2_conform::hostile::{HOSTILE, Hostility};
use sv2_conform::{
    CLIENT_SCENARIOS, Door, Limits, SCENARIOS, Scenario, TEMPLATES, Target, Verdict, run,
    run_client, run_hostile,
};

use crate::process::started;
use crate::proxy::proxy;

/// Scenarios about what the server does not have.
const SKIPPED: [&str; 7] =
    ["C-SC-5", "C-SC-6", "M-CC-4", "M-CC-5", "M-SSS-8", "M-NEMJ-9", "X0001-REQ-1"];

/// Plays scenarios for servers, of which these are skipped.
fn serves(
    scenarios: impl Iterator<Item = &'static Scenario> + Send,
    target: &Target,
    skipped: &[&str],
) {
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(100) };
    let (work, wrong) = (Mutex::new(scenarios), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(scenario) = next() {
                    let result = run(scenario, target, limits);
                    let expected = match scenario.id {
                        id if skipped.contains(&id) => Verdict::Skip,
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
fn a_server_passes_all_scenarios_about_what_it_has() {
    let (_server, address, key) = started(&["serve", "--zero-bits", "4", "127.0.0.1:0"]);
    let target = Target { address, authority: Some(key.parse().expect("a key")) };
    serves(SCENARIOS.iter(), &target, &SKIPPED);
}

/// Extensions are not passed on, and neither connection is encrypted.
#[test]
fn a_proxy_passes_the_scenarios_for_servers() {
    let lacking = [
        "GEN-11",
        "X0001-REQS-1",
        "X0001-REQS-3",
        "S-NX-1",
        "S-NX-2",
        "S-WN-1",
        "S-WN-3",
        "S-WN-4",
    ];
    let (_server, address, _) =
        started(&["serve", "--plaintext", "--zero-bits", "4", "127.0.0.1:0"]);
    let (_proxy, address, _) = proxy(&address, &["--plaintext", "--upstream-plaintext"]);
    let target = Target { address, authority: None };
    // A share, and those about miners that need standard jobs.
    let is_standard = |id: &str| id == "C-SC-4" || id.starts_with("M-NMJ");
    let share = codec_effort::share();
    let played = SCENARIOS.iter().enumerate();
    let played = played.filter(|(at, one)| is_standard(one.id) || share(*at));
    serves(played.map(|(_, one)| one), &target, &[&SKIPPED[..], &lacking].concat());
}

/// Plays scenarios for clients against `sv2 mine` with these options.
fn mines(options: &str, is_encrypted: bool, only: &str, skipped: &[&str]) {
    let secret = is_encrypted.then(|| AuthoritySecret::generate().expect("random bytes"));
    let key = if is_encrypted { "--authority-key {key}" } else { "--plaintext" };
    let file = env!("CARGO_BIN_EXE_sv2");
    let command = format!("{file} mine {{address}} --rate 300 {key} {options}");
    let door = Door::open("127.0.0.1:0", secret, &command).expect("a free port");
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(200) };
    let mut wrong = Vec::new();
    for scenario in CLIENT_SCENARIOS.iter().filter(|scenario| scenario.id.starts_with(only)) {
        let result = run_client(scenario, &door, limits);
        let is_skipped = skipped.contains(&scenario.id);
        let expected = if is_skipped { Verdict::Skip } else { Verdict::Pass };
        if result.verdict != expected {
            wrong.push(format!("{} {}: {}", scenario.id, result.verdict, result.reason));
        }
    }
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
fn a_miner_with_an_extended_channel_passes_all_scenarios() {
    mines("--channels extended --worker-names", true, "", &[]);
}

#[test]
fn a_miner_with_a_standard_channel_passes_all_scenarios_about_what_it_has() {
    let skipped = ["CL-NX-1", "CL-NX-2", "CL-EN-1", "CL-EN-2", "CL-EN-3", "CL-VR-1"];
    let extensions = ["CL-EX-1", "CL-EX-2", "CL-EX-3", "CL-EX-4"];
    mines("--channels standard", false, "", &[&skipped[..], &extensions].concat());
}

/// The connections that a command had which was ended are not those of the next.
#[test]
fn a_command_may_have_several_connections() {
    mines("--miners 3", false, "CL-NJ", &[]);
}

#[test]
fn a_template_provider_passes_all_scenarios() {
    let (_provider, address, key) =
        started(&["template-provider", "--nbits", "207fffff", "127.0.0.1:0"]);
    let target = Target { address, authority: Some(key.parse().expect("a key")) };
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(400) };
    let results = TEMPLATES.iter().map(|scenario| run(scenario, &target, limits));
    let wrong = results.filter(|result| result.verdict != Verdict::Pass);
    let wrong: Vec<_> = wrong.map(|result| (result.scenario.id, result.reason)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
