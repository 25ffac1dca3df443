//! A server whose standard output and standard error are pipes that are never read.

use std::io::Read as _;
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::Duration;

use crate::process::{Outcome, Running, run, send, started};

/// More lines than two pipes of 64 KiB and the program's own queues hold: the shortest line has 50
/// bytes.
const PEERS: u32 = 8_000;

/// Connections to a program, each left at once.
fn come_and_go(address: &str, peers: u32) {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..peers / 4 {
                    let mut stream = TcpStream::connect(address).expect("the server listens");
                    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("it is");
                    stream.shutdown(Shutdown::Write).expect("it is open");
                    // Until the server has closed it, too.
                    let closed = stream.read(&mut [0]);
                    assert!(closed.is_ok_and(|len| len == 0), "the server does not answer");
                }
            });
        }
    });
}

/// Number of closed connections that a program has reported, each in a line or counted in one.
fn closed(program: &Outcome) -> u32 {
    let counted = program.stderr.lines().filter_map(|line| {
        line.strip_prefix("sv2: ")?
            .strip_suffix(" more connections were closed")?
            .parse::<u32>()
            .ok()
    });
    let lines = u32::try_from(program.stderr.matches("; connection closed\n").count());
    counted.sum::<u32>() + lines.expect("not many")
}

/// Number of frames in and out of the connection that a program reports first, as in "20000 shares
/// in ..; 241 frames (15568 bytes) in, 46 reads, 20003 frames (780126 bytes) out".
fn frames(program: &Outcome) -> usize {
    let line = program.stdout.lines().find(|line| line.contains(" shares in "));
    let counts = line.expect("a connection").split(" frames (");
    counts.filter_map(|before| before.rsplit(' ').next()?.parse::<usize>().ok()).sum()
}

/// A server that has printed more than fits.
fn printed_on(arguments: &[&str]) -> (Running, String) {
    let (server, address, _) = started(arguments);
    come_and_go(&address, PEERS);
    (server, address)
}

#[test]
fn a_server_serves_on_when_its_lines_are_not_read() {
    let arguments = ["serve", "127.0.0.1:0", "--plaintext", "--max-per-address", "4096"];
    let (server, address) = printed_on(&arguments);
    let client = run(&["connect", "--plaintext", &address, "--shares", "1000"]);
    client.assert_success();
    assert!(client.stdout.contains("1000 accepted, 0 refused"), "{client:?}");
    send("-TERM", &server);
    // From here on they are read.
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    let lines = |text: &str, word: &str| text.lines().filter(|line| line.contains(word)).count();
    // The address was read at the start.
    let printed = lines(&server.stdout, " shares in ") - lines(&server.stdout, "total: ");
    let peers = usize::try_from(PEERS).expect("it fits");
    let dropped = server.dropped("standard output");
    assert!(dropped > 0, "{printed}");
    assert_eq!(printed + dropped, peers + 1);
    assert_eq!(closed(&server), PEERS, "{server:?}");
}

/// A program that waits for the reader of its output can be ended, and says by its status how.
#[test]
fn the_second_signal_ends_a_server_whose_totals_nobody_reads() {
    let (mut server, _) = printed_on(&["serve", "127.0.0.1:0", "--plaintext"]);
    send("-TERM", &server);
    // It has to print its totals, and waits.
    thread::sleep(Duration::from_secs(1));
    send("-INT", &server);
    assert_eq!(server.ended().code(), Some(130));
}

/// Lines of `sv2 watch` wait for a reader as long as its frames can; then they are dropped.
#[test]
fn frames_pass_through_watch_when_its_lines_are_not_read() {
    let (server, address, _) =
        started(&["serve", "127.0.0.1:0", "--plaintext", "--connections", "1"]);
    let watch = ["watch", "--plaintext", "--listen", "127.0.0.1:0", "--upstream", &address];
    let (watch, between, _) =
        started(&[&watch[..], &["--upstream-plaintext", "--connections", "1"]].concat());
    let client = run(&["connect", "--plaintext", &between, "--shares", "20000"]);
    client.assert_success();
    assert!(client.stdout.contains("20000 accepted, 0 refused"), "{client:?}");
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    let watch = watch.finish();
    assert!(watch.status.success(), "{watch:?}");
    let printed = watch.stdout.lines().filter(|line| line.contains(['<', '>'])).count();
    let lost = watch.dropped("standard output");
    assert!(printed > 0 && lost > 0, "{printed} printed, {lost} dropped");
    // A job that the server sent behind the last answer may pass after the client has left.
    let passed = frames(&client)..=frames(&server);
    assert!(passed.contains(&(printed + lost)), "{printed} and {lost}: {client:?}, {server:?}");
}

/// Miners that come and go before they have set up their connection are each reported or counted.
#[test]
fn a_proxy_serves_on_when_its_lines_are_not_read() {
    let (server, upstream, _) =
        started(&["serve", "127.0.0.1:0", "--plaintext", "--connections", "1"]);
    let proxy = ["proxy", "--plaintext", "--listen", "127.0.0.1:0", "--upstream", &upstream];
    let (proxy, address) = printed_on(&[&proxy[..], &["--upstream-plaintext"]].concat());
    let client = run(&["connect", "--plaintext", &address, "--shares", "1000"]);
    client.assert_success();
    assert!(client.stdout.contains("1000 accepted, 0 refused"), "{client:?}");
    send("-TERM", &proxy);
    let proxy = proxy.finish();
    assert!(proxy.status.success(), "{proxy:?}");
    assert_eq!(closed(&proxy), PEERS, "{proxy:?}");
    server.finish().assert_success();
}
