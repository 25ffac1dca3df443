//! Shows what is being measured, on one line of the terminal that is overwritten.
#![forbid(unsafe_code)]

use std::io::{IsTerminal as _, Write as _, stderr};

/// Shows the next step on standard error; nothing if that is not a terminal.
pub fn step(what: &str) {
    let mut out = stderr();
    if out.is_terminal() {
        // A failure to print the progress does not affect the figures.
        let _ = write!(out, "\r\x1b[K{what}").and_then(|()| out.flush());
    }
}

/// Ends the line.
pub fn done() {
    step("");
}
