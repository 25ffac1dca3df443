//! What is being measured, on one line of a terminal that is written over.
#![forbid(unsafe_code)]

use std::io::{IsTerminal as _, Write as _, stderr};

/// Tells what comes next, on standard error; where that is no terminal, nothing.
pub fn step(what: &str) {
    let mut out = stderr();
    if out.is_terminal() {
        // Who can't see the progress still gets the figures.
        let _ = write!(out, "\r\x1b[K{what}").and_then(|()| out.flush());
    }
}

/// Leaves the line behind.
pub fn done() {
    step("");
}
