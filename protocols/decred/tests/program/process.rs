//! Runs the program.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

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
        assert_eq!(self.code, Some(1), "{self:?}");
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

/// Runs the program to its end with this input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_decred"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is built");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    // A program that stops reading early breaks the pipe.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it is a child");
    feeder.join().expect("it writes");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    Outcome { code: output.status.code(), stdout, stderr }
}
