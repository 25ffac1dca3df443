//! Runs a program, with a time-out.

use std::env;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::marker::PhantomData;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any run takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program of the package whose tests run it.
pub trait Program {
    /// Its file: `env!("CARGO_BIN_EXE_..")`.
    const FILE: &'static str;
}

/// The words of a command that runs this program: on an emulated machine, the emulator that cargo is
/// set to use (such as `CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER`) comes first.
#[must_use]
pub fn command_words(file: &str) -> Vec<String> {
    let machine = env::consts::ARCH.to_uppercase();
    let runner = env::var(format!("CARGO_TARGET_{machine}_UNKNOWN_LINUX_GNU_RUNNER"));
    let runner = runner.unwrap_or_default();
    runner.split_whitespace().chain([file]).map(String::from).collect()
}

/// Outcome of a run, and its output.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit status.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl Outcome {
    /// Returns how many lines for "standard output" or "standard error" it says it dropped, as
    /// nobody read them in time.
    ///
    /// # Panics
    /// When such a report has no number.
    #[must_use]
    pub fn dropped(&self, stream: &str) -> usize {
        let reports =
            self.stderr.lines().filter_map(|line| line.strip_suffix(" lines were dropped"));
        let counts = reports.filter(|line| line.starts_with(stream));
        let count =
            |line: &str| line.rsplit(' ').next().and_then(|count| count.parse::<usize>().ok());
        counts.map(|line| count(line).expect(line)).sum()
    }

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
    /// Threads that read standard output and standard error to their ends.
    readers: [Option<thread::JoinHandle<String>>; 2],
    program: PhantomData<P>,
}

impl<P: Program> Running<P> {
    /// Starts it with these arguments.
    ///
    /// # Panics
    /// When it can't be started.
    pub fn start(arguments: &[&str], stdin: Stdio) -> Self {
        let words = command_words(P::FILE);
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .args(arguments)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let stdout = child.stdout.take().map(BufReader::new);
        Self { child, stdout, readers: [None, None], program: PhantomData }
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

    /// The lines of standard output, with their ends, as they come.
    ///
    /// # Panics
    /// When standard output is closed.
    pub fn lines(&mut self) -> mpsc::Receiver<String> {
        let mut stdout = self.stdout.take().expect("it is not finished");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            // Until the program ends, or no one reads.
            while stdout.read_line(&mut line).is_ok_and(|len| len > 0)
                && sender.send(std::mem::take(&mut line)).is_ok()
            {}
        });
        lines
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

    /// Reads from here on what it prints, for [`finish`](Self::finish): a program that prints more
    /// than a pipe holds waits for its reader.
    pub fn read_on(&mut self) {
        if let Some(pipe) = self.stdout.take() {
            self.readers[0] = Some(thread::spawn(move || text(pipe)));
        }
        if let Some(pipe) = self.child.stderr.take() {
            self.readers[1] = Some(thread::spawn(move || text(pipe)));
        }
    }

    /// Waits for the end without reading what it prints, unless it is [read](Self::read_on) already.
    ///
    /// # Panics
    /// When it does not end.
    pub fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// When it does not end, or prints what is no text.
    pub fn finish(mut self) -> Outcome {
        self.read_on();
        let [stdout, stderr] = std::mem::take(&mut self.readers);
        let status = self.ended();
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
