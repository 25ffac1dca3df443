//! `sv2 watch` between two programs.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::hostile::{growth, peak_kib};
use crate::process::{Running, run, started};

/// A file whose name no other test uses.
pub(crate) fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("codec-stratum-{}-{name}", std::process::id()))
}

#[test]
fn frames_between_encrypted_programs_are_shown_and_recorded() {
    let serve = ["serve", "127.0.0.1:0", "--zero-bits", "4", "--connections", "2"];
    let (server, address, key) = started(&serve);
    let record = file("frames.txt");
    let name = record.to_str().expect("it is text");
    let watch = ["watch", "--listen", "127.0.0.1:0", "--upstream", &address];
    let more = ["--upstream-key", &key, "--record", name, "--connections", "2"];
    let (watch, between, own) = started(&[&watch[..], &more].concat());
    assert_ne!(key, own);
    let mine = ["mine", &between, "--authority-key", &own, "--miners", "2", "--shares", "3"];
    let miners = run(&[&mine[..], &["--rate", "100"]].concat());
    miners.assert_success();
    assert!(miners.stdout.contains("6 accepted, 0 refused, 0 unanswered"), "{miners:?}");
    server.finish().assert_success();
    let watch = watch.finish();
    watch.assert_success();
    for (words, times) in [
        (" > ", 2 * 3 + 6),
        ("SetupConnection ", 2),
        ("SetupConnection.Success", 2),
        ("SubmitSharesStandard", 3),
        ("SubmitSharesExtended", 3),
        ("CloseChannel", 2),
    ] {
        assert_eq!(watch.stdout.matches(words).count(), times, "{words}: {watch:?}");
    }
    let decoded = run(&["decode", name]);
    decoded.assert_success();
    assert_eq!(decoded.stdout.lines().count(), watch.stdout.lines().count());
    fs::remove_file(&record).expect("it is there");
}

#[test]
fn encryption_ends_on_either_side_and_json_names_it() {
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let watch = ["watch", "--listen", "127.0.0.1:0", "--upstream", &address];
    let more = ["--upstream-plaintext", "--show", "json", "--only", "CloseChannel,SetTarget"];
    let arguments = [&watch[..], &more, &["--connections", "1"]].concat();
    let mut watch = Running::start(&arguments, Stdio::null());
    let start: serde_json::Value = serde_json::from_str(&watch.line()).expect("one object");
    assert_eq!(start["event"], "listening");
    let [between, own] = ["address", "authority_key"].map(|key| start[key].as_str().expect("text"));
    let client = run(&["connect", between, "--authority-key", own, "--shares", "5000"]);
    client.assert_success();
    server.finish().assert_success();
    let watch = watch.finish();
    watch.assert_success();
    let line: serde_json::Value = serde_json::from_str(&watch.stdout).expect("one object");
    assert_eq!(line["message"], "CloseChannel");
    assert_eq!((&line["from"], &line["connection"]), (&"client".into(), &1.into()));
    assert_eq!(line["fields"]["reason_code"], "done");
}

/// Invalid messages are forwarded as well: the programs at both ends have to handle them.
#[test]
fn frames_pass_byte_for_byte_whatever_is_in_them() {
    let passed = passed(&[]);
    let count = |what: &str| passed.matches(what).count();
    assert_eq!((count("malformed frame at byte"), count("unknown message at byte")), (2, 2));
}

