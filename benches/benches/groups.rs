//! Runs the groups of measurements and prints their tables:
//! `cargo bench -p codec-benches [NAME ...] [-- --quick]`.
//!
//! Without `--bench`, which `cargo bench` adds and `cargo test` does not, it
//! runs nothing.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codec_benches::harness::{self, Selection};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = harness::answer(&arguments).unwrap_or_else(|| {
        if !arguments.iter().any(|argument| argument == "--bench") {
            println!("measures under `cargo bench` only");
            return Ok(());
        }
        arguments.retain(|argument| argument != "--bench");
        Selection::of(&arguments)?.run(|group, findings| {
            println!("== {}\n", group.title);
            findings.tables.iter().for_each(|table| println!("{table}"));
        })
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
