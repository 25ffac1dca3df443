//! Reads and speaks Stratum V2.
//!
//! Without a command it decodes the bundled session, and measures the three ways of
//! decoding on it.
#![forbid(unsafe_code)]

mod capture;
mod connect;
mod counted;
mod decode;
mod dissect;
mod dissect_page;
mod failure;
mod hex_line;
mod host;
mod inspect;
mod json;
mod link;
mod measure;
mod schema;
mod secure;
mod serve;
mod session;
mod text;
mod tree;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Reads and speaks Stratum V2.
///
/// Without a command, decodes the session bundled with the program, one frame per line, and
/// measures owned, borrowed and shared decoding on it.
#[derive(Debug, Parser)]
#[command(name = "sv2", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Decode(decode::Arguments),
    Inspect(dissect::Arguments),
    Schema(schema::Arguments),
    Serve(serve::Arguments),
    Connect(connect::Arguments),
    Keygen(secure::Keygen),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        None => session::run(),
        Some(Command::Decode(arguments)) => decode::run(&arguments),
        Some(Command::Inspect(arguments)) => dissect::run(&arguments),
        Some(Command::Schema(arguments)) => schema::run(&arguments),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Connect(arguments)) => connect::run(&arguments),
        Some(Command::Keygen(secure::Keygen {})) => secure::keygen(),
    };
    match outcome {
        // The reader of the output has closed it.
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::Because(reason)) => {
            failure::complain(&format!("sv2: {reason}"));
            ExitCode::FAILURE
        }
    }
}
