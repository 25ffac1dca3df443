//! `sv2-conform client`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Args;
use codec_noise::{AuthoritySecret, KeyError};
use sv2_conform::{CLIENT_SCENARIOS, Door, run_client};

use super::{Options, Trouble, printing};

/// Listens for a client that mines (a miner, firmware, a translator), and plays the part of its server.
///
/// The client has to have one connection at a time, and to connect again when that ends, by itself or
/// since it is started by `--run`.
#[derive(Debug, Args)]
pub(crate) struct Client {
    /// The address to listen on, such as `127.0.0.1:3336`; port 0 takes a free one.
    #[arg(required_unless_present = "list")]
    address: Option<String>,
    /// Encrypt, with certificates that this authority signs: its secret in base58check, or `new` for one
    /// that is made now. The key that the client has to know is printed. Without this option, nothing
    /// is encrypted.
    #[arg(long, value_name = "SECRET")]
    key: Option<String>,
    /// Start the client by this command for each connection that it does not make by itself: a program and
    /// its arguments, at spaces, without a shell. `{address}` and `{key}` become the address and the
    /// authority's key. What it prints is dropped.
    #[arg(long, value_name = "COMMAND")]
    run: Option<String>,
    #[command(flatten)]
    options: Options,
}

/// The authority that signs the certificates.
fn authority(key: &str) -> Result<AuthoritySecret, Trouble> {
    let invalid = |error: &dyn std::fmt::Display| {
        let error = io::Error::new(io::ErrorKind::InvalidInput, error.to_string());
        (error, "--key".to_owned())
    };
    match key {
        "new" => AuthoritySecret::generate().map_err(|error| invalid(&error)),
        secret => secret.parse().map_err(|error: KeyError| invalid(&error)),
    }
}

/// Listens, and prints where and with what key.
pub(super) fn open_door(address: &str, key: Option<&str>, command: &str) -> Result<Door, Trouble> {
    let secret = key.map(authority).transpose()?;
    let door = Door::open(address, secret, command)
        .map_err(|error| (error, format!("can't listen on {address}")))?;
    let target = door.target();
    let key = target.authority.map_or_else(String::new, |key| format!(", authority key {key}"));
    let mut out = io::stdout();
    writeln!(out, "listening on {}{key}", target.address).map_err(printing)?;
    out.flush().map_err(printing)?;
    Ok(door)
}

impl Client {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        let Some(address) = self.address.filter(|_| !self.options.list) else {
            return self.options.print_list(CLIENT_SCENARIOS);
        };
        let command = self.run.unwrap_or_default();
        let door = open_door(&address, self.key.as_deref(), &command)?;
        let run = |scenario, limits| run_client(scenario, &door, limits);
        self.options.play(CLIENT_SCENARIOS, door.target(), run)
    }
}
