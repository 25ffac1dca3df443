//! Proxies that do not come, say nothing, send garbage, die or grow: a verdict, and never a hang.

use std::env;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use sv2_conform::{Door, Limits, PROXY_SCENARIOS, Result, Target, Verdict, run_proxy};

use crate::pairs::{PATIENT, QUICK};
use crate::relay::{DYING, HOARDING, Relay};

/// The variable with the server's address and its own, of a proxy in a process of its own.
const PLACE: &str = "SV2_CONFORM_RELAY";

fn play(id: &str, address: &str, door: &Door, limits: Limits) -> Result {
    let scenario = PROXY_SCENARIOS.iter().find(|scenario| scenario.id == id);
    let target = Target { address: address.to_owned(), authority: None };
    let start = Instant::now();
    let result = run_proxy(scenario.expect("it is one"), &target, door, limits);
    assert!(start.elapsed() < Duration::from_secs(30), "{id} took {:?}", start.elapsed());
    result
}

fn door(command: &str) -> Door {
    Door::open("127.0.0.1:0", None, command).expect("a free port")
}

/// A port that nobody listens on: no system gives it to one that asks for a free one.
const CLOSED: &str = "127.0.0.1:1";

/// A port for a program of its own. Others may be given it before.
pub(crate) fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it is bound").to_string()
}

/// Plays a scenario against a proxy that does this with each client, and has no server.
fn with_proxy(id: &str, client: impl Fn(TcpStream) + Send + 'static) -> Result {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    thread::spawn(move || listener.incoming().for_each(|stream| client(stream.expect("a client"))));
    play(id, &address, &door(""), QUICK)
}

fn assert_unclear(result: &Result, reason: &str) {
    assert_eq!(result.verdict, Verdict::Inconclusive, "{}", result.reason);
    assert!(result.reason.contains(reason), "{}", result.reason);
}

#[test]
fn a_proxy_that_is_not_there() {
    let result = play("PX-SH-1", CLOSED, &door(""), QUICK);
    assert_unclear(&result, "can't connect to 127.0.0.1:");
    assert_eq!(result.role, "proxy");
}

#[test]
fn a_proxy_that_says_nothing() {
    let result = with_proxy("PX-SC-2", |mut stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_unclear(&result, "neither answered SetupConnection nor connected");
}

#[test]
fn a_proxy_that_sends_garbage() {
    let result = with_proxy("PX-SC-2", |mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_unclear(&result, "no frame of the protocol");
}

#[test]
fn a_proxy_that_floods_is_listened_to_for_4096_frames() {
    let result = with_proxy("PX-SC-2", |mut stream| {
        let frame = [0, 0, 4, 3, 0, 0, 0, 0, 0]; // Reconnect
        while stream.write_all(&frame.repeat(512)).is_ok() {}
    });
    assert_unclear(&result, "the program sends without end");
    assert_eq!(result.log.entries.len(), 4096);
}

#[test]
fn a_proxy_that_dies_of_a_share_fails_where_shares_are_asked_about() {
    for (id, verdict) in
        [("PX-ID-1", Verdict::Pass), ("PX-SH-1", Verdict::Fail), ("PX-SH-5", Verdict::Inconclusive)]
    {
        let door = door("");
        let relay = Relay::start(door.target(), DYING);
        let result = play(id, &relay.address, &door, PATIENT);
        assert_eq!(result.verdict, verdict, "{id}: {}", result.reason);
        let is_named = result.reason.contains("closed");
        assert!(is_named || verdict == Verdict::Pass, "{id}: {}", result.reason);
    }
}

#[cfg(unix)]
#[test]
fn a_command_that_can_not_be_started_or_ends() {
    let missing = play("PX-SH-1", CLOSED, &door("no-such-program"), QUICK);
    assert_unclear(&missing, "can't start no-such-program");
    // It leaves no client waiting, but nobody has refused it.
    for id in ["PX-SH-1", "PX-SC-3", "PX-UP-1"] {
        let ended = play(id, CLOSED, &door("false"), PATIENT);
        assert_unclear(&ended, "the command ended: exit status: 1; the program ended");
    }
}

/// A proxy in a process of its own, as the next test starts it, until that ends it.
#[test]
fn a_proxy_in_a_process_of_its_own() {
    let Ok(place) = env::var(PLACE) else { return };
    let (server, own) = place.split_once(',').expect("two addresses");
    let server = Target { address: server.to_owned(), authority: None };
    let _relay = Relay::start_at(own, &server, HOARDING);
    thread::sleep(Duration::from_mins(1));
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_command_is_measured() {
    let (own, file) = (free_port(), env::current_exe().expect("it runs"));
    let test = "proxy_ends::a_proxy_in_a_process_of_its_own --exact --nocapture";
    let command = format!("env {PLACE}={{address}},{own} {} {test}", file.display());
    let result = play("PX-DN-3", &own, &door(&command), PATIENT);
    assert_eq!(result.verdict, Verdict::Fail, "{}", result.reason);
    assert!(result.reason.starts_with("its memory grew by "), "{}", result.reason);
    assert_eq!(result.measured[0].0, "memory, growth, KiB");
}
