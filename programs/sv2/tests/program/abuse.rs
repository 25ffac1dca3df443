//! Cost of one abusive client for a thousand others: the time until their shares are acknowledged,
//! with and without it.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::attackers::{frames, open_channel, queue, share};
use crate::findings::{assert_within, connect, good_shares, open_channel_of, serve_with};

/// Behaviour of the abusive client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Abuse {
    /// There is no abusive client.
    None,
    /// Submits invalid shares, reads no answer, and reconnects when it has lost its connection.
    Deaf,
    /// Submits shares as fast as another server accepts them, so that the machine has as much to do.
    Elsewhere,
    /// Submits shares as fast as the server accepts them.
    Flood,
}

/// Bytes of the answer to a share.
const ANSWER: usize = 26;

/// Bytes that the abusive client has sent.
fn abuse(kind: Abuse, address: &str, done: &AtomicBool) -> usize {
    let mut sent = 0;
    let refused = frames(|writer| (0..1024).for_each(|n| queue(writer, &share(n))));
    let shares = good_shares(1024);
    while kind != Abuse::None && !done.load(Ordering::Relaxed) {
        let mut stream = connect(address);
        stream.set_write_timeout(Some(Duration::from_millis(100))).expect("not zero");
        if open_channel(&mut stream).is_err() {
            continue;
        }
        let reader = (kind != Abuse::Deaf).then(|| {
            let stream = stream.try_clone().expect("a handle");
            thread::spawn(move || crate::findings::drain(stream))
        });
        let bytes = if kind == Abuse::Deaf { &refused } else { &shares };
        while !done.load(Ordering::Relaxed) && stream.write_all(bytes).is_ok() {
            sent += bytes.len();
        }
        // Until the server disconnects it.
        while kind == Abuse::Deaf && !done.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
            if stream.write(&[0]).is_err_and(|error| error.kind() != io::ErrorKind::WouldBlock) {
                break;
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
        if let Some(reader) = reader {
            reader.join().expect("it reads");
        }
    }
    sent
}

/// Times that the honest clients waited for each of their answers. Fails when one gets none.
fn measure(honest: &mut [TcpStream], shares: u32) -> io::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for _ in 0..shares {
        for stream in &mut *honest {
            let start = Instant::now();
            stream.write_all(&good_shares(1))?;
            stream.read_exact(&mut [0; ANSWER])?;
            times.push(start.elapsed());
        }
    }
    times.sort();
    Ok(times)
}

/// The 99th percentile with such a client among this many others.
fn p99(kind: Abuse, clients: usize, shares: u32) -> Duration {
    // Clients that have a channel wait for all others: on a busy machine minutes.
    let (mut server, address, _) =
        serve_with(usize::from(u16::MAX), &["--plaintext", "--idle-timeout", "3600"]);
    let other = (kind == Abuse::Elsewhere).then(|| serve_with(1, &["--plaintext"]));
    let abused = other.as_ref().map_or(&address, |(_, address, _)| address).clone();
    // Two lines for each time that the abusive client is disconnected are more than a pipe holds.
    server.read_on();
    // Each has its channel before the next one connects: the server waits ten seconds for it.
    let comes = |_| {
        let mut stream = connect(&address);
        stream.set_nodelay(true).expect("a socket");
        open_channel_of(&mut stream);
        stream
    };
    let mut honest: Vec<_> = (0..clients - 1).map(comes).collect();
    let done = AtomicBool::new(false);
    let (times, sent) = thread::scope(|scope| {
        let abusive = scope.spawn(|| abuse(kind, &abused, &done));
        thread::sleep(Duration::from_millis(300));
        let times = measure(&mut honest, shares);
        done.store(true, Ordering::Relaxed);
        (times, abusive.join().expect("it sends"))
    });
    println!("{kind:?} sent {sent} bytes");
    // The measurement shows nothing with a client that sends little.
    assert!(kind == Abuse::None || sent > 1 << 16, "{kind:?} sent {sent} bytes");
    drop(honest);
    if let Some((other, ..)) = other {
        crate::process::send("-TERM", &other);
        other.finish();
    }
    crate::process::send("-TERM", &server);
    let outcome = server.finish();
    let times = times.unwrap_or_else(|error| panic!("{error}: {outcome:?}"));
    assert_within(&outcome);
    times[times.len() * 99 / 100]
}

/// The number that docs/programs.md promises after these words.
fn promised(after: &str) -> f64 {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/programs.md"));
    let page = page.expect("the page").split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, rest) = page.split_once(after).expect("the page promises it");
    rest.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// With `SV2_ABUSE_ROUNDS`, rounds of a thousand clients, alternating with and without the abusive
/// one, compared by the medians of the 99th percentiles: a deaf client with none, and a flood with
/// one of another server, since the flood's own threads take processors from the honest clients.
#[test]
fn a_thousand_clients_are_answered_in_time_beside_an_abusive_one() {
    let Some(rounds) = std::env::var("SV2_ABUSE_ROUNDS").ok().and_then(|it| it.parse().ok()) else {
        let promised = promised("shares of the others are answered within ");
        for kind in [Abuse::Deaf, Abuse::Flood] {
            let p99 = p99(kind, 50, 2);
            assert!(p99 < Duration::from_secs_f64(promised), "{kind:?}: {p99:?}");
        }
        return;
    };
    let kinds = [Abuse::None, Abuse::Deaf, Abuse::Elsewhere, Abuse::Flood];
    let mut times = [const { Vec::<Duration>::new() }; 4];
    for _ in 0..rounds {
        for (kind, times) in kinds.iter().zip(&mut times) {
            times.push(p99(*kind, 1000, 10));
        }
    }
    let medians = times.each_mut().map(|times| {
        times.sort();
        times[rounds / 2]
    });
    for (kind, median) in kinds.iter().zip(medians) {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        println!("{kind:?}: p99 {median:?}, {ratio:.2} of that without");
    }
    let [none, deaf, elsewhere, flood] = medians;
    let most = promised("the time of 1,000 others is at most ");
    assert!(deaf <= none.mul_f64(most) && flood <= elsewhere.mul_f64(most), "{medians:?}");
}
