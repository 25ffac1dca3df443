//! Who gets a place at a server, and what nobody can take from others.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use codec_core::wire::U256;
use codec_stratum::MiningMessage as Message;
use codec_stratum::mining::{CloseChannel, OpenExtendedMiningChannel};

use crate::process::{at_each_server, run, started};
use crate::proxy::{Link, connect, next, open, proxy};

fn socket(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream
}

/// Sockets that say nothing, more than there are places, keep no miner out for a moment.
#[test]
fn silent_sockets_give_way_to_miners() {
    let places = ["--max-connections", "20", "--handshake-timeout", "600"];
    let serve = ["serve", "127.0.0.1:0", "--connections", "35"];
    let (server, address, key) = started(&[&serve[..], &places].concat());
    let since = Instant::now();
    let mut silent = Vec::new();
    silent.extend((0..10).map(|_| socket(&address)));
    for _ in 0..3 {
        silent.extend((0..8).map(|_| socket(&address)));
        // The oldest give way.
        for mut gone in silent.drain(..8) {
            assert_eq!(gone.read(&mut [0]).unwrap_or_default(), 0);
        }
    }
    let miner = run(&["connect", &address, "--authority-key", &key, "--shares", "10"]);
    miner.assert_success();
    assert!(since.elapsed() < Duration::from_mins(1), "it waited for no time-out");
    // One more was closed for the miner; the last nine are still there.
    assert_eq!(silent.remove(0).read(&mut [0]).unwrap_or_default(), 0);
    for open in &silent {
        open.set_nonblocking(true).expect("it is open");
        assert!((&mut &*open).read(&mut [0]).is_err(), "nothing came, and it is not closed");
    }
    drop(silent);
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    assert_eq!(server.stderr.matches("closed for others before").count(), 25, "{server:?}");
}

/// At each server, encrypted or not, those that say nothing give way before their time is over.
#[test]
fn silent_sockets_give_way_at_each_server() {
    at_each_server(|command| {
        for how in [&[][..], &["--plaintext"]] {
            let since = Instant::now();
            let arguments = [command, how, &["--max-connections", "20"]].concat();
            let (server, address, _) = started(&arguments);
            let mut silent: Vec<_> = (0..18).map(|_| socket(&address)).collect();
            for mut gone in silent.drain(..8) {
                assert_eq!(gone.read(&mut [0]).unwrap_or_default(), 0);
            }
            assert!(
                since.elapsed() < Duration::from_secs(9),
                "{arguments:?} waited for a time-out"
            );
            for open in &silent {
                open.set_nonblocking(true).expect("it is open");
                assert!((&mut &*open).read(&mut [0]).is_err(), "{arguments:?} closed too many");
            }
            drop(server);
        }
    });
}

/// A part of a message is none.
#[test]
fn plaintext_is_awaited_no_longer_than_a_handshake() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "2"];
    let (server, address, _) = started(&[&serve[..], &["--handshake-timeout", "1"]].concat());
    let since = Instant::now();
    let mut clients = [socket(&address), socket(&address)];
    clients[1].write_all(&[0, 0, 0, 40, 0, 0, 1, 2]).expect("it is taken");
    for client in &mut clients {
        assert_eq!(client.read(&mut [0]).unwrap_or_default(), 0);
    }
    assert!(since.elapsed() < Duration::from_mins(1));
    let server = server.finish();
    let words = "the client set up no connection in 1 s";
    assert_eq!(server.stderr.matches(words).count(), 2, "{server:?}");
}

/// An address has its part of the places, and the others are for others.
#[test]
fn an_address_has_its_part_of_the_places() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "4"];
    let (server, address, _) = started(&[&serve[..], &["--max-per-address", "2"]].concat());
    let kept = [socket(&address), socket(&address)];
    for _ in 0..2 {
        assert_eq!(socket(&address).read(&mut [0]).unwrap_or_default(), 0);
    }
    drop(kept);
    let server = server.finish();
    let words = "too many connections of the peer's network are open; connection closed";
    assert_eq!(server.stderr.matches(words).count(), 2, "{server:?}");
}

