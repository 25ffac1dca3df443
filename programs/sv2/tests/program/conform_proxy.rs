//! The scenarios of `sv2-conform` for proxies, against `sv2 proxy`.

use std::net::TcpListener;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use codec_noise::AuthoritySecret;
use sv2_conform::{Door, Limits, PROXY_SCENARIOS, Scenario, Target, Verdict, run_proxy};

/// A port that nobody listens on.
fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    listener.local_addr().expect("it is bound").to_string()
}

/// The scenarios that `sv2 proxy`, encrypted on both sides or not, does not pass, with the reasons.
fn wrong<'s>(
    is_encrypted: bool,
    lanes: usize,
    scenarios: impl Iterator<Item = &'static Scenario> + Send + 's,
) -> Vec<String> {
    let (work, wrong) = (Mutex::new(scenarios), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    let limits = Limits { time: Duration::from_secs(10), quiet: Duration::from_millis(100) };
    let lane = || {
        let address = free_port();
        let secret = || is_encrypted.then(|| AuthoritySecret::generate().expect("random bytes"));
        let (own, upstream) = (secret(), secret());
        let keys = own.as_ref().map_or("--plaintext --upstream-plaintext".to_owned(), |own| {
            format!("--authority-secret {} --upstream-key {{key}}", &*own.to_base58())
        });
        let file = env!("CARGO_BIN_EXE_sv2");
        let command = format!("{file} proxy --listen {address} --upstream {{address}} {keys}");
        let door = Door::open("127.0.0.1:0", upstream, &command).expect("a free port");
        let target = Target { address, authority: own.map(|own| own.public_key()) };
        while let Some(scenario) = next() {
            let result = run_proxy(scenario, &target, &door, limits);
            let is_skipped = !is_encrypted && scenario.id.starts_with("PX-NX");
            let expected = if is_skipped { Verdict::Skip } else { Verdict::Pass };
            if result.verdict != expected {
                let line = format!("{} {}: {}", scenario.id, result.verdict, result.reason);
                wrong.lock().expect("no panic").push(line);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(lane);
        }
    });
    wrong.into_inner().expect("no panic")
}

#[test]
fn a_proxy_passes_all_scenarios() {
    let wrong = wrong(false, 4, PROXY_SCENARIOS.iter());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_proxy_that_encrypts_passes_all_scenarios() {
    let wrong = wrong(true, 4, PROXY_SCENARIOS.iter());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each scenario 200 times: by hand, for minutes.
#[test]
#[ignore = "takes minutes"]
fn in_200_runs_of_all_scenarios_no_verdict_is_wrong() {
    let all = || (0..200).flat_map(|_| PROXY_SCENARIOS.iter());
    let wrong = wrong(false, 6, all());
    println!("{} verdicts, {} wrong", all().count(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
