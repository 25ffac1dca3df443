//! Decodes, sends and receives messages of Decred's wire protocol.
#![forbid(unsafe_code)]

mod decode;
mod dial;
mod failure;
mod inspect;
mod peer;
mod relay;
mod stop;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Decodes, sends and receives messages of Decred's wire protocol.
///
/// The exit status is 0 on success or when the user ended it, 1 after an error, 2 for wrong usage,
/// 3 when a node broke the protocol, and 130 when the user ended it at once.
#[derive(Debug, Parser)]
#[command(name = "decred", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Decode(decode::Arguments),
    Peer(peer::Arguments),
    Relay(relay::Arguments),
}

/// The exit status when a node broke the protocol.
const BROKEN: u8 = 3;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Peer(arguments) => peer::run(&arguments),
        Command::Relay(arguments) => relay::run(&arguments),
    };
    let status = status(outcome.and_then(|()| failure::flush()));
    // Lines that were printed before an error, and the error.
    let _ = failure::flush();
    status
}

/// The exit status; prints the error.
fn status(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        // The reader of the output has closed it.
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::Broken(reason)) => {
            failure::complain(&format!("decred: {reason}"));
            ExitCode::from(BROKEN)
        }
        Err(Failure::Because(reason)) => {
            failure::complain(&format!("decred: {reason}"));
            ExitCode::FAILURE
        }
    }
}