/// The output for two malformed frames and their echoes: of an extension that is not known, and
/// `SetupConnection`.
pub(crate) fn passed(how: &[&str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let frames = b"\x34\x92\xee\x03\0\0abc\0\0\x00\x01\0\0\x07".to_vec();
    let echo = thread::spawn({
        let len = frames.len();
        move || {
            let (mut stream, _) = listener.accept().expect("a client comes");
            let mut bytes = vec![0; len];
            stream.read_exact(&mut bytes).expect("the frames come");
            stream.write_all(&bytes).expect("it is taken");
        }
    });
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", &address];
    let more = ["--upstream-plaintext", "--connections", "1"];
    let mut watch = Running::start(&[&watch[..], &more, how].concat(), Stdio::null());
    let between = if how.contains(&"json") {
        let start: serde_json::Value = serde_json::from_str(&watch.line()).expect("one object");
        start["address"].as_str().expect("text").to_owned()
    } else {
        watch.line_after("listening on ")
    };
    let mut stream = TcpStream::connect(&between).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream.write_all(&frames).expect("it is taken");
    let mut answer = vec![0; frames.len()];
    stream.read_exact(&mut answer).expect("the frames come back");
    assert_eq!(answer, frames);
    drop(stream);
    echo.join().expect("it echoes");
    let watch = watch.finish();
    assert!(watch.status.success(), "{watch:?}");
    watch.stdout
}

#[test]
fn it_ends_quietly_when_nobody_watches() {
    let (server, address, _) = started(&["serve", "--plaintext", "127.0.0.1:0"]);
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", &address];
    let (mut watch, between, _) = started(&[&watch[..], &["--upstream-plaintext"]].concat());
    watch.close_stdout();
    let _ = run(&["connect", "--plaintext", &between, "--shares", "100"]);
    let watch = watch.finish();
    watch.assert_success();
    drop(server);
}

#[test]
fn an_absent_server_and_a_name_of_no_message_are_reported() {
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", "127.0.0.1:1"];
    let more = ["--upstream-plaintext", "--connections", "1"];
    let (running, between, _) = started(&[&watch[..], &more].concat());
    let client = run(&["connect", "--plaintext", &between, "--shares", "1"]);
    assert_eq!(client.status.code(), Some(1), "{client:?}");
    let outcome = running.finish();
    assert!(outcome.stderr.contains("127.0.0.1:1: Connection refused"), "{outcome:?}");
    run(&[&watch[..], &more, &["--only", "Nonsense"]].concat())
        .assert_ended(2, &["there is no message Nonsense"]);
}

/// The beginning of a frame that declares so many bytes of payload, and has this many.
fn part_of(declared: u32, there: usize) -> Vec<u8> {
    let [a, b, c, _] = declared.to_le_bytes();
    [&[0, 0, 0x55, a, b, c][..], &vec![7; there]].concat()
}

/// All connections together may hold `--budget`: one that needs more is closed, the others go
/// on, and what it held is theirs.
#[test]
fn connections_share_a_budget_and_the_one_that_needs_more_is_closed() {
    const BUDGET: usize = 512 * 1024;
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", &address];
    let more = ["--upstream-plaintext", "--connections", "12", "--show", "nothing"];
    let budget = ["--budget", &BUDGET.to_string()];
    let (watch, between, _) = started(&[&watch[..], &more, &budget].concat());
    let before = peak_kib(watch.id());
    let connect = || {
        let client = TcpStream::connect(&between).expect("it listens");
        let (server, _) = listener.accept().expect("it connects");
        for stream in [&client, &server] {
            stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
        }
        (client, server)
    };
    let (mut honest, mut behind) = connect();
    let passes = |client: &mut TcpStream, server: &mut TcpStream| {
        let frame = part_of(3, 3);
        client.write_all(&frame).expect("it is taken");
        let mut passed = vec![0; frame.len()];
        server.read_exact(&mut passed).expect("it is forwarded");
        assert_eq!(passed, frame);
    };
    passes(&mut honest, &mut behind);
    // Each holds most of a frame that never ends: after some, there is no room for the next.
    let mut closed = 0;
    let mut held = Vec::new();
    for _ in 0..10 {
        let (mut client, server) = connect();
        // It may be closed meanwhile.
        let sent = client.write_all(&part_of(16_000_000, 100 * 1024));
        client.set_read_timeout(Some(Duration::from_millis(500))).expect("not zero");
        let ended = match client.read(&mut [0]) {
            Ok(len) => len == 0,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        };
        closed += usize::from(sent.is_err() || ended);
        held.push((client, server));
        passes(&mut honest, &mut behind);
    }
    assert!((4..10).contains(&closed), "{closed} of 10 were closed");
    drop(held);
    // All of it is free again.
    let (mut client, mut server) = connect();
    passes(&mut client, &mut server);
    let grown = before.zip(peak_kib(watch.id())).map(growth);
    assert!(grown.is_none_or(|kib| kib < 16 * 1024), "it grew by {grown:?} KiB");
    drop((client, server, honest, behind));
    let outcome = watch.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    let told = outcome.stderr.matches("budget").count();
    assert!(told >= closed, "{closed}: {outcome:?}");
}
