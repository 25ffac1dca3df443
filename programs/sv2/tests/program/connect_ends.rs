//! `sv2 connect` when the user ends it.

use std::net::TcpListener;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Running, send, started};

/// A client with more shares than it can submit in the time of a test.
fn submitting(address: &str) -> Running {
    let shares = u32::MAX.to_string();
    let options = ["--shares", &shares, "--connections", "2", "--progress", "1"];
    let client = [&["connect", "--plaintext", address][..], &options].concat();
    Running::start(&client, Stdio::null())
}

/// The number at the start of a line of the output.
fn number(text: &str, before: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(before)).expect(text);
    let number = line.split(before).next().and_then(|start| start.rsplit(' ').next());
    number.and_then(|number| number.parse().ok()).expect(line)
}

#[test]
fn it_reports_its_progress_and_ends_with_its_totals() {
    for signal in ["-INT", "-TERM"] {
        let (server, address, _) =
            started(&["serve", "127.0.0.1:0", "--plaintext", "--connections", "2"]);
        let client = submitting(&address);
        thread::sleep(Duration::from_millis(1500));
        send(signal, &client);
        let client = client.finish();
        assert_eq!(client.status.code(), Some(0), "{client:?}");
        assert!(client.stderr.contains("sv2: after 1 s: "), "{client:?}");
        assert!(client.stderr.contains("ending; signal again to end at once"), "{client:?}");
        let accepted = number(&client.stdout, " accepted, 0 refused");
        // It waited for all answers.
        let server = server.finish();
        assert!(accepted > 0, "{client:?}");
        assert!(server.stdout.contains(&format!("total: {accepted} shares in ")), "{server:?}");
        assert!(server.stderr.is_empty(), "the connections were closed in order: {server:?}");
    }
}

#[test]
fn it_ends_at_once_while_the_server_has_not_answered() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let client = submitting(&silent.local_addr().expect("it listens").to_string());
    let _connections = [silent.accept(), silent.accept()].map(|it| it.expect("it connects"));
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    send("-TERM", &client);
    let client = client.finish();
    assert!(start.elapsed() < Duration::from_secs(4), "it waited for answers that cannot come");
    assert_eq!(client.status.code(), Some(0), "{client:?}");
    assert!(client.stdout.starts_with("0 accepted, 0 refused\n"), "{client:?}");
}

#[test]
fn answers_that_do_not_come_are_counted_and_the_status_tells() {
    let (server, address, _) = started(&["serve", "127.0.0.1:0", "--plaintext"]);
    let client = submitting(&address);
    thread::sleep(Duration::from_millis(1500));
    send("-STOP", &server);
    // Until its window is full.
    thread::sleep(Duration::from_millis(500));
    send("-TERM", &client);
    let client = client.finish();
    assert_eq!(client.status.code(), Some(1), "{client:?}");
    assert!(number(&client.stderr, " shares were not answered") > 0, "{client:?}");
    assert!(number(&client.stdout, " accepted, 0 refused") > 0, "the totals: {client:?}");
}
