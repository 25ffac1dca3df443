//! Every two options of every command together, from the table that the program parses by.

use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::{Arg, ArgAction, CommandFactory as _, Parser as _};

use crate::failure::Failure;
use crate::{Arguments, Command, connect, decode, mine, proxy};

/// The public key of an authority.
const KEY: &str = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh";

/// Options that exclude each other. All other two are accepted together, and one twice only if it is
/// a list.
const EXCLUSIVE: [(&str, &str, &str); 15] = [
    ("connect", "--authority-key", "--plaintext"),
    ("connect", "--plaintext", "--key-log"),
    ("decode", "--session-key", "--key-log"),
    ("mine", "--authority-key", "--plaintext"),
    ("mine", "--plaintext", "--key-log"),
    ("proxy", "--authority-secret", "--plaintext"),
    ("proxy", "--plaintext", "--key-log"),
    ("proxy", "--upstream-key", "--upstream-plaintext"),
    ("serve", "--authority-secret", "--plaintext"),
    ("serve", "--plaintext", "--key-log"),
    ("template-provider", "--authority-secret", "--plaintext"),
    ("template-provider", "--plaintext", "--key-log"),
    ("watch", "--authority-secret", "--plaintext"),
    ("watch", "--plaintext", "--key-log"),
    ("watch", "--upstream-key", "--upstream-plaintext"),
];

/// The same, of the feature `view`.
const EXCLUSIVE_VIEW: (&str, &str, &str) = ("watch", "--show", "--view");

/// An option, or an argument without a name, with a value.
fn with_value(arg: &Arg, port: u16) -> Vec<String> {
    let name = arg.get_long().map(|name| format!("--{name}"));
    if !arg.get_action().takes_values() {
        return name.into_iter().collect();
    }
    let choice = arg.get_possible_values().last().map(|value| value.get_name().to_owned());
    let value = choice.unwrap_or_else(|| {
        let kind = arg.get_value_names().map_or("", |names| names[0].as_str());
        match (arg.get_id().as_str(), kind) {
            ("listen" | "metrics", _) => "127.0.0.1:0".to_owned(),
            ("address" | "upstream", _) => format!("127.0.0.1:{port}"),
            ("authority_key" | "upstream_key", _) => KEY.to_owned(),
            ("authority_secret", _) => "@/nowhere/secret".to_owned(),
            ("session_key", _) => "07".repeat(32),
            ("frame", _) => "000001000000".to_owned(),
            ("file", _) => "/dev/null".to_owned(),
            ("url" | "to", _) => "nats://127.0.0.1:1".to_owned(),
            ("only", _) => "SetTarget".to_owned(),
            ("nbits", _) => "1d00ffff".to_owned(),
            (_, "FILE") => "/nowhere/file".to_owned(),
            (_, "BYTES") => "65536".to_owned(),
            (_, "NAME") => "name".to_owned(),
            (_, "N" | "SECONDS" | "RATE" | "NUMBER" | "PORT") => "7".to_owned(),
            (id, kind) => panic!("a value of {id}, {kind}"),
        }
    });
    name.into_iter().chain([value]).collect()
}

/// The arguments that a command needs beside these options, by every way in which it can have it.
fn needs(command: &clap::Command, pair: [&Arg; 2], port: u16) -> Vec<Vec<String>> {
    let is_given = |arg: &Arg| pair.iter().any(|given| given.get_id() == arg.get_id());
    let required = command.get_arguments().filter(|arg| {
        (arg.is_required_set() || cfg!(feature = "nats") && arg.get_id() == "to") && !is_given(arg)
    });
    let mut ways = vec![required.flat_map(|arg| with_value(arg, port)).collect::<Vec<_>>()];
    for either in [["authority_key", "plaintext"], ["upstream_key", "upstream_plaintext"]] {
        let args = either.map(|id| command.get_arguments().find(|arg| arg.get_id() == id));
        let [Some(key), Some(plaintext)] = args else { continue };
        if is_given(key) || is_given(plaintext) {
            continue;
        }
        let with = |arg| {
            let more = with_value(arg, port);
            ways.iter().map(move |way| [&way[..], &more].concat()).collect::<Vec<_>>()
        };
        ways = [with(key), with(plaintext)].concat();
    }
    ways
}

fn name(arg: &Arg) -> String {
    format!("--{}", arg.get_long().expect("an option has a name"))
}

/// Does what a command does that needs no server, or has none.
fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Connect(arguments) => connect::run(&arguments),
        Command::Mine(arguments) => mine::run(&arguments),
        Command::Proxy(arguments) => proxy::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        _ => Ok(()),
    }
}

/// Holds a pair: accepted in one of the ways, and then it ends; or refused in all with status 2 and
/// the name of one of the two. Returns whether it is accepted.
fn is_accepted(command: &clap::Command, pair: [&Arg; 2], port: u16) -> bool {
    let options = pair.map(|arg| with_value(arg, port)).concat();
    let mut accepted = false;
    for needed in needs(command, pair, port) {
        let line = [&["sv2".to_owned(), command.get_name().to_owned()][..], &options, &needed];
        let line = line.concat();
        match Arguments::try_parse_from(&line) {
            Ok(arguments) => {
                accepted = true;
                let (done, end) = mpsc::channel();
                thread::spawn(move || done.send(run(arguments.command)));
                let outcome = end.recv_timeout(Duration::from_mins(1));
                let outcome = outcome.unwrap_or_else(|error| panic!("{line:?}: {error}"));
                if let Err(Failure::Usage(reason)) = outcome {
                    assert!(
                        pair.iter().any(|arg| reason.contains(&name(arg))),
                        "{line:?}: {reason}"
                    );
                }
            }
            Err(error) => {
                let said = error.to_string();
                assert_eq!(error.exit_code(), i32::from(crate::USAGE), "{line:?}: {said}");
                assert!(pair.iter().any(|arg| said.contains(&name(arg))), "{line:?}: {said}");
            }
        }
    }
    accepted
}

#[test]
fn every_two_options_are_accepted_together_or_refused_by_name() {
    // A port at which nobody listens.
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports");
    let port = listener.local_addr().expect("it is bound").port();
    drop(listener);
    let (mut refused, mut tried) = (Vec::new(), 0);
    let program = Arguments::command();
    for command in program.get_subcommands() {
        let options: Vec<&Arg> =
            command.get_arguments().filter(|arg| arg.get_long().is_some()).collect();
        for (index, one) in options.iter().enumerate() {
            let is_list = matches!(one.get_action(), ArgAction::Append);
            assert_eq!(is_accepted(command, [one, one], port), is_list, "{} twice", name(one));
            for other in &options[index + 1..] {
                let accepted = is_accepted(command, [one, other], port);
                assert_eq!(is_accepted(command, [other, one], port), accepted, "either order");
                if !accepted {
                    refused.push((command.get_name(), name(one), name(other)));
                }
                tried += 1;
            }
        }
    }
    let mut expected = EXCLUSIVE.to_vec();
    expected.extend(cfg!(feature = "view").then_some(EXCLUSIVE_VIEW));
    expected.sort_unstable();
    let mut refused: Vec<_> = refused
        .iter()
        .map(|(command, one, other)| (*command, one.as_str(), other.as_str()))
        .collect();
    refused.sort_unstable();
    assert_eq!(refused, expected);
    assert!(tried > 250, "{tried} pairs");
}
