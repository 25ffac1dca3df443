//! Reads the wire protocol of Decred.
#![forbid(unsafe_code)]

mod decode;
mod failure;
mod inspect;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Reads the wire protocol of Decred.
///
/// The exit status is 0 when all was done, 1 after an error, and 2 when it is used wrongly.
#[derive(Debug, Parser)]
#[command(name = "decred", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Decode(decode::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Decode(arguments) => decode::run(&arguments),
    };
    match outcome {
        // The reader of the output has closed it.
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::Because(reason)) => {
            failure::complain(&format!("decred: {reason}"));
            ExitCode::FAILURE
        }
    }
}
