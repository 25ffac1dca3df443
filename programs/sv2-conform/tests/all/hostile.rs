//! Each way of neglecting others is found by its scenario, and by no other.

use std::env;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use sv2_conform::hostile::{HOSTILE, Hostility};
use sv2_conform::{Limits, Result, Scenario, Target, Verdict, run_hostile};

use crate::broken::{self, NONE};
use crate::matrix::{PATIENT, QUICK};

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
    let faults = HOSTILE.iter().map(|scenario| scenario.id).chain([NONE]);
    let pairs = faults.flat_map(|fault| HOSTILE.iter().map(move |scenario| (fault, scenario)));
    // Each with its own fault, and of the others a share: they take half a second each.
    let share = codec_effort::share();
    let work = pairs.enumerate().filter(|(at, (fault, one))| *fault == one.id || share(*at));
    let work: Vec<_> = work.map(|(_, pair)| pair).collect();
    let count = work.len();
    let (work, found) = (Mutex::new(work.into_iter()), Mutex::new(Vec::new()));
    let next = || work.lock().expect("no panic").next();
    let slow = Limits { quiet: Duration::from_secs(1), ..PATIENT };
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some((fault, scenario)) = next() {
                    let expected = if fault == scenario.id { Verdict::Fail } else { Verdict::Pass };
                    // A machine may be too busy to answer in time: slower, it has to be the same.
                    let play =
                        |limits| Server::start(fault, scenario.id == SEALED).play(scenario, limits);
                    let mut result = play(QUICK);
                    if result.verdict != expected {
                        result = play(slow);
                    }
                    let is_right = result.verdict == expected;
                    let line = format!(
                        "fault {fault}: {} is {}: {}",
                        scenario.id, result.verdict, result.reason
                    );
                    found.lock().expect("no panic").push((is_right, line));
                }
            });
        }
    });
    let found = found.into_inner().expect("no panic");
    assert_eq!(found.len(), count);
    let wrong: Vec<_> = found.into_iter().filter(|one| !one.0).map(|one| one.1).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
