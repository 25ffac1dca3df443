//! `sv2 serve` and `sv2 connect`, over real sockets.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::process::{Running, at_each_server, run, started};

/// A server on a free port, and its address.
fn serve(connections: &str) -> (Running, String) {
    let arguments = ["serve", "--plaintext", "127.0.0.1:0", "--connections", connections];
    let mut server = Running::start(&arguments, Stdio::null());
    let line = server.line();
    let address = line.trim_end().strip_prefix("listening on ").expect(&line).to_owned();
    (server, address)
}

/// Sends bytes, and returns the answer until the server closes.
fn talk(address: &str, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream.write_all(bytes).expect("it is taken");
    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
    let mut answer = Vec::new();
    // A server that closes with bytes unread resets the connection.
    let _ = stream.read_to_end(&mut answer);
    answer
}

#[test]
fn all_shares_are_accepted_and_both_tell_of_it() {
    let (server, address) = serve("1");
    let client = run(&["connect", "--plaintext", &address, "--shares", "12345"]);
    client.assert_success();
    assert!(client.stdout.contains("12345 accepted, 0 refused"), "{client:?}");
    assert!(client.stdout.contains("shares/s"), "{client:?}");
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 12345 shares in "), "{server:?}");
    assert!(server.stdout.contains("pool\n"), "{server:?}");
}

#[test]
fn several_clients_are_served_at_once() {
    let (server, address) = serve("3");
    let clients = [(); 3].map(|()| {
        let address = address.clone();
        thread::spawn(move || run(&["connect", "--plaintext", &address, "--shares", "2000"]))
    });
    for client in clients {
        client.join().expect("it runs").assert_success();
    }
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 6000 shares in "), "{server:?}");
}

#[test]
fn one_client_uses_many_connections() {
    let (server, address) = serve("64");
    let client =
        run(&["connect", "--plaintext", &address, "--shares", "500", "--connections", "64"]);
    client.assert_success();
    assert!(client.stdout.contains("32000 accepted, 0 refused"), "{client:?}");
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 32000 shares in "), "{server:?}");
}

#[test]
fn no_shares_are_fine() {
    let (server, address) = serve("1");
    run(&["connect", "--plaintext", &address, "--shares", "0"]).assert_success();
    server.finish().assert_success();
}

#[test]
fn a_bad_client_loses_its_connection_and_nobody_else() {
    let (server, address) = serve("8");
    assert!(talk(&address, b"").is_empty());
    assert!(talk(&address, b"GET / HTTP/1.1\r\n\r\n").is_empty());
    assert!(talk(&address, &[0x9d; 64]).is_empty(), "as a handshake may begin");
    assert!(talk(&address, b"\0\0\x00\xff\x0f\x00").is_empty(), "a frame that is cut");
    assert!(talk(&address, b"\0\0\x04\x06\0\0\x03x.y\x08\x0d").is_empty(), "Reconnect");
    let job_declaration = b"\0\0\0\x10\0\0\x01\x02\0\x02\0\0\0\0\0\0\0\0\0\0\0\0";
    let answer = talk(&address, job_declaration);
    assert!(answer.ends_with(b"unsupported-protocol"), "{answer:?}");
    // One that encrypts.
    let key = codec_noise::AuthoritySecret::generate().expect("entropy").public_key().to_string();
    let encrypts = run(&["connect", "--authority-key", &key, &address]);
    assert_eq!(encrypts.status.code(), Some(1), "{encrypts:?}");
    run(&["connect", "--plaintext", &address, "--shares", "100"]).assert_success();

    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    assert!(server.stdout.contains("total: 100 shares in "), "{server:?}");
    for words in [
        "peer closed",
        "the peer speaks HTTP, and sends no frames",
        "the peer speaks Noise, and sends no frames",
        "is over the limit of 4096 in the frame at byte 0: the peer may speak another protocol, or encrypt",
        "stream ends",
        "Reconnect instead of SetupConnection",
        "unsupported-protocol",
    ] {
        assert!(server.stderr.contains(words), "no {words:?} in {server:?}");
    }
    assert!(!server.stderr.contains("panicked"), "{server:?}");
}

#[test]
fn one_connection_too_many_is_closed() {
    at_each_server(one_too_many_is_closed);
}

fn one_too_many_is_closed(command: &[&str]) {
    let places = ["--plaintext", "--connections", "2", "--max-connections", "1"];
    let (server, address, _) = started(&[command, &places].concat());
    let first = TcpStream::connect(&address).expect("the server listens");
    let mut second = TcpStream::connect(&address).expect("the server listens");
    second.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    assert_eq!(second.read(&mut [0; 8]).expect("it is closed"), 0);
    drop(first);
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    let name = second.local_addr().expect("it was connected");
    let words = format!("sv2: {name}: too many connections are open; connection closed");
    assert!(server.stderr.contains(&words), "{server:?}");
}

#[test]
fn an_address_in_use_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = taken.local_addr().expect("it is bound").to_string();
    run(&["serve", "--plaintext", &address]).assert_refused(&["can't listen on", &address]);
    run(&["serve", "--plaintext", "not an address"])
        .assert_ended(2, &["not an address", "no port"]);
}

#[test]
fn a_refused_connection_is_reported() {
    let gone = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = gone.local_addr().expect("it is bound").to_string();
    drop(gone);
    run(&["connect", "--plaintext", &address]).assert_refused(&["can't connect to", &address]);
    run(&["connect", "--plaintext", "127.0.0.1"]).assert_ended(2, &["127.0.0.1", "no port"]);
}

#[test]
fn a_server_that_closes_or_talks_nonsense_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client comes");
        drop(stream);
        let (mut stream, _) = listener.accept().expect("a client comes");
        stream.write_all(b"\0\0\x04\x06\0\0\x03x.y\x08\x0d").expect("it is taken");
        let _ = stream.read(&mut [0; 1024]);
        let (mut stream, _) = listener.accept().expect("a client comes");
        stream.write_all(b"\0\0\x01\x01\0\0\0").expect("it is taken");
        let _ = stream.read(&mut [0; 1024]);
    });
    let outcome = run(&["connect", "--plaintext", &address]);
    outcome.assert_refused(&[&address]);
    run(&["connect", "--plaintext", &address])
        .assert_refused(&["Reconnect instead of SetupConnection.Success"]);
    run(&["connect", "--plaintext", &address]).assert_refused(&["malformed message 0x01"]);
    server.join().expect("it served");
}
