//! `sv2-conform server`.

use std::process::ExitCode;

use clap::Args;
use codec_noise::AuthorityKey;
use sv2_conform::{SCENARIOS, Target, run};

use super::{Options, Trouble};

/// Connects to a server for mining, and plays the part of its miners.
#[derive(Debug, Args)]
pub(crate) struct Server {
    /// The server, such as `127.0.0.1:3336`.
    #[arg(required_unless_present = "list")]
    address: Option<String>,
    /// Encrypt, and demand a certificate of this authority, a key in base58check. Without this option,
    /// nothing is encrypted.
    #[arg(long, value_name = "KEY")]
    authority: Option<AuthorityKey>,
    #[command(flatten)]
    options: Options,
}

impl Server {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        let Some(address) = self.address.filter(|_| !self.options.list) else {
            return self.options.print_list(SCENARIOS);
        };
        let target = Target { address, authority: self.authority };
        self.options.play(SCENARIOS, &target, |scenario, limits| run(scenario, &target, limits))
    }
}
