//! `sv2-conform server`, and other programs that are connected to.

use std::process::ExitCode;

use clap::Args;
use codec_noise::AuthorityKey;
use sv2_conform::{
    Beside, DECLARATORS, Limits, Result as Verdicts, SCENARIOS, Scenario, TEMPLATES, Target, run,
    run_declarator,
};

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
        self.play(SCENARIOS, run)
    }

    /// The address, if scenarios are to be played there.
    pub(super) fn address(&self) -> Option<&str> {
        self.address.as_deref().filter(|_| !self.options.list)
    }

    /// Plays these scenarios, or prints them.
    pub(super) fn play(
        &self,
        scenarios: &'static [Scenario],
        run: impl Fn(&'static Scenario, &Target, Limits) -> Verdicts,
    ) -> Result<ExitCode, Trouble> {
        let Some(address) = self.address() else {
            return self.options.print_list(scenarios);
        };
        let target = Target { address: address.to_owned(), authority: self.authority };
        self.options.play(scenarios, &target, |scenario, limits| run(scenario, &target, limits))
    }
}

/// Connects to a template provider, and plays the part of a pool.
#[derive(Debug, Args)]
pub(crate) struct TemplateProvider {
    #[command(flatten)]
    server: Server,
}

impl TemplateProvider {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        self.server.play(TEMPLATES, run)
    }
}

/// Connects to a job declarator, and to its pool, and plays the part of a miner with jobs of its own.
#[derive(Debug, Args)]
pub(crate) struct JobDeclarator {
    #[command(flatten)]
    server: Server,
    /// A template provider of the same network, whose templates are declared. Without it jobs are made up,
    /// which a declarator that looks at a chain refuses.
    #[arg(long, value_name = "ADDRESS")]
    templates: Option<String>,
    /// The authority of the template provider.
    #[arg(long, value_name = "KEY", requires = "templates")]
    templates_authority: Option<AuthorityKey>,
    /// The pool that takes the tokens; that of the same address and authority without this option.
    #[arg(long, value_name = "ADDRESS")]
    pool: Option<String>,
    /// The authority of the pool.
    #[arg(long, value_name = "KEY", requires = "pool")]
    pool_authority: Option<AuthorityKey>,
}

impl JobDeclarator {
    /// Runs the command.
    pub(crate) fn run(self) -> Result<ExitCode, Trouble> {
        let at = |address: Option<String>, authority| {
            address.map(|address| Target { address, authority })
        };
        let templates = at(self.templates, self.templates_authority);
        let beside = Beside { templates, pool: at(self.pool, self.pool_authority) };
        self.server
            .play(DECLARATORS, |one, target, limits| run_declarator(one, target, &beside, limits))
    }
}
