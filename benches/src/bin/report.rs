//! Runs the groups and writes `docs/performance.md` with its plots:
//! `cargo run --release -p codec-benches --bin report -- [NAME ...] [--quick] [--to DIRECTORY]
//! [--freeze FILE] [--against FILE]`.
//!
//! Without names all groups run. The default directory is `docs`. `--freeze` writes the ratios of
//! all rows, `docs/baseline.json` by convention; `--against` compares with such a file, and fails
//! when a row has lost more than 5 % of its ratio.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use codec_benches::bench::Effort;
use codec_benches::harness::{self, Selection, Setup};
use codec_benches::report::{self, Ratios};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let effort = if arguments.iter().any(|argument| argument == "--quick") {
        Effort::Quick
    } else {
        Effort::Full
    };
    let done = harness::answer(Setup::Report(effort)).unwrap_or_else(|| run(arguments, effort));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Removes an option and its value from the arguments.
fn option(arguments: &mut Vec<String>, name: &str) -> Result<Option<PathBuf>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else { return Ok(None) };
    let mut taken = arguments.drain(at..(at + 2).min(arguments.len()));
    let value = taken.nth(1).map(PathBuf::from);
    value.map(Some).ok_or_else(|| format!("{name} needs a value"))
}

fn run(mut arguments: Vec<String>, effort: Effort) -> Result<(), String> {
    let command =
        std::iter::once("cargo run --release -p codec-benches --bin report --".to_owned())
            .chain(arguments.iter().cloned())
            .collect::<Vec<_>>()
            .join(" ");
    let to = option(&mut arguments, "--to")?;
    let to = to.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs")));
    let (freeze, against) =
        (option(&mut arguments, "--freeze")?, option(&mut arguments, "--against")?);
    // Read first, so that a mistake shows before all is measured.
    let frozen = against.map(|path| {
        let told = |error: String| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| told(error.to_string()))?;
        Ratios::parse(&text).map_err(told)
    });
    let frozen = frozen.transpose()?;
    arguments.retain(|argument| argument != "--quick");
    let selection = Selection::of_names(&arguments, effort)?;
    let mut sections = Vec::new();
    selection.run(|group, findings| sections.push((group, findings)))?;
    let path = report::write(&to, command.trim_end_matches(" --"), &sections)?;
    eprintln!("wrote {}", path.display());
    let ratios = Ratios::of(&sections);
    if let Some(path) = freeze {
        std::fs::write(&path, ratios.json())
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let groups: Vec<&str> = sections.iter().map(|(group, _)| group.name).collect();
    match frozen.map(|frozen| ratios.lost(&frozen, &groups)) {
        Some(lost) if !lost.is_empty() => {
            Err(format!("rows that lost more than 5 % of their ratio:\n{}", lost.join("\n")))
        }
        _ => Ok(()),
    }
}