/// Connections that are refused by the thousand are counted, and few of them have a line.
#[test]
fn closed_connections_do_not_fill_the_log() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "3001"];
    let (server, address, _) = started(&[&serve[..], &["--max-connections", "1"]].concat());
    let since = Instant::now();
    let kept = socket(&address);
    for _ in 0..3000 {
        assert_eq!(socket(&address).read(&mut [0]).unwrap_or_default(), 0);
    }
    drop(kept);
    let server = server.finish();
    let lines = server.stderr.lines().count();
    let seconds = usize::try_from(since.elapsed().as_secs()).expect("not long");
    assert!(lines <= 102 * (seconds + 1), "{lines} lines in {seconds} seconds");
    let left_out: usize = server
        .stderr
        .lines()
        .filter_map(|line| {
            line.strip_prefix("sv2: ")?.strip_suffix(" more connections were closed")
        })
        .map(|count| count.parse::<usize>().expect("a number"))
        .sum();
    // The one that was kept is among them.
    let told = server.stderr.matches("; connection closed\n").count();
    assert_eq!(told + left_out, 3001, "{server:?}");
}

/// A client at the wrong port is known by its first bytes, and not by a time-out.
#[test]
fn plaintext_on_an_encrypted_port_is_known_at_once() {
    let serve = ["serve", "127.0.0.1:0", "--connections", "2", "--handshake-timeout", "600"];
    let (server, address, _) = started(&serve);
    let since = Instant::now();
    let mut http = socket(&address);
    http.write_all(b"GET / HTTP/1.1\r\nHost: pool.example\r\n\r\n").expect("it is taken");
    let plain = run(&["connect", "--plaintext", &address, "--shares", "1"]);
    assert!(!plain.status.success(), "{plain:?}");
    assert_eq!(http.read(&mut [0]).unwrap_or_default(), 0);
    assert!(since.elapsed() < Duration::from_mins(1), "it waited for no time-out");
    let server = server.finish();
    let words = "no encrypted connection: the peer does not encrypt, or not with Noise";
    assert_eq!(server.stderr.matches(words).count(), 2, "{server:?}");
}

fn close(link: &mut Link, channel_id: u32) {
    let reason_code = "done".try_into().expect("it is short");
    link.send(&CloseChannel { channel_id, reason_code }).expect("it is taken");
}

/// Miners that come and go, one at a time, leave their places.
#[test]
fn closed_channels_are_free_again() {
    let options = ["--connection-budget", "16384", "--connections", "1"];
    let serve = ["serve", "--plaintext", "127.0.0.1:0"];
    let (server, address, _) = started(&[&serve[..], &options].concat());
    let mut link = connect(&address, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    link.stream().set_nodelay(true).expect("it is open");
    for request_id in 0..6000 {
        let channel = open(&mut link, request_id);
        close(&mut link, channel);
    }
    drop(link);
    assert!(server.finish().status.success());
}

/// One miner takes no more channels of a server than its part, open and requested.
#[test]
fn a_miner_behind_a_proxy_takes_only_its_part_of_all_channels() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"];
    let (server, address, _) = started(&serve);
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "2"];
    let (running, between, _) = proxy(&address, &[&options[..], &["--max-channels", "5"]].concat());
    let [mut greedy, mut modest] = [(); 2].map(|()| connect(&between, 0));
    for link in [&mut greedy, &mut modest] {
        assert!(matches!(next(link), Message::SetupConnectionSuccess(_)));
    }
    for request_id in 0..100 {
        let (user_identity, max_target) = ("greedy".try_into().expect("short"), U256::MAX);
        let (nominal_hash_rate, min_extranonce_size) = (1.0, 8);
        greedy
            .queue(&OpenExtendedMiningChannel {
                request_id,
                user_identity,
                nominal_hash_rate,
                max_target,
                min_extranonce_size,
            })
            .expect("it encodes");
    }
    greedy.flush().expect("it is taken");
    let (mut opened, mut refused) = (Vec::new(), 0);
    while opened.len() + refused < 100 {
        match next(&mut greedy) {
            Message::OpenExtendedMiningChannelSuccess(success) => opened.push(success.channel_id),
            Message::OpenMiningChannelError(error) => {
                assert_eq!(error.error_code.as_str(), Ok("no-more-channels"));
                refused += 1;
            }
            _ => {}
        }
    }
    assert_eq!((opened.len(), refused), (5, 95));
    assert_eq!(open(&mut modest, 1), 1);
    close(&mut greedy, opened[0]);
    open(&mut greedy, 200);
    drop((greedy, modest));
    assert!(running.finish().status.success());
    assert!(server.finish().status.success());
}
