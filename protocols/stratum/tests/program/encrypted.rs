//! `sv2 serve` and `sv2 connect` over encrypted connections.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use crate::process::{Running, run};

/// A server on a free port, its address and its authority's key.
fn serve(options: &[&str]) -> (Running, String, String) {
    let arguments = [&["serve", "127.0.0.1:0", "--connections", "1"], options].concat();
    let mut server = Running::start(&arguments, Stdio::null());
    let mut after = |start: &str| {
        let line = server.line();
        line.trim_end().strip_prefix(start).expect(&line).to_owned()
    };
    let (address, key) = (after("listening on "), after("authority key "));
    (server, address, key)
}

/// A new authority's public and secret key.
fn keygen() -> (String, String) {
    let outcome = run(&["keygen"]);
    outcome.assert_success();
    let mut keys = outcome.stdout.lines().map(|line| line.split(' ').next_back().expect("words"));
    (keys.next().expect("a key").to_owned(), keys.next().expect("a secret").to_owned())
}

#[test]
fn shares_go_over_encrypted_connections_unless_said_otherwise() {
    let (server, address, key) = serve(&[]);
    let client = run(&["connect", &address, "--authority-key", &key, "--shares", "12345"]);
    client.assert_success();
    assert!(client.stdout.contains("12345 accepted, 0 refused"), "{client:?}");
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 12345 shares in "), "{server:?}");
}

#[test]
fn a_server_signs_with_the_key_that_it_is_given_and_shows_no_secret() {
    let (key, secret) = keygen();
    let file = std::env::temp_dir().join(format!("codec-stratum-{}.key", std::process::id()));
    fs::write(&file, format!("{secret}\n")).expect("there is room");
    for given in [secret.clone(), format!("@{}", file.display())] {
        let (server, address, shown) = serve(&["--authority-secret", &given]);
        assert_eq!(shown, key);
        run(&["connect", &address, "--authority-key", &key, "--shares", "10"]).assert_success();
        let server = server.finish();
        server.assert_success();
        assert!(!server.stdout.contains(&secret), "{server:?}");
    }
    fs::remove_file(&file).expect("it is there");
}

#[test]
fn a_server_of_another_authority_is_refused() {
    let (server, address, _) = serve(&[]);
    let (other, _) = keygen();
    let client = run(&["connect", &address, "--authority-key", &other, "--shares", "1"]);
    client.assert_refused(&[&address, "not signed by the expected authority"]);
    assert!(server.finish().stderr.contains("connection closed"));
}

#[test]
fn a_client_that_stalls_in_the_handshake_loses_its_connection() {
    let (server, address, _) = serve(&["--handshake-timeout", "1"]);
    let mut stream = TcpStream::connect(&address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream.write_all(&[7; 63]).expect("it is taken");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(answer.is_empty(), "nothing is answered to a part of a key");
    let server = server.finish();
    assert!(server.stderr.contains("the peer made no handshake in 1 s"), "{server:?}");
}

#[test]
fn keys_are_wanted_unless_plaintext_is_asked_for() {
    for arguments in [
        &["connect", "127.0.0.1:1"][..],
        &["connect", "127.0.0.1:1", "--authority-key", "nonsense0"],
        &["connect", "127.0.0.1:1", "--authority-key", "nonsense0", "--plaintext"],
        &["serve", "127.0.0.1:0", "--authority-secret", "nonsense0"],
        &["serve", "127.0.0.1:0", "--authority-secret", "@/nowhere/at/all"],
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.status.code(), Some(2), "{outcome:?}");
    }
}
