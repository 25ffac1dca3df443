//! Puts programs that speak Stratum V2 to scenarios, and prints a verdict on each.
#![forbid(unsafe_code)]

mod command;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use codec_capture::show::Printable;
use codec_noise::AuthorityKey;
use sv2_conform::{
    Limits, Result as Verdicts, SCENARIOS, Scenario, TEMPLATES, Target, Verdict, report, run,
};

/// Puts a program to scenarios of Stratum V2's specification, and prints a verdict on each.
///
/// The exit status is 0 when nothing failed, 1 when a scenario failed, 2 for wrong usage, and 3 when none
/// failed, but some could not be played to their end.
#[derive(Debug, Parser)]
#[command(name = "sv2-conform", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Server(Server),
    Hostile(command::Hostile),
    TemplateProvider(TemplateProvider),
    Load(command::Load),
}

/// Connects to a template provider, and plays the part of a pool.
#[derive(Debug, Args)]
struct TemplateProvider {
    #[command(flatten)]
    server: Server,
}

/// Connects to a server for mining, and plays the part of its miners.
#[derive(Debug, Args)]
struct Server {
    /// The server, such as `127.0.0.1:3336`.
    #[arg(required_unless_present = "list")]
    address: Option<String>,
    /// Encrypt, and demand a certificate of this authority, a key in base58check. Without this option,
    /// nothing is encrypted.
    #[arg(long, value_name = "KEY")]
    authority: Option<AuthorityKey>,
    /// Play only scenarios whose ids begin with this; may be given several times.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Print the scenarios, and play none.
    #[arg(long)]
    list: bool,
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

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Server(server) => play(&server, SCENARIOS, run),
        Command::Hostile(hostile) => hostile.play(),
        Command::Load(load) => load.play(),
        Command::TemplateProvider(provider) => play(&provider.server, TEMPLATES, run),
    };
    match outcome {
        Ok(status) => status,
        // The reader of the output has closed it.
        Err((error, _)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err((error, doing)) => {
            eprintln!("sv2-conform: {doing}: {error}");
            ExitCode::from(2)
        }
    }
}

/// An error, and what was being done.
type Trouble = (io::Error, String);

fn printing(error: io::Error) -> Trouble {
    (error, "can't write to standard output".to_owned())
}

fn play(
    server: &Server,
    scenarios: &'static [Scenario],
    run: impl Fn(&'static Scenario, &Target, Limits) -> Verdicts,
) -> Result<ExitCode, Trouble> {
    let is_chosen = |scenario: &&Scenario| {
        server.only.is_empty() || server.only.iter().any(|id| scenario.id.starts_with(id))
    };
    let chosen: Vec<_> = scenarios.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "no scenario has such an id");
        return Err((error, "--only".to_owned()));
    }
    let mut out = io::stdout().lock();
    let Some(address) = server.address.clone().filter(|_| !server.list) else {
        for Scenario { id, level, clause, sends, accepts, .. } in chosen {
            writeln!(out, "{id:<13} {level:<7} {clause:<14} {sends} -> {accepts}")
                .map_err(printing)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let target = Target { address, authority: server.authority };
    let limits = Limits {
        time: Duration::from_millis(server.time.into()),
        quiet: Duration::from_millis(server.quiet.into()),
    };
    let mut results = Vec::new();
    for scenario in chosen {
        let result = run(scenario, &target, limits);
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
    for (path, format) in &server.report {
        let text = match format {
            Format::Xml => report::junit(&target, &results),
            Format::Json => report::json(&target, &results),
            Format::Html => report::page(&target, &results),
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
