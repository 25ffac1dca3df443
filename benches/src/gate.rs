//! Programs of several gates, each chosen by its name.

use std::process::ExitCode;

/// A gate by its name: a function of the arguments behind it.
pub type Gate = (&'static str, fn(&[&str]) -> Result<(), String>);

/// Runs the gate that the first argument of the program names.
#[must_use]
pub fn run(gates: &[Gate]) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let named = arguments.split_first().and_then(|(name, rest)| {
        gates.iter().find(|(gate, _)| gate == name).map(|(_, gate)| gate(rest))
    });
    let all = || gates.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | ");
    match named.unwrap_or_else(|| Err(format!("usage: {}", all()))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
