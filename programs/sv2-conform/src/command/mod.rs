//! The commands, and what those with scenarios do: choose scenarios, print verdicts, write reports.

pub(crate) mod client;
pub(crate) mod hostile;
pub(crate) mod load;
pub(crate) mod proxy;
pub(crate) mod server;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use codec_capture::show::Printable;
use sv2_conform::{Limits, Result as Verdicts, Scenario, Target, Verdict, report};

/// Options of all commands that play scenarios.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Play only scenarios whose ids begin with this; may be given several times.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Print the scenarios, and play none.
    #[arg(long)]
    pub(crate) list: bool,
    /// Time that an answer may take, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 5000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// Time in which nothing may come where nothing should, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    quiet: u32,
    /// Write a report to this file; its name ends in `.xml` (`JUnit`), `.json` or `.html`. May be given several
    /// times.
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    report: Vec<(PathBuf, Format)>,
}

/// The kind of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Xml,
    Json,
    Html,
}

fn report_file(name: &str) -> Result<(PathBuf, Format), String> {
    let path = PathBuf::from(name);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = Format::from_str(ending, true)
        .map_err(|_| "the name does not end in `.xml`, `.json` or `.html`".to_owned())?;
    Ok((path, format))
}

/// The exit status when nothing failed, but not everything was played to its end.
const UNCLEAR: u8 = 3;

/// An error, and what was being done.
pub(crate) type Trouble = (io::Error, String);

fn printing(error: io::Error) -> Trouble {
    (error, "can't write to standard output".to_owned())
}

impl Options {
    /// The scenarios that were asked for.
    fn chosen(&self, all: &'static [Scenario]) -> Result<Vec<&'static Scenario>, Trouble> {
        let is_chosen = |scenario: &&Scenario| {
            self.only.is_empty() || self.only.iter().any(|id| scenario.id.starts_with(id))
        };
        let chosen: Vec<_> = all.iter().filter(is_chosen).collect();
        if chosen.is_empty() {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "no scenario has such an id");
            return Err((error, "--only".to_owned()));
        }
        Ok(chosen)
    }

    /// Prints the scenarios.
    pub(crate) fn print_list(&self, all: &'static [Scenario]) -> Result<ExitCode, Trouble> {
        let mut out = io::stdout().lock();
        for Scenario { id, level, clause, sends, accepts, .. } in self.chosen(all)? {
            writeln!(out, "{id:<13} {level:<7} {clause:<14} {sends} -> {accepts}")
                .map_err(printing)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Plays the scenarios, and prints and reports what came of it.
    pub(crate) fn play(
        &self,
        all: &'static [Scenario],
        target: &Target,
        run: impl Fn(&'static Scenario, Limits) -> Verdicts,
    ) -> Result<ExitCode, Trouble> {
        let limits = Limits {
            time: Duration::from_millis(self.time.into()),
            quiet: Duration::from_millis(self.quiet.into()),
        };
        let (chosen, mut out) = (self.chosen(all)?, io::stdout().lock());
        let mut results = Vec::new();
        for scenario in chosen {
            let result = run(scenario, limits);
            let Verdicts { verdict, reason, .. } = &result;
            let Scenario { id, level, clause, .. } = scenario;
            let line = format!("{id:<13} {verdict:<13} {level:<7} {clause:<14} {reason}");
            writeln!(out, "{}", Printable(line.trim_end())).map_err(printing)?;
            if !result.measured.is_empty() {
                let figures =
                    result.measured.iter().map(|(name, figure)| format!("{name}: {figure:.1}"));
                let figures = figures.collect::<Vec<_>>().join("; ");
                writeln!(out, "{:<13} {figures}", "").map_err(printing)?;
            }
            out.flush().map_err(printing)?;
            results.push(result);
        }
        let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
        let counts = Verdict::ALL.map(|verdict| format!("{} {verdict}", count(verdict)));
        writeln!(out, "{}", counts.join(", ")).map_err(printing)?;
        for (path, format) in &self.report {
            let text = match format {
                Format::Xml => report::junit(target, &results),
                Format::Json => report::json(target, &results),
                Format::Html => report::page(target, &results),
            };
            fs::write(path, text)
                .map_err(|error| (error, format!("can't write {}", path.display())))?;
        }
        Ok(match (count(Verdict::Fail), count(Verdict::Inconclusive)) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(UNCLEAR),
            _ => ExitCode::FAILURE,
        })
    }
}
