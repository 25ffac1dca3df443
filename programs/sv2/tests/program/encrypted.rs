//! `sv2 serve` and `sv2 connect` over encrypted connections.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::Sv2Protocol;
use codec_stratum::common::ChannelEndpointChanged;

use crate::process::{Running, run, run_with};

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
    assert!(server.stderr.contains("the client set up no connection in 1 s"), "{server:?}");
}

#[test]
fn keys_are_wanted_unless_plaintext_is_asked_for() {
    for arguments in [
        &["connect", "127.0.0.1:1"][..],
        &["connect", "127.0.0.1:1", "--authority-key", "nonsense0"],
        &["connect", "127.0.0.1:1", "--authority-key", "nonsense0", "--plaintext"],
    ] {
        let outcome = run(arguments);
        assert_eq!(outcome.status.code(), Some(2), "{outcome:?}");
    }
}

#[test]
fn a_secret_that_is_none_is_refused_and_not_repeated() {
    let outcome = run(&["serve", "127.0.0.1:0", "--authority-secret", "nonsense0"]);
    outcome.assert_ended(2, &["--authority-secret", "base 58"]);
    assert!(!outcome.stderr.contains("nonsense"), "{outcome:?}");
    let outcome = run(&["serve", "127.0.0.1:0", "--authority-secret", "@/nowhere/at/all"]);
    outcome.assert_refused(&["can't read /nowhere/at/all"]);
    let outcome = run(&["decode", "--session-key", "0123", "-"]);
    outcome.assert_ended(2, &["--session-key: not 64 hex digits"]);
}

/// The bytes that a client has sent on an encrypted connection, and its key in hex.
fn recording() -> (Vec<u8>, String) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Identity::issue(&authority, 0..=9).expect("there is entropy");
    let mut client: Handshake = Handshake::initiator(authority.public_key()).expect("entropy");
    let mut server: Handshake = Handshake::responder(Arc::new(identity)).expect("entropy");
    server.input(client.output(), 5).expect("any key is good");
    client.input(server.output(), 5).expect("the certificate is good");
    let client = client.finish().expect("it is done");
    let (key, _) = client.secret_keys();
    let key = key.map(|byte| format!("{byte:02x}")).concat();
    let mut writer: NoiseWriter<Sv2Protocol> =
        NoiseWriter::sealed(Pool::default(), client.split().0);
    for channel_id in 0..3 {
        writer.send(&ChannelEndpointChanged { channel_id }).expect("there is memory");
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    (wire, key)
}

#[test]
fn keys_are_logged_at_both_ends_when_that_is_asked_for() {
    let directory = std::env::temp_dir();
    let file = |end: &str| directory.join(format!("codec-stratum-{end}-{}", std::process::id()));
    let (ours, theirs) = (file("client.keys"), file("server.keys"));
    let text = |path: &std::path::Path| path.display().to_string();
    let (server, address, key) = serve(&["--key-log", &text(&theirs)]);
    let connect = ["connect", &address, "--authority-key", &key, "--shares", "1"];
    run(&[&connect[..], &["--key-log", &text(&ours)]].concat()).assert_success();
    let server = server.finish();
    server.assert_success();
    let (sent, received) = (read(&ours), read(&theirs));
    let swapped = |line: &str| match line.split_once(' ').expect("three words") {
        ("SENT", rest) => format!("RECEIVED {rest}"),
        (_, rest) => format!("SENT {rest}"),
    };
    let mut expected: Vec<_> = sent.iter().map(|line| swapped(line)).collect();
    expected.reverse();
    assert_eq!((expected, sent.len()), (received.clone(), 2));
    let key = received[0].rsplit(' ').next().expect("a key");
    assert!(key.len() == 64 && !server.stdout.contains(key) && !server.stderr.contains(key));
    #[cfg(unix)]
    for path in [&ours, &theirs] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "others may read it");
    }

    let (wire, recorded) = recording();
    let log = file("recorded.keys");
    let hash = "0".repeat(64);
    fs::write(&log, format!("{}\nSENT {hash} {recorded}\n", received[0])).expect("there is room");
    let outcome = run_with(&["decode", "--key-log", &text(&log), "-"], &wire);
    outcome.assert_success();
    assert_eq!(outcome.stdout.matches("ChannelEndpointChanged").count(), 3, "{outcome:?}");
    run_with(&["decode", "--key-log", &text(&ours), "-"], &wire)
        .assert_refused(&["no key that is known opens the first frame"]);
    run_with(&["decode", "--key-log", &text(&log), "-"], &wire[..21])
        .assert_refused(&["shorter than a frame"]);
    fs::write(&log, "nonsense\n").expect("there is room");
    let outcome = run_with(&["decode", "--key-log", &text(&log), "-"], &wire);
    outcome.assert_refused(&["a line does not end with a key"]);
    assert!(!outcome.stderr.contains("nonsense"), "{outcome:?}");
    for path in [ours, theirs, log] {
        fs::remove_file(path).expect("it is there");
    }
}

fn read(path: &std::path::Path) -> Vec<String> {
    fs::read_to_string(path).expect("it was written").lines().map(str::to_owned).collect()
}

#[test]
fn a_recording_is_decoded_with_its_session_key() {
    let (wire, key) = recording();
    let outcome = run_with(&["decode", "--session-key", &key, "-"], &wire);
    outcome.assert_success();
    assert_eq!(outcome.stdout.matches("ChannelEndpointChanged").count(), 3, "{outcome:?}");

    let mut changed = wire.clone();
    changed[50] ^= 1;
    let outcome = run_with(&["decode", "--session-key", &key, "-"], &changed);
    outcome.assert_refused(&["changed, repeated or reordered", "byte 42"]);
    assert_eq!(outcome.stdout.matches("ChannelEndpointChanged").count(), 1, "{outcome:?}");

    let outcome = run_with(&["decode", "--session-key", &key, "-"], &wire[..wire.len() - 1]);
    outcome.assert_refused(&["stream ends after 41 of 42 bytes"]);
    let outcome = run_with(&["decode", "--session-key", &"0".repeat(64), "-"], &wire);
    outcome.assert_refused(&["no key that is known opens the first frame"]);
}
