//! `decred relay`, between `decred peer` and a node for tests.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::thread;

use crate::decode::PING;
use crate::node::{Fault, start};
use crate::process::{Running, run};

/// A relay for one connection, and its address.
fn relay(upstream: &str, more: &[&str]) -> (Running, String) {
    let first = ["relay", "--listen", "127.0.0.1:0", "--upstream", upstream];
    let arguments = [&first[..], &["--connections", "1"], more].concat();
    let mut relay = Running::start(&arguments, Stdio::null());
    let address = relay.line_after("listening on ");
    (relay, address)
}

#[test]
fn all_that_passes_is_shown_and_recorded() {
    let record = std::env::temp_dir().join(format!("decred-relay-{}.txt", std::process::id()));
    let name = record.to_str().expect("it is text").to_owned();
    let (upstream, node) = start(12, Fault::None);
    let (relay, address) = relay(&upstream, &["--network", "regnet", "--record", &name]);
    let peer = ["peer", &address, "--network", "regnet", "--blocks", "all", "--follow", "0"];
    let peer = run(&peer);
    peer.assert_success();
    assert!(peer.stdout.contains("3 headers, 4 blocks"), "{peer:?}");
    let relay = relay.finish();
    relay.assert_success();
    node.join().expect("the node is content");
    let commands = |arrow: &str| -> Vec<String> {
        let lines = relay.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines.filter(|words| words[2] == arrow).map(|words| words[4].to_owned()).collect()
    };
    assert_eq!(commands(">"), ["version", "verack", "getheaders", "pong", "getdata"]);
    let blocks = ["block"; 4];
    assert_eq!(commands("<"), [&["version", "verack", "ping", "headers"], &blocks[..]].concat());
    // `decode` can read the recording.
    let read = run(&["decode", &name, "--network", "regnet"]);
    read.assert_success();
    assert_eq!(read.stdout.lines().count(), relay.stdout.lines().count());
    std::fs::remove_file(record).expect("it was written");
}

/// Frames of unknown commands, and frames with a wrong checksum, pass unchanged.
#[test]
fn frames_pass_byte_for_byte() {
    let upstream = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let (relay, address) =
        relay(&upstream.local_addr().expect("it is bound").to_string(), &["--show", "json"]);
    let unknown = [&PING[..4], b"unheard of\0\0", &[0; 4], &[0x71, 0x6f, 0x6e, 0x86]].concat();
    let mut damaged = PING.to_vec();
    damaged[24] ^= 1;
    let said = [PING, &unknown, &damaged].concat();
    let wanted = said.clone();
    let node = thread::spawn(move || {
        let (mut stream, _) = upstream.accept().expect("the relay comes");
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).expect("it ends");
        assert_eq!(heard, wanted);
        stream.write_all(PING).expect("the relay listens");
    });
    let mut stream = TcpStream::connect(&address).expect("the relay listens");
    stream.write_all(&said).expect("it is taken");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it ends");
    assert_eq!(answer, PING);
    node.join().expect("it heard all");
    let outcome = relay.finish();
    outcome.assert_success();
    let objects: Vec<serde_json::Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let commands: Vec<_> = objects.iter().map(|object| object["command"].as_str()).collect();
    assert_eq!(commands, [Some("ping"), Some("unheard of"), Some("ping"), Some("ping")]);
    assert!(objects[0].get("error").is_none());
    assert!(objects[2]["error"].as_str().is_some_and(|error| error.contains("checksum")));
    assert_eq!((&objects[3]["from"], &objects[0]["from"]), (&"upstream".into(), &"node".into()));
}

/// `--only` and `--show` choose what is shown, together and alone; all is recorded.
#[test]
fn frames_that_are_not_shown_are_recorded() {
    let record = std::env::temp_dir().join(format!("decred-hidden-{}.txt", std::process::id()));
    let name = record.to_str().expect("it is text").to_owned();
    for show in ["lines", "json", "nothing"] {
        for (only, frames) in
            [(&[][..], 2), (&["--only", "block,ping"], 2), (&["--only", "block"], 0)]
        {
            for recorded in [&[][..], &["--record", &name]] {
                let options = [&["--show", show], only, recorded].concat();
                let shown = echoed(&options);
                let expected = if show == "nothing" { 0 } else { frames };
                assert_eq!(shown.lines().count(), expected, "{options:?}: {shown}");
                assert_eq!(shown.matches("nonce").count(), expected, "{options:?}: {shown}");
                if !recorded.is_empty() {
                    let lines = std::fs::read_to_string(&record).expect("it was written");
                    let frames = lines.lines().filter(|line| !line.starts_with('#')).count();
                    assert_eq!(frames, 2, "a frame and its echo: {options:?}: {lines}");
                    std::fs::remove_file(&record).expect("it was written");
                }
            }
        }
    }
}

