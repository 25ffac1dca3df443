//! Runs the groups of measurements under criterion and prints their tables:
//! `cargo bench -p codec-benches [NAME ... | FILTER] [-- OPTIONS]`, with criterion's options:
//! `--save-baseline`, `--baseline`, `--warm-up-time`, `--measurement-time`, `--sample-size`, ...
//!
//! Without `--bench`, which `cargo bench` adds and `cargo test` does not, it runs nothing.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codec_benches::harness::{self, Selection, Setup};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = harness::answer(Setup::CommandLine).unwrap_or_else(|| {
        if !arguments.iter().any(|argument| argument == "--bench") {
            println!("measures under `cargo bench` only");
            return Ok(());
        }
        Selection::of_command_line(&arguments).run(|group, findings| {
            println!("== {}\n", group.title);
            findings.tables.iter().for_each(|table| println!("{}", table.markdown()));
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
