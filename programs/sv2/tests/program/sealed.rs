//! `sv2 decode --key-log` of captures: the traffic of running programs, as packets.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::capture::{packet_of, pcap, pcapng};
use crate::process::{Outcome, run, run_with, started};

/// Bytes that a side of a connection has sent, in the order of all.
#[derive(Clone)]
struct Sent {
    connection: u16,
    is_client: bool,
    bytes: Vec<u8>,
}

type Tape = Arc<Mutex<Vec<Sent>>>;

/// Passes on all that one side sends, and keeps it.
fn pass(mut from: TcpStream, mut to: TcpStream, tape: &Tape, connection: u16, is_client: bool) {
    let mut bytes = [0; 1400];
    while let Ok(len @ 1..) = from.read(&mut bytes) {
        let bytes = bytes[..len].to_vec();
        tape.lock().unwrap().push(Sent { connection, is_client, bytes: bytes.clone() });
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Forwards so many connections, one after another, to a server; returns its address.
fn tap(server: &str, connections: u16, tape: &Tape) -> (String, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let (server, tape) = (server.to_owned(), Arc::clone(tape));
    let work = thread::spawn(move || {
        for connection in 0..connections {
            let (client, _) = listener.accept().expect("a client comes");
            let server = TcpStream::connect(&server).expect("it listens");
            for stream in [&client, &server] {
                stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
            }
            let ours = [&client, &server].map(|stream| stream.try_clone().expect("a handle"));
            thread::scope(|scope| {
                scope.spawn(|| pass(client, server, &tape, connection, true));
                let [client, server] = ours;
                scope.spawn(|| pass(server, client, &tape, connection, false));
            });
        }
    });
    (address, work)
}

/// The traffic of two encrypted connections, a share each, and the file with their keys.
fn recorded(name: &str) -> (Vec<Sent>, PathBuf) {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.keys"));
    let _ = std::fs::remove_file(&log);
    let file = log.to_str().expect("it is text");
    let serve = ["serve", "127.0.0.1:0", "--connections", "2", "--key-log", file];
    let (server, address, key) = started(&serve);
    let tape = Tape::default();
    let (between, work) = tap(&address, 2, &tape);
    for _ in 0..2 {
        let connect = ["connect", &between, "--authority-key", &key, "--shares", "1"];
        run(&connect).assert_success();
    }
    work.join().expect("it forwards");
    server.finish().assert_success();
    let tape = tape.lock().unwrap().clone();
    (tape, log)
}

/// The packets of a tape, after those that open the connections.
fn packets(tape: &[Sent]) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let ends = |connection: u16, is_client| {
        let (client, server) = ((1, 40000 + connection), (2, 34254));
        if is_client { (client, server) } else { (server, client) }
    };
    let mut opening = Vec::new();
    let mut next = std::collections::HashMap::new();
    let mut packets = Vec::new();
    for Sent { connection, is_client, bytes } in tape {
        let (from, to) = ends(*connection, *is_client);
        let sequence = next.entry((from, to)).or_insert_with(|| {
            opening.push(packet_of(from, to, u32::MAX - 99, 2, &[]));
            u32::MAX - 98
        });
        packets.push(packet_of(from, to, *sequence, 0x18, bytes));
        *sequence = sequence.wrapping_add(u32::try_from(bytes.len()).unwrap());
    }
    (opening, packets)
}

fn decode(capture: &[u8], log: &std::path::Path, more: &[&str]) -> Outcome {
    let log = log.to_str().expect("it is text");
    run_with(&[&["decode", "-", "--key-log", log], more].concat(), capture)
}

/// The messages of each direction of the first connection and the second.
fn messages(outcome: &Outcome) -> [[Vec<String>; 2]; 2] {
    ["40000", "40001"].map(|port| {
        [format!("10.0.0.1:{port} > "), format!(" > 10.0.0.1:{port} ")].map(|end| {
            let lines = outcome.stdout.lines().filter(|line| line.contains(&end));
            lines.map(|line| line.split_whitespace().nth(5).unwrap().to_owned()).collect()
        })
    })
}

#[test]
fn both_directions_of_several_connections_are_opened_after_their_handshakes() {
    let (tape, log) = recorded("both");
    let (opening, packets) = packets(&tape);
    let all = [opening.clone(), packets.clone()].concat();
    let outcome = decode(&pcap(&all, 65_535), &log, &[]);
    outcome.assert_success();
    let client =
        ["SetupConnection", "OpenExtendedMiningChannel", "SubmitSharesExtended", "CloseChannel"];
    for [up, down] in messages(&outcome) {
        assert_eq!(up, client, "{outcome:?}");
        for name in ["SetupConnection.Success", "NewExtendedMiningJob", "SubmitShares.Success"] {
            assert!(down.iter().any(|one| one == name), "{name}: {down:?}");
        }
    }
    // The first frame of a client is behind 64 bytes of handshake, a server's behind 234.
    let first = outcome.stdout.lines().find(|line| line.contains(" SetupConnection ")).unwrap();
    assert!(first.split_whitespace().nth(4) == Some("64"), "{first}");
    let answer = outcome.stdout.lines().find(|line| line.contains("Connection.Success")).unwrap();
    assert!(answer.split_whitespace().nth(4) == Some("234"), "{answer}");
    let whole = messages(&outcome);

    // Twice, backwards, and byte by byte: the same streams.
    let mut backwards = packets.clone();
    backwards.reverse();
    let single: Vec<Sent> = tape
        .iter()
        .flat_map(|sent| sent.bytes.iter().map(|byte| Sent { bytes: vec![*byte], ..sent.clone() }))
        .collect();
    for other in [
        [opening.clone(), packets.clone(), packets.clone()].concat(),
        [opening.clone(), backwards].concat(),
        [opening.clone(), self::packets(&single).1].concat(),
    ] {
        let outcome = decode(&pcap(&other, 65_535), &log, &[]);
        outcome.assert_success();
        assert_eq!(messages(&outcome), whole);
    }
    if cfg!(target_endian = "little") {
        let outcome = decode(&pcapng(&all), &log, &["--format", "json"]);
        outcome.assert_success();
        assert_eq!(outcome.stdout.matches(r#""message":"SubmitSharesExtended""#).count(), 2);
    }
    std::fs::remove_file(log).unwrap();
}

#[test]
fn frames_that_can_not_be_opened_are_reported_and_the_rest_is_shown() {
    let (mut tape, log) = recorded("parts");
    let (opening, packets) = packets(&tape);
    let all = [opening.clone(), packets.clone()].concat();
    // The second connection began before the capture.
    let late: Vec<_> = opening.iter().take(2).chain(&packets).cloned().collect();
    let outcome = decode(&pcap(&late, 65_535), &log, &[]);
    outcome.assert_success();
    let [[up, _], [late, _]] = messages(&outcome);
    assert_eq!((up.len(), late.len()), (4, 1), "{outcome:?}");
    let told = "the capture begins in the middle of the connection";
    assert_eq!(outcome.stdout.matches(told).count(), 2, "{outcome:?}");
    // Without the keys of the second connection, and with none.
    let keys = std::fs::read_to_string(&log).unwrap();
    let first = keys.lines().take(2).collect::<Vec<_>>().join("\n");
    std::fs::write(&log, first).unwrap();
    let outcome = decode(&pcap(&all, 65_535), &log, &[]);
    outcome.assert_success();
    let told = "neither frames, nor encrypted with a key that is known";
    assert_eq!(outcome.stdout.matches(told).count(), 2, "{outcome:?}");
    let outcome = run_with(&["decode", "-"], &pcap(&all, 65_535));
    outcome.assert_refused(&["there is no frame in it"]);
    std::fs::write(&log, keys).unwrap();

    // Packets of the client are lost: its first frame, or its second.
    let before = messages(&decode(&pcap(&all, 65_535), &log, &[]));
    let of_client = |at: &usize| tape[*at].connection == 0 && tape[*at].is_client;
    let sent: Vec<_> = (0..tape.len()).filter(of_client).collect();
    for (lost, told, left) in [
        (1, "what the connection begins with is lost", 0),
        (2, "encrypted frames after lost ones can't be opened", 1),
    ] {
        let mut without = packets.clone();
        without.remove(sent[lost]);
        let outcome = decode(&pcap(&[opening.clone(), without].concat(), 65_535), &log, &[]);
        outcome.assert_success();
        assert_eq!(outcome.stdout.matches(told).count(), 1, "{outcome:?}");
        let [[up, down], second] = messages(&outcome);
        let names = up.iter().filter(|one| *one != "--").count();
        assert_eq!((names, &down, &second), (left, &before[0][1], &before[1]), "{outcome:?}");
    }

    // A bit is changed in the last frame of a client.
    let last = *sent.last().unwrap();
    *tape[last].bytes.last_mut().unwrap() ^= 1;
    let changed = [opening, self::packets(&tape).1].concat();
    let outcome = decode(&pcap(&changed, 65_535), &log, &["--keep-going"]);
    outcome.assert_refused(&["a frame is not as it was sealed", "1 of "]);
    assert_eq!(messages(&outcome)[1], before[1]);
    std::fs::remove_file(log).unwrap();
}

/// Connections that aren't encrypted may be next to encrypted ones.
#[test]
fn plaintext_in_the_same_capture_is_shown_as_well() {
    let (tape, log) = recorded("mixed");
    let (mut all, packets) = packets(&tape);
    all.extend(packets);
    all.push(packet_of((7, 1), (2, 34254), 0, 2, &[]));
    all.push(packet_of((7, 1), (2, 34254), 1, 0x18, b"\0\0\x01\x06\0\0\x02\0\0\0\0\0"));
    let outcome = decode(&pcap(&all, 65_535), &log, &[]);
    outcome.assert_success();
    let plain = outcome.stdout.lines().find(|line| line.contains("10.0.0.7:1 >")).unwrap();
    assert!(plain.contains("SetupConnection.Success") && plain.contains("used_version=2"));
    std::fs::remove_file(log).unwrap();
}
