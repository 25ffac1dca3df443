//! `decred peer`, with a node for tests.

use std::process::Stdio;

use serde_json::Value;

use crate::node::{Fault, start, transaction};
use crate::process::{Running, run};

fn peer<'a>(address: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["peer", address, "--network", "regnet"], more].concat()
}

#[test]
fn a_chain_is_fetched_and_held_against_its_headers() {
    let (address, node) = start(12, Fault::None);
    let outcome = run(&peer(&address, &["--blocks", "all", "--follow", "0"]));
    outcome.assert_success();
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(lines[0].contains("protocol 12") && lines[0].contains("/test:1.0/"), "{lines:?}");
    assert!(lines[1].starts_with("headers    1 to 3"), "{lines:?}");
    for (height, line) in (0..=3).zip(&lines[2..]) {
        assert!(line.starts_with(&format!("block      {height}  ")), "{line}");
        assert!(line.ends_with("2 transactions, 2 tickets, 5 votes, 1 revocations"), "{line}");
    }
    assert!(lines[6].starts_with("done       3 headers, 4 blocks"), "{lines:?}");
    assert!(lines[6].contains(" 8 transactions, 0 of them of the stake tree"), "{lines:?}");
    node.join().expect("the node is content");
}

#[test]
fn transactions_and_mixing_messages_are_shown_as_they_come() {
    let (address, node) = start(11, Fault::None);
    let arguments = peer(&address, &["--blocks", "1", "--format", "json"]);
    let mut running = Running::start(&arguments, Stdio::null());
    let mut messages = Vec::new();
    while messages.len() < 3 {
        let object: Value = serde_json::from_str(&running.line()).expect("JSON");
        match object["event"].as_str().expect("each has one") {
            "connected" => assert_eq!(object["protocol"], 11),
            "message" => messages.push(object),
            _ => {}
        }
    }
    let commands: Vec<&Value> = messages.iter().map(|message| &message["command"]).collect();
    assert_eq!(commands, ["inv", "tx", "mixfactpoly"]);
    assert_eq!(messages[2]["fields"]["sender"]["run"], 4);
    let hash = transaction(5).hash().expect("it is whole").to_string();
    assert_eq!((&messages[1]["hash"], &messages[0]["hash"]), (&hash.into(), &Value::Null));
    #[cfg(unix)]
    {
        running.send("-TERM");
        let outcome = running.finish();
        outcome.assert_ended(0, &["ending"]);
        let last: Value = serde_json::from_str(outcome.stdout.trim()).expect("JSON");
        assert_eq!((&last["event"], &last["blocks"]), (&"done".into(), &1.into()));
        assert_eq!(last["messages"], 3);
    }
    node.join().expect("the node is content");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let (address, node) = start(12, Fault::None);
    let mut running = Running::start(&peer(&address, &["--blocks", "all"]), Stdio::null());
    assert!(running.line().starts_with("connected"));
    running.close_stdout();
    running.finish().assert_success();
    node.join().expect("the node is content");
}

#[test]
fn each_breach_of_the_protocol_is_named() {
    for (fault, words) in [
        (Fault::Root, "block 2"),
        (Fault::Chain, "header 2 follows"),
        (Fault::Version, "the message is not in this version"),
        (Fault::Length, "over the limit"),
        (Fault::Early, "\"ping\" before the handshake's end"),
        (Fault::Endless, "before the handshake's end"),
    ] {
        let (address, node) = start(12, fault);
        let outcome = run(&peer(&address, &["--blocks", "all", "--follow", "0"]));
        outcome.assert_ended(3, &[words, &address]);
        let last = outcome.stdout.lines().last();
        assert!(last.is_some_and(|line| line.starts_with("done")), "{fault:?}: {outcome:?}");
        node.join().expect("the node is content");
    }
}

#[test]
fn a_message_that_nobody_knows_is_skipped_in_the_handshake() {
    let (address, node) = start(12, Fault::Unknown);
    let outcome = run(&peer(&address, &["--blocks", "all", "--follow", "0"]));
    outcome.assert_success();
    assert!(outcome.stdout.contains("\ndone       3 headers, 4 blocks"), "{outcome:?}");
    node.join().expect("the node is content");
}

/// An older version has a different message for addresses.
#[test]
fn the_version_of_the_protocol_is_chosen() {
    let (address, node) = start(12, Fault::Version);
    let arguments = ["--protocol-version", "11", "--blocks", "0", "--follow", "0"];
    let outcome = run(&peer(&address, &arguments));
    outcome.assert_success();
    assert!(outcome.stdout.contains("protocol 11 (it speaks 12)"), "{outcome:?}");
    assert!(outcome.stdout.contains(" addr "), "{outcome:?}");
    node.join().expect("the node is content");
}

#[test]
fn wrong_usage_and_no_node_have_their_own_status() {
    for wrong in [
        &["peer"][..],
        &["peer", "host", "--network", "bitcoin"],
        &["peer", "host", "--protocol-version", "13"],
        &["peer", "host", "--blocks", "some"],
        &["relay", "--listen", "127.0.0.1:0"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
    // A port that is surely free, since it was assigned to us.
    let address = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a port");
        listener.local_addr().expect("it is bound").to_string()
    };
    run(&peer(&address, &[])).assert_refused(&["can't connect", &address]);
    let (address, node) = start(12, Fault::Leaves);
    drop(node);
    let mainnet = run(&["peer", &address, "--network", "mainnet"]);
    assert_eq!(mainnet.status.code(), Some(3), "{mainnet:?}");
}
