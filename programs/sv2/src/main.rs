//! Decodes, sends and receives Stratum V2 messages.
#![forbid(unsafe_code)]

#[cfg(feature = "nats")]
mod broker;
mod capture;
mod client;
mod code;
mod connect;
mod counted;
mod decode;
mod dissect;
mod failure;
mod hashing;
mod host;
mod json;
mod key_log;
mod link;
mod listen;
mod metrics;
mod mine;
#[cfg(test)]
mod pairs;
mod progress;
mod provide;
mod proxy;
mod schema;
mod sealed;
mod secure;
mod serve;
mod stop;
mod watch;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Decodes, sends and receives Stratum V2 messages.
///
/// The exit status is 0 on success or when the user ended it, 1 after an error, 2 for wrong usage,
/// 3 when shares were refused, and 130 when the user ended it at once.
#[derive(Debug, Parser)]
#[command(name = "sv2", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Decode(decode::Arguments),
    Inspect(dissect::Arguments),
    Schema(schema::Arguments),
    Serve(serve::Arguments),
    Connect(connect::Arguments),
    Mine(mine::Arguments),
    Watch(watch::Arguments),
    Proxy(proxy::Arguments),
    #[cfg(feature = "nats")]
    Consume(broker::ConsumeArguments),
    TemplateProvider(provide::Arguments),
    Keygen(secure::Keygen),
}

/// The exit status after wrong usage, which is that of `clap`, too.
const USAGE: u8 = 2;

/// The exit status when all went well except for shares that were refused.
const REFUSED: u8 = 3;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Inspect(arguments) => dissect::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Connect(arguments) => connect::run(&arguments),
        Command::Mine(arguments) => mine::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Proxy(arguments) => proxy::run(&arguments),
        #[cfg(feature = "nats")]
        Command::Consume(arguments) => broker::consume(&arguments),
        Command::TemplateProvider(arguments) => provide::run(&arguments),
        Command::Keygen(secure::Keygen {}) => secure::keygen(),
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
        Err(Failure::Refused(reason)) => {
            failure::complain(&format!("sv2: {reason}"));
            ExitCode::from(REFUSED)
        }
        Err(Failure::Usage(reason)) => {
            failure::complain(&format!("sv2: {reason}"));
            ExitCode::from(USAGE)
        }
        Err(Failure::Because(reason)) => {
            failure::complain(&format!("sv2: {reason}"));
            ExitCode::FAILURE
        }
    }
}
