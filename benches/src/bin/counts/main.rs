//! The gates that count allocations, by an allocator that takes 56 instructions more a call.
//!
//! `cargo run --release -p codec-benches --bin counts NAME [OPTION]..`; each gate's file says what
//! it checks, and `--bless` accepts what it finds.
#![forbid(unsafe_code)]

mod allocations;
mod scale;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.split_first() {
        Some((&"allocations", rest)) => allocations::gate(rest),
        Some((&"pool_allocations", [])) => {
            allocations::of_pools();
            Ok(())
        }
        Some((&"scale", rest)) => scale::gate(rest),
        _ => Err("usage: counts allocations | pool_allocations | scale".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
