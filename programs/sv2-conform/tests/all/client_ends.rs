//! Clients that do not come, say nothing, send garbage or die: a verdict, and never a hang.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use codec_noise::AuthoritySecret;
use sv2_conform::{CLIENT_SCENARIOS, Door, Limits, Result, Verdict, run_client};

use crate::miner::{DYING, Miner, NONE};
use crate::pairs::{PATIENT, QUICK};

/// Times for all that a client may send.
const LONG: Limits = Limits { time: Duration::from_mins(1), ..QUICK };

fn play(id: &str, door: &Door, limits: Limits) -> Result {
    let scenario = CLIENT_SCENARIOS.iter().find(|scenario| scenario.id == id);
    run_client(scenario.expect("it is one"), door, limits)
}

fn door(command: &str) -> Door {
    Door::open("127.0.0.1:0", None, command).expect("a free port")
}

/// Plays a scenario while a client does this with its connection.
fn with_client(
    id: &str,
    limits: Limits,
    client: impl FnOnce(TcpStream) + Send + 'static,
) -> Result {
    let door = door("");
    let address = door.target().address.clone();
    thread::spawn(move || client(TcpStream::connect(address).expect("it listens")));
    play(id, &door, limits)
}

#[test]
fn nobody_comes() {
    let (door, start) = (door(""), Instant::now());
    let result = play("CL-SC-1", &door, QUICK);
    assert_eq!(
        (result.verdict, &*result.reason),
        (Verdict::Inconclusive, "no client connected in time")
    );
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_client_that_says_nothing() {
    let result = with_client("CL-SC-1", QUICK, |stream| {
        thread::sleep(Duration::from_secs(5));
        drop(stream);
    });
    let reason = "a client connected, and said nothing";
    assert_eq!((result.verdict, &*result.reason), (Verdict::Inconclusive, reason));
}

#[test]
fn a_connection_that_ends_without_a_word_gives_way_to_the_next() {
    let door = door("");
    drop(TcpStream::connect(&door.target().address).expect("it listens"));
    let _miner = Miner::start(&door, NONE);
    assert_eq!(play("CL-SC-1", &door, PATIENT).verdict, Verdict::Pass);
}

#[test]
fn garbage_is_no_message() {
    let result = with_client("CL-SC-1", QUICK, |mut stream| {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
        thread::sleep(Duration::from_secs(5));
    });
    assert_eq!(result.verdict, Verdict::Fail, "{}", result.reason);
    assert!(result.reason.contains("no frame of the protocol"), "{}", result.reason);
}

#[test]
fn a_client_that_floods_is_listened_to_for_4096_frames() {
    let result = with_client("CL-SC-3", LONG, |mut stream| {
        let frame = [0, 0, 4, 3, 0, 0, 0, 0, 0]; // Reconnect
        while stream.write_all(&frame.repeat(512)).is_ok() {}
    });
    assert_eq!(result.verdict, Verdict::Inconclusive);
    assert!(result.reason.ends_with("the program sends without end"), "{}", result.reason);
    assert_eq!(result.log.entries.len(), 4096);
}

/// Messages that are kept are bounded by their bytes, too.
#[test]
fn a_client_that_floods_with_long_messages_is_listened_to_for_64_mebibytes() {
    let result = with_client("CL-SC-3", LONG, |mut stream| {
        // RequestExtensions with 65,535 extensions.
        let mut frame = vec![1, 0, 0, 2, 0, 2, 0, 0, 0xff, 0xff];
        frame[3..6].copy_from_slice(&131_074_u32.to_le_bytes()[..3]);
        frame.extend(vec![7; 131_070]);
        while stream.write_all(&frame).is_ok() {}
    });
    assert_eq!(result.verdict, Verdict::Inconclusive);
    assert!(result.reason.ends_with("the program sends without end"), "{}", result.reason);
    let frames = result.log.entries.iter().filter(|entry| entry.bytes.len() == 16 * 1024);
    assert_eq!(frames.count(), (64 << 20) / 131_080 + 1);
}

#[test]
fn a_client_that_dies_of_its_job_fails_where_shares_are_asked_about() {
    let door = door("");
    let _miner = Miner::start(&door, DYING);
    assert_eq!(play("CL-OC-1", &door, PATIENT).verdict, Verdict::Pass);
    for id in ["CL-GEN-3", "CL-NJ-3", "CL-SE-1"] {
        let result = play(id, &door, PATIENT);
        assert_eq!(result.verdict, Verdict::Fail, "{id}: {}", result.reason);
        assert!(result.reason.contains("closed"), "{id}: {}", result.reason);
    }
}

#[test]
fn plaintext_is_no_handshake() {
    let secret = AuthoritySecret::generate().expect("random bytes");
    let door = Door::open("127.0.0.1:0", Some(secret), "").expect("a free port");
    let address = door.target().address.clone();
    let _miner = Miner::start_at(address, None, NONE);
    let result = play("CL-SC-1", &door, QUICK);
    assert_eq!(result.verdict, Verdict::Inconclusive);
    assert!(result.reason.starts_with("no encrypted connection: "), "{}", result.reason);
}

#[test]
fn a_command_that_can_not_be_started() {
    let result = play("CL-SC-1", &door("no-such-program {address}"), QUICK);
    assert_eq!(result.verdict, Verdict::Inconclusive);
    assert!(
        result.reason.starts_with("can't start no-such-program 127.0.0.1:"),
        "{}",
        result.reason
    );
}

#[cfg(unix)]
#[test]
fn a_command_that_ends() {
    let result = play("CL-SC-1", &door("false"), PATIENT);
    let reason = "the command ended: exit status: 1; the program ended: exit status: 1";
    assert_eq!((result.verdict, &*result.reason), (Verdict::Inconclusive, reason));
}
