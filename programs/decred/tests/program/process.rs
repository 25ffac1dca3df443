//! Runs the program.

pub(crate) use codec_testing::Outcome;

/// The program `decred`.
#[derive(Debug)]
pub(crate) struct Decred;

impl codec_testing::Program for Decred {
    const FILE: &'static str = env!("CARGO_BIN_EXE_decred");
}

/// A running program; killed when this is dropped.
pub(crate) type Running = codec_testing::Running<Decred>;

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    Running::run(arguments)
}

/// Runs the program to its end with this input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Outcome {
    Running::run_with(arguments, input)
}
