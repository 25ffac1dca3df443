//! Runs, for each change, the tests that come past it, until one fails.

use crate::list::Mutant;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A test of a program of tests.
struct Test {
    program: PathBuf,
    folder: PathBuf,
    package: String,
    name: String,
    /// The changes that it comes past, and how long it takes, unchanged.
    reached: BTreeSet<usize>,
    takes: Duration,
}

/// Outcome of a run.
enum Outcome {
    Passed,
    /// Failed by this test, or for this reason.
    Failed(String),
    TimedOut,
}

/// Tries every change and writes a line on each into `results`; those in there are not tried
/// again.
pub fn all(mutants: &[Mutant], refused: &BTreeSet<usize>, results: &str, seconds: u64) {
    let before = std::fs::read_to_string(results).unwrap_or_default();
    let done: BTreeSet<&str> = before
        .lines()
        .filter_map(|line| Some(line.split_once('\t')?.1.split('\t').next()?))
        .collect();
    let file =
        std::fs::File::options().create(true).append(true).open(results).expect("the results");
    let start = Instant::now();
    let mut tests: Vec<Test> = programs().into_iter().flat_map(|one| one.split()).collect();
    tests.retain_mut(|one| one.unchanged(seconds));
    tests.sort_by_key(|one| one.takes);
    println!("{} tests in {:?}", tests.len(), start.elapsed());
    let next = AtomicUsize::new(0);
    let file = Mutex::new(file);
    let take = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(mutant) = mutants.get(number) else { break };
            if done.contains(&*mutant.name) {
                continue;
            }
            let (what, by) = if refused.contains(&number) {
                ("unviable", String::new())
            } else {
                attempt(number, &mutant.by, &tests, seconds)
            };
            writeln!(file.lock().expect("the results"), "{what}\t{}\t{by}", mutant.name)
                .expect("the results");
            println!("{what:9} {} {by}", mutant.name);
        }
    };
    let jobs = std::env::var("MUTANTS_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
    std::thread::scope(|scope| (0..jobs).for_each(|_: usize| drop(scope.spawn(take))));
}

fn attempt(number: usize, by: &str, tests: &[Test], seconds: u64) -> (&'static str, String) {
    let mut reached: Vec<&Test> =
        tests.iter().filter(|one| one.reached.contains(&number)).collect();
    if reached.is_empty() {
        return ("unreached", String::new());
    }
    reached.sort_by_key(|one| one.title() != by);
    for one in reached {
        match one.run(Some(number), seconds) {
            Outcome::Passed => {}
            Outcome::Failed(by) => return ("caught", format!("{} {by}", one.title())),
            Outcome::TimedOut => return ("timeout", one.title()),
        }
    }
    ("missed", String::new())
}

/// The programs that cargo says it has built, each as a test without a name.
fn programs() -> Vec<Test> {
    let mut found = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line.expect("cargo's messages")) else {
            continue;
        };
        let (Some(program), Some(manifest)) =
            (message["executable"].as_str(), message["manifest_path"].as_str())
        else {
            continue;
        };
        if message["profile"]["test"] == true {
            let folder = Path::new(manifest).parent().expect("a folder").to_owned();
            let package = message["target"]["name"].as_str().unwrap_or_default().to_owned();
            let one = Test {
                program: program.into(),
                folder,
                package,
                name: String::new(),
                reached: BTreeSet::new(),
                takes: Duration::ZERO,
            };
            found.insert(program.to_owned(), one);
        }
    }
    found.into_values().collect()
}

impl Test {
    /// The tests of this program, each for itself: those that take no time are tried first.
    fn split(self) -> Vec<Self> {
        let listed = Command::new(&self.program).arg("--list").current_dir(&self.folder).output();
        let listed = String::from_utf8(listed.expect("a program of tests").stdout).expect("names");
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        let one = |name: &str| Self {
            program: self.program.clone(),
            folder: self.folder.clone(),
            package: self.package.clone(),
            name: name.to_owned(),
            reached: BTreeSet::new(),
            takes: Duration::ZERO,
        };
        names.map(one).collect()
    }

    fn title(&self) -> String {
        format!("{} {}", self.package, self.name)
    }

    /// Runs it unchanged: what it comes past, and how long that takes. One that fails now, as
    /// some do on a busy machine, would show nothing later.
    fn unchanged(&mut self, seconds: u64) -> bool {
        let start = Instant::now();
        let outcome = self.run(None, seconds);
        self.takes = start.elapsed();
        let reached = std::fs::read_to_string(self.note()).unwrap_or_default();
        self.reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
        let good = matches!(outcome, Outcome::Passed);
        if !good {
            println!("{} does not pass unchanged, and is left out", self.title());
        }
        good
    }

    fn note(&self) -> PathBuf {
        self.program.with_extension("reached")
    }

    fn run(&self, change: Option<usize>, seconds: u64) -> Outcome {
        // Processor time, for a busy machine is no fault of a change's, and addresses, for a
        // change may ask for all memory that there is.
        let limits = format!("ulimit -t {seconds} -v 16000000; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(limits).arg(&self.program).current_dir(&self.folder);
        command.args(["--exact", &self.name]);
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true").env("RUST_BACKTRACE", "0");
        match change {
            Some(number) => command.env("CODEC_MUTANT", number.to_string()),
            None => command.env("CODEC_MUTANTS_REACHED", self.note()),
        };
        let output = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: what it starts ends with it.
        let mut child = output.process_group(0).spawn().expect("a program of tests");
        let group = i32::try_from(child.id()).expect("a process");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (told, hears) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if line.starts_with("test ") && line.ends_with("FAILED") && told.send(line).is_err()
                {
                    break;
                }
            }
        });
        // Waiting takes no processor time: a change may make it wait for ever.
        let wall = Duration::from_secs(seconds * 4) + self.takes * 10;
        let first = hears.recv_timeout(wall);
        if !matches!(first, Err(std::sync::mpsc::RecvTimeoutError::Disconnected)) {
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
        }
        let status = child.wait().expect("its end");
        match first {
            Ok(line) => Outcome::Failed(line.split(' ').nth(1).unwrap_or("a test").to_owned()),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => Outcome::TimedOut,
            Err(_) if status.success() => Outcome::Passed,
            Err(_) => match std::os::unix::process::ExitStatusExt::signal(&status) {
                // Killed, or stopped for its processor time.
                Some(9 | 24) => Outcome::TimedOut,
                Some(signal) => Outcome::Failed(format!("signal {signal}")),
                None => Outcome::Failed("its status".to_owned()),
            },
        }
    }
}