/// The output for a `ping` and its echo.
fn echoed(options: &[&str]) -> String {
    let upstream = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let at = upstream.local_addr().expect("it is bound").to_string();
    let (relay, address) = relay(&at, options);
    let node = thread::spawn(move || {
        let (mut stream, _) = upstream.accept().expect("the relay comes");
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).expect("it ends");
        stream.write_all(&heard).expect("the relay listens");
    });
    let mut stream = TcpStream::connect(&address).expect("the relay listens");
    stream.write_all(PING).expect("it is taken");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it ends");
    assert_eq!(answer, PING);
    node.join().expect("it heard all");
    let outcome = relay.finish();
    outcome.assert_success();
    outcome.stdout
}

#[test]
fn a_frame_over_the_limit_closes_both_sides() {
    let upstream = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let (relay, address) =
        relay(&upstream.local_addr().expect("it is bound").to_string(), &["--only", "ping"]);
    let mut long = PING.to_vec();
    long[16] = 9;
    let mut stream = TcpStream::connect(&address).expect("the relay listens");
    let (mut node, _) = upstream.accept().expect("the relay comes");
    stream.write_all(&long).expect("it is taken");
    // If bytes are unread, the connection is reset.
    let _ = stream.read_to_end(&mut Vec::new());
    let mut heard = Vec::new();
    let _ = node.read_to_end(&mut heard);
    assert!(heard.is_empty());
    let outcome = relay.finish();
    outcome.assert_ended(0, &["over the limit", "both sides closed"]);
}

/// Lines wait for a reader as long as frames can; then they are dropped.
#[test]
fn frames_pass_when_its_lines_are_not_read() {
    const FRAMES: usize = 20_000;
    let upstream = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let (relay, address) = relay(&upstream.local_addr().expect("it is bound").to_string(), &[]);
    let node = thread::spawn(move || {
        let (mut stream, _) = upstream.accept().expect("the relay comes");
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).expect("it ends");
        heard.len()
    });
    let mut stream = TcpStream::connect(&address).expect("the relay listens");
    stream.write_all(&PING.repeat(FRAMES)).expect("it is taken");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    stream.read_to_end(&mut Vec::new()).expect("it ends");
    assert_eq!(node.join().expect("it heard all"), PING.len() * FRAMES);
    // From here on they are read.
    let outcome = relay.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    let (printed, dropped) = (outcome.stdout.lines().count(), outcome.dropped("standard output"));
    assert!(printed > 0 && dropped > 0, "{printed} printed, {dropped} dropped");
    assert_eq!(printed + dropped, FRAMES);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let (relay, _address) = relay("127.0.0.1:1", &[]);
    relay.send("-INT");
    relay.finish().assert_ended(0, &["ending"]);
}

#[test]
fn wrong_arguments_end_with_2_before_anything_is_said_or_written() {
    let name = format!("decred-usage-{}.txt", std::process::id());
    let record = std::env::temp_dir().join(name);
    std::fs::write(&record, "of an earlier run").expect("there is room");
    let name = record.to_str().expect("it is text");
    let relay = |listen, only| {
        let first = ["relay", "--listen", listen, "--upstream", "127.0.0.1:1"];
        run(&[&first[..], &["--only", only, "--record", name]].concat())
    };
    for (listen, only, reason) in [
        ("127.0.0.1:0", "ping,nonsense", "there is no command nonsense"),
        ("127.0.0.1", "ping", "no port"),
        (":0", "ping", "no host"),
    ] {
        let outcome = relay(listen, only);
        outcome.assert_ended(2, &[reason]);
        assert!(outcome.stdout.is_empty(), "{outcome:?}");
    }
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = taken.local_addr().expect("it is bound").to_string();
    relay(&address, "ping").assert_refused(&["can't listen on"]);
    assert_eq!(std::fs::read_to_string(&record).expect("it is there"), "of an earlier run");
    std::fs::remove_file(&record).expect("it is there");
}
