//! Each way of neglecting others is found by its scenario, and by no other.

use std::env;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sv2_conform::hostile::{HOSTILE, Hostility};
use sv2_conform::{Limits, Result, Scenario, Target, Verdict, run_hostile};

use crate::broken::{self, NONE};
use crate::pairs::{self, PATIENT, check, is_found};

/// The variable that names the fault of a server in a process of its own.
const FAULT: &str = "SV2_CONFORM_FAULT";
/// The scenario about handshakes, which needs a server that encrypts.
const SEALED: &str = "H-HANDSHAKE";

/// The fault whose name is this: faults live as long as the process.
fn fault(name: &str) -> &'static str {
    let known = HOSTILE.iter().map(|scenario| scenario.id).find(|id| *id == name);
    known.unwrap_or(NONE)
}

/// A server with a fault in a process of its own, so that its memory is its own.
struct Server {
    process: Child,
    target: Target,
}

impl Server {
    fn start(fault: &str, is_sealed: bool) -> Self {
        let name = "hostile::a_server_in_a_process_of_its_own_is_watched";
        let file = env::current_exe().expect("it runs");
        let kind = if is_sealed { "sealed" } else { "plain" };
        let mut process = Command::new(file)
            .args([name, "--exact", "--nocapture"])
            .env(FAULT, format!("{kind} {fault}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let line = lines
            .map_while(std::result::Result::ok)
            .find_map(|line| line.split_once("address ").map(|(_, rest)| rest.to_owned()))
            .expect("it says where it listens");
        let (address, key) = line.split_once(' ').expect("two words");
        let authority = is_sealed.then(|| key.parse().expect("a key"));
        Self { process, target: Target { address: address.to_owned(), authority } }
    }

    fn play(&self, scenario: &'static Scenario, limits: Limits) -> Result {
        let hostility = Hostility {
            pid: Some(self.process.id()),
            connections: 16,
            time: Duration::from_millis(500),
            memory: 16 << 20,
        };
        run_hostile(scenario, &self.target, limits, hostility)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended needs no end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Serves in the process that [`Server::start`] starts, until its parent is gone.
fn serve(words: &str) {
    let (kind, name) = words.split_once(' ').expect("two words");
    let target = match kind {
        "sealed" => broken::start_sealed(fault(name)),
        _ => broken::start(fault(name)),
    };
    let key = target.authority.map_or("-".to_owned(), |key| key.to_string());
    println!("address {} {key}", target.address);
    let _ = io::stdin().read_to_end(&mut Vec::new());
}

#[test]
fn a_server_in_a_process_of_its_own_is_watched() {
    if let Ok(words) = env::var(FAULT) {
        return serve(&words);
    }
    let server = Server::start(NONE, false);
    let silent = HOSTILE.iter().find(|one| one.id == "H-SILENT").expect("it is one");
    let result = server.play(silent, PATIENT);
    assert_eq!(result.verdict, Verdict::Pass, "{}", result.reason);
    let names: Vec<_> = result.measured.iter().map(|one| one.0).collect();
    assert!(names.contains(&"memory, growth, KiB"), "{names:?}");
    assert!(names.contains(&"latency meanwhile, longest, ms"), "{names:?}");
}

#[test]
fn each_neglect_is_found_by_its_scenario_and_by_no_other() {
    let faults: Vec<_> = HOSTILE.iter().map(|scenario| scenario.id).chain([NONE]).collect();
    let is_found = |fault: &str, id: &str, verdict| is_found(&[], fault, id, verdict);
    let chosen = pairs::chosen(&faults, HOSTILE, &[]);
    let results = pairs::play(&chosen, 6, is_found, |fault, scenario, limits| {
        Server::start(fault, scenario.id == SEALED).play(scenario, limits)
    });
    check(&results, is_found);
}

#[test]
fn handshakes_are_skipped_where_nothing_is_encrypted() {
    let scenario = HOSTILE.iter().find(|one| one.id == SEALED).expect("it is one");
    let server = Server::start(NONE, false);
    assert_eq!(server.play(scenario, PATIENT).verdict, Verdict::Skip);
}

#[test]
fn a_process_that_is_not_there_is_not_measured() {
    let target = broken::start(NONE);
    let scenario = HOSTILE.iter().find(|one| one.id == "H-SILENT").expect("it is one");
    let hostility = Hostility { pid: Some(0), ..Hostility::default() };
    let result = run_hostile(scenario, &target, PATIENT, hostility);
    assert_eq!(result.verdict, Verdict::Inconclusive);
    assert_eq!(result.reason, "no process 0 to measure");
}
