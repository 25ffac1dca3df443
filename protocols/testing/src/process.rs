//! Runs a program, with a time-out.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::marker::PhantomData;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any run takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program of the package whose tests run it.
pub trait Program {
    /// Its file: `env!("CARGO_BIN_EXE_..")`.
    const FILE: &'static str;
}

/// How a run ended, and what it printed.
#[derive(Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed to standard output.
    pub stdout: String,
    /// What it printed to standard error.
    pub stderr: String,
}

impl Outcome {
    /// The run failed deliberately: with a message, and without a panic.
    ///
    /// # Panics
    /// When it did not.
    #[track_caller]
    pub fn assert_refused(&self, words: &[&str]) {
        self.assert_ended(1, words);
    }

    /// It ended with this status, and this message on standard error.
    ///
    /// # Panics
    /// When it did not.
    #[track_caller]
    pub fn assert_ended(&self, code: i32, words: &[&str]) {
        assert_eq!(self.status.code(), Some(code), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        assert!(!self.stderr.contains("backtrace"), "{self:?}");
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {self:?}");
        }
    }

    /// It ended with success, and without a word on standard error.
    ///
    /// # Panics
    /// When it did not.
    #[track_caller]
    pub fn assert_success(&self) {
        assert!(self.status.success() && self.stderr.is_empty(), "{self:?}");
    }
}

/// A running program; killed when this is dropped.
#[derive(Debug)]
pub struct Running<P> {
    child: Child,
    stdout: Option<BufReader<ChildStdout>>,
    program: PhantomData<P>,
}

impl<P: Program> Running<P> {
    /// Starts it with these arguments.
    ///
    /// # Panics
    /// When it can't be started.
    pub fn start(arguments: &[&str], stdin: Stdio) -> Self {
        let mut child = Command::new(P::FILE)
            .args(arguments)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let stdout = child.stdout.take().map(BufReader::new);
        Self { child, stdout, program: PhantomData }
    }

    /// Runs it to its end.
    pub fn run(arguments: &[&str]) -> Outcome {
        Self::start(arguments, Stdio::null()).finish()
    }

    /// Runs it to its end with this input.
    ///
    /// # Panics
    /// When it can't be started.
    pub fn run_with(arguments: &[&str], input: &[u8]) -> Outcome {
        let mut running = Self::start(arguments, Stdio::piped());
        let mut stdin = running.child.stdin.take().expect("it is piped");
        let input = input.to_vec();
        // A program that stops reading early breaks the pipe.
        let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
        let outcome = running.finish();
        feeder.join().expect("it writes");
        outcome
    }
}

impl<P> Running<P> {
    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The next line of standard output.
    ///
    /// # Panics
    /// When it is no text, or is closed.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.as_mut().expect("it is not finished").read_line(&mut line).expect("text");
        line
    }

    /// The rest of the next line of standard output, which starts like this.
    ///
    /// # Panics
    /// When it does not.
    pub fn line_after(&mut self, start: &str) -> String {
        let line = self.line();
        line.trim_end().strip_prefix(start).expect(&line).to_owned()
    }

    /// Stops reading standard output.
    pub fn close_stdout(&mut self) {
        self.stdout = None;
    }

    /// Sends a signal, such as `-TERM`.
    ///
    /// # Panics
    /// When the program has ended.
    #[cfg(unix)]
    pub fn send(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.id().to_string()]).status();
        assert!(status.expect("there is kill").success());
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// When it does not end, or prints what is no text.
    pub fn finish(mut self) -> Outcome {
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

impl<P> Drop for Running<P> {
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
