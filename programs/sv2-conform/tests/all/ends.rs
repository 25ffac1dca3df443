//! Programs that do not speak the protocol, or stop: a verdict, in bounded time and memory.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use codec_noise::AuthoritySecret;
use sv2_conform::{Limits, Result, SCENARIOS, Target, Verdict, run};

use crate::broken::{self, DYING, NONE};
use crate::pairs::{PATIENT, QUICK};

/// A server that does this with each connection.
fn server(serve: impl Fn(TcpStream) + Copy + Send + 'static) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a client");
            thread::spawn(move || serve(stream));
        }
    });
    Target { address, authority: None }
}

/// The result of the scenario with this id.
fn play(id: &str, target: &Target, limits: Limits) -> Result {
    let scenario = SCENARIOS.iter().find(|scenario| scenario.id == id).expect("it is one");
    run(scenario, target, limits)
}

/// The verdicts on three scenarios, one of which asks whether there is any answer.
fn verdicts(target: &Target) -> [Verdict; 3] {
    ["C-SCS-1", "GEN-1", "M-SSE-1"].map(|id| {
        let start = Instant::now();
        let verdict = play(id, target, QUICK).verdict;
        assert!(start.elapsed() < Duration::from_secs(30), "{id} took too long");
        verdict
    })
}

const UNCLEAR: Verdict = Verdict::Inconclusive;

#[test]
fn a_port_that_nobody_listens_on_leaves_everything_open() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    drop(listener);
    let target = Target { address, authority: None };
    assert_eq!(verdicts(&target), [UNCLEAR; 3]);
    let reason = play("C-SCS-1", &target, QUICK).reason;
    assert!(reason.starts_with("can't connect to 127.0.0.1:"), "{reason}");
}

#[test]
fn a_server_that_says_nothing_fails_where_an_answer_is_due() {
    let target = server(|mut stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_eq!(verdicts(&target), [Verdict::Fail, UNCLEAR, UNCLEAR]);
    assert!(play("C-SCS-1", &target, QUICK).reason.ends_with("nothing came in time"));
}

#[test]
fn a_server_that_hangs_up_fails_where_an_answer_is_due() {
    let target = server(drop);
    assert_eq!(verdicts(&target), [Verdict::Fail, UNCLEAR, UNCLEAR]);
}

#[test]
fn garbage_is_no_answer() {
    let target = server(|mut stream| {
        let _ = stream.write_all(&b"HTTP/1.1 400 Bad Request\r\n\r\n".repeat(99));
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_eq!(verdicts(&target), [Verdict::Fail, UNCLEAR, UNCLEAR]);
    let reason = play("C-SCS-1", &target, PATIENT).reason;
    assert!(reason.contains("no frame of the protocol"), "{reason}");
}

#[test]
fn bytes_that_come_one_by_one_do_not_stretch_the_time() {
    let target = server(|mut stream| {
        // The header of a frame of 65,535 bytes, and then its bytes.
        let _ = stream.write_all(&[0, 0, 1, 0xff, 0xff, 0]);
        while stream.write_all(&[0]).is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(verdicts(&target), [Verdict::Fail, UNCLEAR, UNCLEAR]);
}

#[test]
fn a_server_that_floods_is_listened_to_for_4096_frames() {
    let target = server(|mut stream| {
        let frame = [0, 0, 4, 3, 0, 0, 0, 0, 0]; // Reconnect
        while stream.write_all(&frame.repeat(512)).is_ok() {}
    });
    let limits = Limits { time: Duration::from_mins(1), ..QUICK };
    let result = play("C-SCS-1", &target, limits);
    assert_eq!(result.verdict, Verdict::Fail);
    assert!(result.reason.ends_with("the program sends without end"), "{}", result.reason);
    assert_eq!(result.log.entries.len(), 4096);
}

#[test]
fn a_server_that_dies_of_a_share_fails_where_shares_are_asked_about() {
    let target = broken::start(DYING);
    for id in ["C-SCS-1", "GEN-1"] {
        assert_eq!(play(id, &target, PATIENT).verdict, Verdict::Pass, "{id}");
    }
    for id in ["M-SSE-1", "M-SSS-1", "M-SSS-6", "M-SSERR-1"] {
        let result = play(id, &target, PATIENT);
        assert_eq!(result.verdict, Verdict::Fail, "{id}: {}", result.reason);
        assert!(result.reason.contains("closed"), "{id}: {}", result.reason);
    }
}

#[test]
fn a_server_that_refuses_every_client_fails_nothing() {
    let target = server(|mut stream| {
        // SetupConnection.Error with the code `no`.
        let _ = stream.write_all(&[0, 0, 2, 7, 0, 0, 0, 0, 0, 0, 2, b'n', b'o']);
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let results = SCENARIOS.iter().map(|scenario| run(scenario, &target, QUICK));
    let failed: Vec<_> = results.filter(|result| result.verdict == Verdict::Fail).collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn plaintext_is_no_handshake() {
    let authority = AuthoritySecret::generate().expect("random bytes").public_key();
    let target = Target { authority: Some(authority), ..broken::start(NONE) };
    assert_eq!(verdicts(&target), [UNCLEAR; 3]);
    let reason = play("C-SCS-1", &target, QUICK).reason;
    assert!(reason.starts_with("no encrypted connection: "), "{reason}");
}
