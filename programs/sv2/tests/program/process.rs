//! Runs the program, with a time-out.

use std::process::Stdio;

pub(crate) use codec_testing::Outcome;

/// The program `sv2`.
#[derive(Debug)]
pub(crate) struct Sv2;

impl codec_testing::Program for Sv2 {
    const FILE: &'static str = env!("CARGO_BIN_EXE_sv2");
}

/// A running program; killed when this is dropped.
pub(crate) type Running = codec_testing::Running<Sv2>;

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    Running::run(arguments)
}

/// Runs the program to its end with this input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Outcome {
    Running::run_with(arguments, input)
}

/// Starts a program that listens on a free port; returns its address, and its authority's key
/// unless it uses plaintext.
pub(crate) fn started(arguments: &[&str]) -> (Running, String, String) {
    let mut running = Running::start(arguments, Stdio::null());
    let address = running.line_after("listening on ");
    let is_plaintext = arguments.contains(&"--plaintext");
    let key = if is_plaintext { String::new() } else { running.line_after("authority key ") };
    (running, address, key)
}

/// A test of each command that is a server, with its arguments.
pub(crate) fn at_each_server(test: impl Fn(&[&str])) {
    let (upstream, behind, _) = started(&["serve", "--plaintext", "127.0.0.1:0"]);
    let between = ["--listen", "127.0.0.1:0", "--upstream", &behind, "--upstream-plaintext"];
    for command in [
        &["serve", "127.0.0.1:0"][..],
        &["template-provider", "127.0.0.1:0"],
        &[&["proxy"], &between[..]].concat(),
        &[&["watch"], &between[..]].concat(),
    ] {
        test(command);
    }
    drop(upstream);
}

/// Tells a program to terminate.
#[cfg(unix)]
pub(crate) fn send(signal: &str, running: &Running) {
    running.send(signal);
}
