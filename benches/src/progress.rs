//! What is being measured, on one line of a terminal that is overwritten.
#![forbid(unsafe_code)]

use std::io::{IsTerminal as _, Write as _, stderr};

/// Shows what comes next, on standard error; nothing if that is not a terminal.
pub fn step(what: &str) {
    let mut out = stderr();
    if out.is_terminal() {
        // If the progress can't be printed, the figures still are.
        let _ = write!(out, "\r\x1b[K{what}").and_then(|()| out.flush());
    }
}

/// Ends the line.
pub fn done() {
    step("");
}
