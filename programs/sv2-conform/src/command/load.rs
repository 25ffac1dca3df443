//! `sv2-conform load`.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use codec_capture::show::Printable;
use codec_noise::AuthorityKey;
use sv2_conform::Target;
use sv2_conform::load::{self, Plan, load};

use super::hostile::allowed;
use super::{Format, Trouble, UNCLEAR, printing, report_file};

/// Connects to a server for mining with many miners, and measures the time of its answers.
///
/// Only for servers of this machine, and for those whose address is given twice. The exit status is 0
/// when each share was answered, and 3 when not.
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// The server, such as `127.0.0.1:3336`.
    address: String,
    /// Encrypt, and demand a certificate of this authority, a key in base58check.
    #[arg(long, value_name = "KEY")]
    authority: Option<AuthorityKey>,
    /// The address again: the server is yours to disturb.
    #[arg(long, value_name = "ADDRESS")]
    i_own: Option<String>,
    /// The change of the rate over time.
    #[arg(long, value_enum, default_value_t = Profile::Constant)]
    profile: Profile,
    /// Number of miners, each with a connection.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    miners: u16,
    /// Shares of all miners in a second.
    #[arg(long, value_name = "N", default_value_t = 100.0, value_parser = rate)]
    rate: f64,
    /// The rate that `steps`, `ramp` and `burst` reach; ten times `--rate` by default.
    #[arg(long, value_name = "N", value_parser = rate)]
    peak: Option<f64>,
    /// Duration of the load, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=3600))]
    seconds: u16,
    /// Time that an answer may take, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 5000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    time: u32,
    /// The server's process on this machine: its memory and processor time are measured.
    #[arg(long, value_name = "NUMBER")]
    pid: Option<u32>,
    /// Write a report to this file; its name ends in `.json` or `.html`. May be given several times.
    #[arg(long, value_name = "FILE", value_parser = load_file)]
    report: Vec<(PathBuf, Format)>,
}

/// The change of the rate over time.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Profile {
    /// The same rate all the time.
    Constant,
    /// From the rate to the peak in five steps.
    Steps,
    /// From the rate to the peak, a little more all the time.
    Ramp,
    /// The peak in the last second of five, the rate in the others.
    Burst,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.1..1e6).contains(&rate) => Ok(rate),
        _ => Err("not between 0.1 and 1,000,000".to_owned()),
    }
}

fn load_file(name: &str) -> Result<(PathBuf, Format), String> {
    match report_file(name) {
        Ok(file) if file.1 != Format::Xml => Ok(file),
        _ => Err("the name does not end in `.json` or `.html`".to_owned()),
    }
}

impl Load {
    /// Puts the server to the load, and prints what came of it.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        allowed(&self.address, self.i_own.as_deref())?;
        let target = Target { address: self.address, authority: self.authority };
        let profile = match self.profile {
            Profile::Constant => load::Profile::Constant,
            Profile::Steps => load::Profile::Steps,
            Profile::Ramp => load::Profile::Ramp,
            Profile::Burst => load::Profile::Burst,
        };
        let (miners, rate, seconds, pid) = (self.miners, self.rate, self.seconds, self.pid);
        let (peak, time) =
            (self.peak.unwrap_or(rate * 10.0), Duration::from_millis(self.time.into()));
        let found = load(&target, &Plan { profile, miners, rate, peak, seconds, time, pid });
        let mut out = io::stdout().lock();
        for line in load::summary(&found).lines() {
            writeln!(out, "{}", Printable(line)).map_err(printing)?;
        }
        for (path, format) in &self.report {
            let text = match format {
                Format::Html => load::page(&target, &found),
                Format::Json | Format::Xml => load::json(&target, &found),
            };
            fs::write(path, text)
                .map_err(|error| (error, format!("can't write {}", path.display())))?;
        }
        let is_whole = found.troubles.is_empty() && found.unanswered == 0 && found.unsent == 0;
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(UNCLEAR) })
    }
}
