//! `sv2-conform proxy`.

use std::process::ExitCode;

use clap::Args;
use codec_noise::AuthorityKey;
use sv2_conform::{PROXY_SCENARIOS, Target, run_proxy};

use super::client::open_door;
use super::{Options, Trouble};

/// Puts a proxy between a server and clients, and plays the part of both.
///
/// The proxy has to listen at PROXY and to connect to LISTEN, again after each scenario: started by `--run`
/// it is a new one each time, as it is best. Translators for Stratum V1 are clients: see `client`.
#[derive(Debug, Args)]
pub(crate) struct Proxy {
    /// The address to listen on as the server, such as `127.0.0.1:3336`; port 0 takes a free one.
    #[arg(required_unless_present = "list")]
    listen: Option<String>,
    /// The address at which the proxy listens, such as `127.0.0.1:3337`.
    #[arg(value_name = "PROXY", required_unless_present = "list")]
    address: Option<String>,
    /// Encrypt the connection to the server, with certificates that this authority signs: its secret in
    /// base58check, or `new` for one that is made now. The key that the proxy has to know is printed.
    /// Without this option, nothing is encrypted there.
    #[arg(long, value_name = "SECRET")]
    key: Option<String>,
    /// Encrypt the connections to the proxy, and demand a certificate of this authority, a key in
    /// base58check. Without this option, nothing is encrypted there.
    #[arg(long, value_name = "KEY")]
    authority: Option<AuthorityKey>,
    /// Start the proxy by this command for each scenario: a program and its arguments, at spaces, without a
    /// shell. `{upstream}` and `{key}` become the server's address and its authority's key, `{proxy}`
    /// for PROXY. What it prints is dropped. Its memory is measured.
    #[arg(long, value_name = "COMMAND")]
    run: Option<String>,
    #[command(flatten)]
    options: Options,
}

impl Proxy {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        let (Some(listen), Some(address), false) = (self.listen, self.address, self.options.list)
        else {
            return self.options.print_list(PROXY_SCENARIOS);
        };
        let command = self.run.unwrap_or_default();
        let command = command.replace("{upstream}", "{address}").replace("{proxy}", &address);
        let door = open_door(&listen, self.key.as_deref(), &command)?;
        let target = Target { address, authority: self.authority };
        let run = |scenario, limits| run_proxy(scenario, &target, &door, limits);
        self.options.play(PROXY_SCENARIOS, &target, run)
    }
}
