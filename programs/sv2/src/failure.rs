//! Why a command failed.

use std::fmt::Display;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use codec_capture::show::Printer;

/// Ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output has closed it.
    BrokenPipe,
    /// The error was printed already.
    Reported,
    /// The arguments are wrong: which, and why.
    Usage(String),
    /// Shares were refused: how many.
    Refused(String),
    /// The error, in one line.
    Because(String),
}

impl Failure {
    /// Creates a failure from what was being done and the error.
    pub(crate) fn new(doing: impl Display, reason: impl Display) -> Self {
        Self::Because(format!("{doing}: {reason}"))
    }

    /// An argument that is wrong, and why.
    pub(crate) fn usage(argument: impl Display, reason: impl Display) -> Self {
        Self::Usage(format!("{argument}: {reason}"))
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
    let _ = Printer::stderr().print(line);
}

/// Like [`complain`], for programs that serve others: it never waits for the reader of standard
/// error, but drops the line when too many are waiting.
pub(crate) fn note(line: &str) {
    let _ = Printer::stderr().offer(line);
}

/// Lines on closed connections that are printed in a second, at most: clients that are refused by
/// the thousand fill no disk.
const LINES_A_SECOND: u32 = 100;

/// The lines of the current second, and how many were left out since the last that says so.
static CLOSED: Mutex<(Option<Instant>, u32, u64)> = Mutex::new((None, 0, 0));

/// Prints, as [`note`] does, why a client's connection is closed, or counts it.
pub(crate) fn note_closed(peer: impl Display, why: impl Display) {
    let mut closed = CLOSED.lock().unwrap_or_else(PoisonError::into_inner);
    let (since, lines, left_out) = &mut *closed;
    if since.is_none_or(|since| since.elapsed() >= Duration::from_secs(1)) {
        (*since, *lines) = (Some(Instant::now()), 0);
    }
    if *lines == LINES_A_SECOND {
        *left_out += 1;
        return;
    }
    *lines += 1;
    note_left_out(left_out);
    note(&format!("sv2: {peer}: {why}; connection closed"));
}

fn note_left_out(left_out: &mut u64) {
    if *left_out > 0 {
        note(&format!("sv2: {left_out} more connections were closed"));
        *left_out = 0;
    }
}

/// Prints a line to standard output.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    Printer::stdout().print(line).map_err(|error| Failure::output(&error))
}

/// Like [`say`], for programs that serve others: it never waits for the reader of standard output,
/// but drops the line when too many are waiting. When the output is closed, the line is lost, but
/// the work goes on.
pub(crate) fn tell(line: impl Display) {
    let _ = Printer::stdout().offer(line);
}

/// Waits until all lines are printed.
pub(crate) fn flush() -> Result<(), Failure> {
    note_left_out(&mut CLOSED.lock().unwrap_or_else(PoisonError::into_inner).2);
    let outcome = Printer::stdout().flush().map_err(|error| Failure::output(&error));
    let _ = Printer::stderr().flush();
    outcome
}
