//! Why a command failed.

use std::fmt::Display;
use std::io;

use codec_capture::show::Printer;
use codec_pool::{ConnectionError, ConnectionErrorKind};

/// Ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output has closed it.
    BrokenPipe,
    /// The error was printed already.
    Reported,
    /// A node broke the protocol, or what it sent contradicts itself: how, in one line.
    Broken(String),
    /// The error, in one line.
    Because(String),
}

impl Failure {
    /// Creates a failure from what was being done and the error.
    pub(crate) fn new(doing: impl Display, reason: impl Display) -> Self {
        Self::Because(format!("{doing}: {reason}"))
    }

    /// Standard output failed.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::new("can't write to standard output", error),
        }
    }
}

/// Frames and messages that are none are the node's fault.
impl From<ConnectionError> for Failure {
    fn from(error: ConnectionError) -> Self {
        match error.kind() {
            ConnectionErrorKind::Frame(_)
            | ConnectionErrorKind::Unknown(_)
            | ConnectionErrorKind::Message { .. } => Self::Broken(error.to_string()),
            _ => Self::Because(error.to_string()),
        }
    }
}

/// Prints a line to standard error. When that fails too, the error cannot be reported.
pub(crate) fn complain(line: &str) {
    let _ = Printer::stderr().print(line);
}

/// Like [`complain`], for programs that serve others: it never waits for the reader of standard
/// error, but drops the line when too many are waiting.
pub(crate) fn note(line: &str) {
    let _ = Printer::stderr().offer(line);
}

/// Prints a line to standard output.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    Printer::stdout().print(line).map_err(|error| Failure::output(&error))
}

/// Waits until all lines are printed.
pub(crate) fn flush() -> Result<(), Failure> {
    let outcome = Printer::stdout().flush().map_err(|error| Failure::output(&error));
    let _ = Printer::stderr().flush();
    outcome
}
