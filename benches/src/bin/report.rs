//! Runs the groups and writes `docs/performance.md`, `docs/figures.md` and their plots:
//! `cargo run --release -p codec-benches --bin report`, whose options `--help` prints.
#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use codec_benches::bench::Effort;
use codec_benches::harness::{self, Selection, Setup};
use codec_benches::report::{Ratios, Report, told};

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

const HELP: &str =
    "report [GROUP ...] [--quick] [--to DIRECTORY] [--freeze FILE] [--against FILE] \
    [--save FILE] [--redraw FILE]

Measures the groups, all without a name, and writes performance.md, figures.md and plots.
  --quick         fewer samples, for a look, into target/report
  --to DIRECTORY  where to write, instead of docs
  --freeze FILE   writes the ratios of all rows: docs/baseline.json
  --against FILE  fails when a row has lost more than 5 % of its ratio in that file
  --save FILE     keeps what was found: docs/plots/data; groups that are named replace theirs alone
  --redraw FILE   writes pages and plots from such a file, and measures nothing
";

fn run(mut arguments: Vec<String>, effort: Effort) -> Result<(), String> {
    if arguments.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) {
        println!("{HELP}");
        return Ok(());
    }
    let to = option(&mut arguments, "--to")?;
    let folder = if effort == Effort::Quick { "../target/report" } else { "../docs" };
    let to = to.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    if let Some(path) = option(&mut arguments, "--redraw")? {
        let report = Report::read(&path)?;
        if let Some(path) = option(&mut arguments, "--freeze")? {
            std::fs::write(&path, report.ratios().json()).map_err(|error| told(&path, &error))?;
        }
        return report.write(&to);
    }
    let save = option(&mut arguments, "--save")?;
    let (freeze, against) =
        (option(&mut arguments, "--freeze")?, option(&mut arguments, "--against")?);
    arguments.retain(|argument| argument != "--quick");
    let selection = Selection::of_names(&arguments, effort)?;
    // Read first, so that a mistake shows before all is measured.
    let frozen = against.map(|path| {
        let text = std::fs::read_to_string(&path).map_err(|error| told(&path, &error))?;
        Ratios::parse(&text).map_err(|error| told(&path, &error))
    });
    let frozen = frozen.transpose()?;
    let kept = save.as_deref().filter(|path| !arguments.is_empty() && path.exists());
    if save.is_some() && effort == Effort::Quick {
        return Err("--save keeps figures for long: measure them without --quick".to_owned());
    }
    let mut report = kept.map_or_else(|| Ok(Report::of_this_machine()), Report::resume)?;
    let mut groups = Vec::new();
    selection.run(|group, findings| {
        groups.push(group.name);
        report.add(group, findings);
    })?;
    report.write(&to)?;
    eprintln!("wrote {}", to.join("performance.md").display());
    let ratios = report.ratios();
    if let Some(path) = freeze {
        std::fs::write(&path, ratios.json()).map_err(|error| told(&path, &error))?;
    }
    if let Some(path) = save {
        report.save(&path)?;
    }
    match frozen.map(|frozen| ratios.lost(&frozen, &groups)) {
        Some(lost) if !lost.is_empty() => {
            Err(format!("rows that lost more than 5 % of their ratio:\n{}", lost.join("\n")))
        }
        _ => Ok(()),
    }
}
