//! Runs the groups and writes `docs/performance.md` with its plots:
//! `cargo run --release -p codec-benches --bin report [NAME ...] [--quick] [--to DIRECTORY]`.
//!
//! Without names all groups run. The default directory is `docs`.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use codec_benches::harness::{self, Selection};
use codec_benches::report;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = harness::answer(&arguments)
        .unwrap_or_else(|| run(arguments).map(|path| eprintln!("wrote {}", path.display())));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<PathBuf, String> {
    let command =
        std::iter::once("cargo run --release -p codec-benches --bin report --".to_owned())
            .chain(arguments.iter().cloned())
            .collect::<Vec<_>>()
            .join(" ");
    let mut to = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"));
    if let Some(at) = arguments.iter().position(|argument| argument == "--to") {
        to = arguments.drain(at..).nth(1).map(PathBuf::from).ok_or("--to needs a directory")?;
    }
    let selection = Selection::of(&arguments)?;
    let mut sections = Vec::new();
    selection.run(|group, findings| sections.push((group, findings)))?;
    report::write(&to, command.trim_end_matches(" --"), &sections)
}
