//! `sv2 proxy` and the connection to its server: closed while idle, lost, silent.

use std::net::TcpListener;
use std::process::Stdio;

use codec_stratum::MiningMessage as Message;

use crate::process::{Running, run, send, started};
use crate::proxy::{connect, next, open, proxy};

const PLAIN: [&str; 2] = ["--plaintext", "--upstream-plaintext"];

/// A server that accepts two connections; waiting for its next line waits for the end of the
/// first.
fn serve(options: &[&str]) -> (Running, String, String) {
    started(&[&["serve", "127.0.0.1:0", "--connections", "2"], options].concat())
}

/// A server closes a client that opens no channel, and a proxy has none to open before its first
/// miner comes.
#[test]
fn a_proxy_may_be_started_long_before_its_miners() {
    let (mut server, address, key) = serve(&["--zero-bits", "5", "--handshake-timeout", "1"]);
    let (proxy, between, own) = proxy(&address, &["--upstream-key", &key, "--connections", "3"]);
    assert!(server.line().contains(": 0 shares in "), "it closes the connection");
    let mine = ["mine", &between, "--authority-key", &own, "--miners", "3", "--shares", "5"];
    let miners = run(&[&mine[..], &["--rate", "100"]].concat());
    miners.assert_success();
    let proxy = proxy.finish();
    proxy.assert_success();
    let all = "15 submitted, 15 accepted, 0 refused, 0 unanswered";
    assert!(proxy.stdout.contains(&format!("total: 3 miners, 3 channels; {all}")), "{proxy:?}");
    let server = server.finish();
    assert!(server.stdout.contains("total: 15 shares in "), "{server:?}");
}

/// The last miner has left, and the server closes the idle connection.
#[test]
fn a_miner_is_served_after_a_time_without_miners() {
    let (mut server, address, _) = serve(&["--plaintext", "--idle-timeout", "1"]);
    let (proxy, between, _) = proxy(&address, &[&PLAIN[..], &["--connections", "2"]].concat());
    let client = ["connect", "--plaintext", &between, "--shares", "100"];
    run(&client).assert_success();
    assert!(server.line().contains(": 100 shares in "), "it closes the connection");
    run(&client).assert_success();
    let proxy = proxy.finish();
    proxy.assert_success();
    let all = "200 submitted, 200 accepted, 0 refused, 0 unanswered";
    assert!(proxy.stdout.contains(&format!("total: 2 miners, 2 channels; {all}")), "{proxy:?}");
    let server = server.finish();
    assert!(server.stdout.contains("total: 200 shares in "), "{server:?}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_gone_when_a_miner_comes_is_reported() {
    let (server, address, _) = serve(&["--plaintext"]);
    let (proxy, between, _) = proxy(&address, &PLAIN);
    send("-INT", &server);
    server.finish();
    let client = run(&["connect", "--plaintext", &between, "--shares", "1"]);
    assert_eq!(client.status.code(), Some(1), "{client:?}");
    let proxy = proxy.finish();
    assert_eq!(proxy.status.code(), Some(1), "{proxy:?}");
    assert!(proxy.stderr.contains(&format!("sv2: {address}: ")), "{proxy:?}");
    assert!(proxy.stderr.contains("refused"), "{proxy:?}");
}

#[cfg(unix)]
#[test]
fn a_server_lost_with_channels_ends_the_proxy() {
    let (server, address, _) = serve(&["--plaintext"]);
    let (proxy, between, _) = proxy(&address, &PLAIN);
    let mut miner = connect(&between, 0);
    assert!(matches!(next(&mut miner), Message::SetupConnectionSuccess(_)));
    open(&mut miner, 1);
    send("-INT", &server);
    server.finish();
    let proxy = proxy.finish();
    assert_eq!(proxy.status.code(), Some(1), "{proxy:?}");
    assert!(proxy.stderr.contains("the peer closed the connection"), "{proxy:?}");
    assert!(proxy.stdout.contains("total: 1 miners, 1 channels; 0 submitted"), "{proxy:?}");
}

/// A proxy that starts shows that its server can be reached, and speaks the protocol.
#[test]
fn a_proxy_without_a_server_does_not_start() {
    let listen = ["proxy", "--listen", "127.0.0.1:0", "--upstream"];
    let nobody = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
        listener.local_addr().expect("it is bound").to_string()
    };
    let outcome = run(&[&listen[..], &[&nobody], &PLAIN].concat());
    outcome.assert_refused(&[&nobody, "refused"]);
    assert_eq!(outcome.stdout, "");
    let silent = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = silent.local_addr().expect("it is bound").to_string();
    let proxy = [&listen[..], &[&address, "--handshake-timeout", "1"], &PLAIN].concat();
    let outcome = Running::start(&proxy, Stdio::null());
    outcome
        .finish()
        .assert_refused(&[&address, "the server did not answer SetupConnection in 1 s"]);
}
