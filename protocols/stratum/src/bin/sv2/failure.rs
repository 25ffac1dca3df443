//! Why a command did not do what it was asked to.

use std::fmt::Display;
use std::io::{self, Write as _};

/// Ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads the output any more.
    BrokenPipe,
    /// What is wrong was printed already.
    Reported,
    /// What is wrong, in a line.
    Because(String),
}

impl Failure {
    /// What was being done, and what is wrong.
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

/// Prints a line to standard error. When that fails too, there is nobody to tell.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints a line to standard output.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout(), "{line}").map_err(|error| Failure::output(&error))
}
