//! Puts programs that speak Stratum V2 to scenarios, and prints a verdict on each.
#![forbid(unsafe_code)]

mod command;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::command::client::Client;
use crate::command::hostile::Hostile;
use crate::command::load::Load;
use crate::command::proxy::Proxy;
use crate::command::server::{JobDeclarator, Server, TemplateProvider};

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
    Client(Client),
    Proxy(Proxy),
    TemplateProvider(TemplateProvider),
    JobDeclarator(JobDeclarator),
    Hostile(Hostile),
    Load(Load),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Server(server) => server.run(),
        Command::Client(client) => client.run(),
        Command::Proxy(proxy) => proxy.run(),
        Command::TemplateProvider(provider) => provider.run(),
        Command::JobDeclarator(declarator) => declarator.run(),
        Command::Hostile(hostile) => hostile.run(),
        Command::Load(load) => load.run(),
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
