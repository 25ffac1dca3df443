//! Puts programs that speak Stratum V2 to scenarios, and prints a verdict on each.
#![forbid(unsafe_code)]

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use codec_capture::show::Printable;
use codec_noise::AuthorityKey;
use sv2_conform::hostile::{self, HOSTILE, Hostility};
use sv2_conform::{
    Limits, Result as Verdicts, SCENARIOS, Scenario, TEMPLATES, Target, Verdict, report, run, run_hostile,
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
    Hostile(Hostile),
    TemplateProvider(TemplateProvider),
}

/// Connects to a template provider, and plays the part of a pool.
#[derive(Debug, Args)]
struct TemplateProvider {
    #[command(flatten)]
    server: Server,
}

/// Connects to a server for mining as hostile clients do, and looks at what it does for others.
///
/// Only for servers of this machine, and for those whose address is given twice.
#[derive(Debug, Args)]
struct Hostile {
    #[command(flatten)]
    server: Server,
    /// The address again: the server is yours to disturb.
    #[arg(long, value_name = "ADDRESS")]
    i_own: Option<String>,
    /// The server's process on this machine: its memory is measured.
    #[arg(long, value_name = "NUMBER")]
    pid: Option<u32>,
    /// Mebibytes that the process may grow by in a scenario.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    memory: u32,
    /// Hostile connections at once.
    #[arg(long, value_name = "N", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    /// Time that they go on, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
}

impl Hostile {
    /// Plays the scenarios, if the address may be disturbed.
    fn play(&self) -> Result<ExitCode, Trouble> {
        if let Some(address) = self.server.address.as_deref().filter(|_| !self.server.list) {
            hostile::is_allowed(address, self.i_own.as_deref()).map_err(|reason| {
                (io::Error::new(io::ErrorKind::PermissionDenied, reason), address.to_owned())
            })?;
        }
        let hostility = Hostility {
            pid: self.pid,
            connections: self.connections.into(),
            time: Duration::from_secs(self.seconds.into()),
            memory: u64::from(self.memory) << 20,
        };
        play(&self.server, HOSTILE, |scenario, target, limits| {
            run_hostile(scenario, target, limits, hostility)
        })
    }
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
#[derive(Debug, Clone, Copy, ValueEnum)]
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
