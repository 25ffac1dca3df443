//! `sv2-conform hostile`.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use sv2_conform::hostile::{self, HOSTILE, Hostility};
use sv2_conform::run_hostile;

use super::Trouble;
use super::server::Server;

/// Refuses a server that may not be disturbed.
pub(super) fn allowed(address: &str, owned: Option<&str>) -> Result<(), Trouble> {
    hostile::is_allowed(address, owned).map_err(|reason| {
        (io::Error::new(io::ErrorKind::PermissionDenied, reason), address.to_owned())
    })
}

/// Connects to a server for mining as hostile clients do, and looks at what it does for others.
///
/// Only for servers of this machine, and for those whose address is given twice.
#[derive(Debug, Args)]
pub(crate) struct Hostile {
    #[command(flatten)]
    server: Server,
    /// The address again: the server is yours to disturb.
    #[arg(long, value_name = "ADDRESS")]
    i_own: Option<String>,
    /// The server's process on this machine: its memory is measured.
    #[arg(long, value_name = "NUMBER")]
    pid: Option<u32>,
    /// Growth of the process that is allowed in a scenario, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    memory: u32,
    /// Number of hostile connections at the same time.
    #[arg(long, value_name = "N", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    /// Duration of each attack, in seconds, from 0.1 to 3,600.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.1..=3600.0).contains(&number) => Ok(number),
        _ => Err("not between 0.1 and 3,600 seconds".to_owned()),
    }
}

impl Hostile {
    /// Plays the scenarios, if the address may be disturbed.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        if let Some(address) = self.server.address() {
            allowed(address, self.i_own.as_deref())?;
        }
        let hostility = Hostility {
            pid: self.pid,
            connections: self.connections.into(),
            time: Duration::from_secs_f64(self.seconds),
            memory: u64::from(self.memory) << 20,
        };
        self.server.play(HOSTILE, |scenario, target, limits| {
            run_hostile(scenario, target, limits, hostility)
        })
    }
}
