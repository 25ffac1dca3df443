//! Runs the program, with a time-out.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any run takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a run ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// The run failed deliberately: with a message, and without a panic.
    #[track_caller]
    pub(crate) fn assert_refused(&self, words: &[&str]) {
        assert_eq!(self.status.code(), Some(1), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        assert!(!self.stderr.contains("backtrace"), "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {self:?}");
        }
    }

    #[track_caller]
    pub(crate) fn assert_success(&self) {
        assert!(self.status.success() && self.stderr.is_empty(), "{self:?}");
    }
}

/// A running program; killed when this is dropped.
pub(crate) struct Running {
    child: Child,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Running {
    pub(crate) fn start(arguments: &[&str], stdin: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sv2"))
            .args(arguments)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let stdout = child.stdout.take().map(BufReader::new);
        Self { child, stdout }
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The next line of standard output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.as_mut().expect("it is not finished").read_line(&mut line).expect("text");
        line
    }

    /// Stops reading standard output.
    pub(crate) fn close_stdout(&mut self) {
        self.stdout = None;
    }

    /// Waits for the end.
    pub(crate) fn finish(mut self) -> Outcome {
        let stdout = self.stdout.take().map(|pipe| thread::spawn(move || text(pipe)));
        let stderr = self.child.stderr.take().map(|pipe| thread::spawn(move || text(pipe)));
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let join = |thread: Option<thread::JoinHandle<String>>| {
            thread.map(|thread| thread.join().expect("it reads")).unwrap_or_default()
        };
        Outcome { status, stdout: join(stdout), stderr: join(stderr) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(mut pipe: impl Read) -> String {
    let mut text = Vec::new();
    pipe.read_to_end(&mut text).expect("a pipe is read");
    String::from_utf8(text).expect("the program prints text")
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    Running::start(arguments, Stdio::null()).finish()
}

/// Runs the program to its end with this input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Outcome {
    let mut running = Running::start(arguments, Stdio::piped());
    let mut stdin = running.child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    // A program that stops reading early breaks the pipe.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let outcome = running.finish();
    feeder.join().expect("it writes");
    outcome
}

/// Starts a program that listens on a free port; returns its address, and its authority's key
/// unless it uses plaintext.
pub(crate) fn started(arguments: &[&str]) -> (Running, String, String) {
    let mut running = Running::start(arguments, Stdio::null());
    let mut after = |start: &str| {
        let line = running.line();
        line.trim_end().strip_prefix(start).expect(&line).to_owned()
    };
    let address = after("listening on ");
    let is_plaintext = arguments.contains(&"--plaintext");
    let key = if is_plaintext { String::new() } else { after("authority key ") };
    (running, address, key)
}

/// Tells a program to terminate.
#[cfg(unix)]
pub(crate) fn send(signal: &str, running: &Running) {
    let id = running.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status().expect("there is kill");
    assert!(status.success());
}
