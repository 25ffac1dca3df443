//! Runs the program.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a run ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// The run failed deliberately: with a message, and without a panic.
    #[track_caller]
    pub(crate) fn assert_refused(&self, words: &[&str]) {
        self.assert_ended(1, words);
    }

    /// It ended with this status, and this message on standard error.
    #[track_caller]
    pub(crate) fn assert_ended(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {self:?}");
        }
    }

    #[track_caller]
    pub(crate) fn assert_success(&self) {
        assert!(self.code == Some(0) && self.stderr.is_empty(), "{self:?}");
    }
}

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running program; killed when this is dropped.
pub(crate) struct Running {
    child: Child,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Running {
    pub(crate) fn start(arguments: &[&str], stdin: Stdio) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_decred"))
            .args(arguments)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let stdout = child.stdout.take().map(BufReader::new);
        Self { child, stdout }
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

    /// Tells it to terminate.
    #[cfg(unix)]
    pub(crate) fn send(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(status.expect("there is kill").success());
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
        Outcome { code: status.code(), stdout: join(stdout), stderr: join(stderr) }
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
