//! Why a command failed.

use std::fmt::Display;
use std::io::{self, Write as _};

/// Ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output has closed it.
    BrokenPipe,
    /// The error was printed already.
    Reported,
    /// Shares were refused: how many.
    Refused(String),
    /// The error, in one line.
    Because(String),
}

impl Failure {
    /// What was being done, and the error.
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

/// Prints a line to standard error. When that fails too, the error cannot be reported.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints a line to standard output.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout(), "{line}").map_err(|error| Failure::output(&error))
}
