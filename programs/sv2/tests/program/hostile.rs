//! A server with both honest and hostile clients.

use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::attackers::Attack;
use crate::process::{Outcome, Running, run};

/// Honest clients, and equally many hostile ones.
const CLIENTS: usize = 64;
/// The maximum memory for the frames of a connection, in KiB.
const CONNECTION_KIB: u64 = 256;
/// Other growth while it serves: buffers for output, stacks, tasks.
const SLACK_KIB: u64 = 16 * 1024;

/// A server on a free port that ends after this many connections.
fn serve(connections: usize) -> (Running, String) {
    let connections = connections.to_string();
    let arguments = ["serve", "--plaintext", "127.0.0.1:0", "--connections", &connections];
    let timeouts = ["--handshake-timeout", "3", "--idle-timeout", "5", "--write-timeout", "3"];
    let mut server = Running::start(&[&arguments[..], &timeouts].concat(), Stdio::null());
    let line = server.line();
    let address = line.trim_end().strip_prefix("listening on ").expect(&line).to_owned();
    (server, address)
}

/// Lets the honest clients submit shares, and returns how long that took.
fn mine(address: &str, shares: usize) -> Duration {
    let (shares, clients) = (shares.to_string(), CLIENTS.to_string());
    let start = Instant::now();
    let outcome =
        run(&["connect", "--plaintext", address, "--shares", &shares, "--connections", &clients]);
    let time = start.elapsed();
    outcome.assert_success();
    time
}

/// Honest clients alone.
fn alone(shares: usize) -> Duration {
    let (server, address) = serve(CLIENTS);
    let time = mine(&address, shares);
    assert_all_accepted(&server.finish(), shares);
    time
}

/// The result of a run among hostile clients.
struct Attacked {
    time: Duration,
    /// By how many KiB the server grew, if the system reports it.
    growth: Option<u64>,
    attackers: Vec<(Attack, SocketAddr)>,
    server: Outcome,
}

/// Honest clients among hostile ones, which connect first, `turns` times each.
fn among_attackers(shares: usize, turns: usize) -> Attacked {
    let (server, address) = serve(CLIENTS * (1 + turns));
    let before = peak_kib(server.id());
    let done = AtomicBool::new(false);
    let (time, attackers, after) = thread::scope(|scope| {
        let attack = |index: usize| {
            let (attack, address) = (Attack::ALL[index % Attack::ALL.len()], &address);
            scope.spawn(move || {
                let turn = |_| {
                    thread::sleep(Duration::from_millis(200));
                    (attack, attack.run(address))
                };
                (0..turns).map(turn).collect::<Vec<_>>()
            })
        };
        let hostile: Vec<_> = (0..CLIENTS).map(attack).collect();
        let (process, done) = (server.id(), &done);
        let watch = scope.spawn(move || highest_peak(process, done));
        // All have connected by then.
        thread::sleep(Duration::from_millis(500));
        let time = mine(&address, shares);
        let join = |client: thread::ScopedJoinHandle<'_, _>| client.join().expect("it attacks");
        let attackers: Vec<_> = hostile.into_iter().flat_map(join).collect();
        done.store(true, Ordering::Relaxed);
        (time, attackers, watch.join().expect("it watches"))
    });
    let growth = before.zip(after).map(growth);
    Attacked { time, growth, attackers, server: server.finish() }
}

/// The peak memory of a process, in KiB, if the system reports it.
pub(crate) fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Growth of a peak. Linux adds up the counts of a process's threads late, so that a
/// later peak can read a few pages smaller: that is no growth.
pub(crate) fn growth((before, after): (u64, u64)) -> u64 {
    after.saturating_sub(before)
}

/// Like [`peak_kib`], for a process that may end before the query.
fn highest_peak(process: u32, done: &AtomicBool) -> Option<u64> {
    let mut peak = None;
    while !done.load(Ordering::Relaxed) {
        peak = peak.max(peak_kib(process));
        thread::sleep(Duration::from_millis(20));
    }
    peak
}

#[track_caller]
fn assert_all_accepted(server: &Outcome, shares: usize) {
    assert!(server.status.success(), "{server:?}");
    let total = format!("total: {} shares in ", CLIENTS * shares);
    assert!(server.stdout.contains(&total), "{server:?}");
}

/// A figure of the pool, which the server prints when it ends.
#[track_caller]
pub(crate) fn pool_figure(server: &Outcome, name: &str) -> u64 {
    let line = server.stdout.lines().find_map(|line| line.strip_prefix(name)).expect(name);
    line.trim().parse().expect("a number")
}

/// Checks the server's reports against what the attackers did: one line for each.
///
/// Several may have had the same address: the system may reuse the port of a connection that its
/// client closed a second before.
fn verdicts_that_miss(stderr: &str, attackers: &[(Attack, SocketAddr)]) -> Result<(), String> {
    let mut said: Vec<_> = stderr.lines().collect();
    for (attack, name) in attackers {
        let of_it = |line: &&str| line.starts_with(&format!("sv2: {name}: "));
        let Some(at) = said.iter().position(|line| of_it(line) && line.contains(attack.verdict()))
        else {
            let others: Vec<_> = said.into_iter().filter(of_it).collect();
            return Err(format!("{attack:?}, {name}: {others:?}"));
        };
        said.swap_remove(at);
    }
    if said.is_empty() { Ok(()) } else { Err(format!("of no attacker: {said:?}")) }
}

#[test]
fn attackers_that_had_one_port_are_distinguished() {
    let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let of = |attacks: &[(Attack, u16)]| -> Vec<_> {
        attacks.iter().map(|&(attack, port)| (attack, address(port))).collect()
    };
    let said = "sv2: 127.0.0.1:7: the peer closed the connection; connection closed\n\
                sv2: 127.0.0.1:7: no whole message came within 5 s; connection closed\n";
    let both = of(&[(Attack::Idle, 7), (Attack::Leaves, 7)]);
    assert_eq!(verdicts_that_miss(said, &both), Ok(()));
    for wrong in [
        of(&[(Attack::Idle, 7), (Attack::Idle, 7)]),
        of(&[(Attack::Idle, 7), (Attack::Leaves, 8)]),
        of(&[(Attack::Idle, 7)]),
        of(&[(Attack::Idle, 7), (Attack::Leaves, 7), (Attack::Leaves, 7)]),
    ] {
        assert!(verdicts_that_miss(said, &wrong).is_err(), "{wrong:?}");
    }
}

/// Every share is accepted, every attacker is reported with what it did, and the server's memory
/// for them stayed within its bound and was freed.
#[track_caller]
fn assert_withstood(attacked: &Attacked, shares: usize) {
    let Attacked { growth, attackers, server, .. } = attacked;
    assert_all_accepted(server, shares);
    assert!(!server.stderr.contains("panicked"), "{server:?}");
    assert_eq!(verdicts_that_miss(&server.stderr, attackers), Ok(()));
    for name in ["bytes in use", "heap fall-backs", "refusals"] {
        assert_eq!(pool_figure(server, name), 0, "{name}");
    }
    assert_eq!(pool_figure(server, "acquired"), pool_figure(server, "returned"));
    // The maximum of simultaneous connections.
    let bound = 2 * CLIENTS as u64 * CONNECTION_KIB;
    assert!(pool_figure(server, "  at most so far") <= bound * 1024, "{server:?}");
    if let Some(growth) = *growth {
        assert!(growth <= bound + SLACK_KIB, "it grew by {growth} KiB");
    }
}

/// Number of rounds of the long form, and of shares that a client submits in one.
fn long_form() -> Option<(usize, usize)> {
    let rounds = std::env::var("SV2_HOSTILE_ROUNDS").ok()?.parse().ok()?;
    Some((rounds, 600_000))
}

/// On a busy machine, the time that shares take says little: here only that no honest client waits
/// for the attackers. With `SV2_HOSTILE_ROUNDS` set, rounds with and without them alternate, and
/// the ratio of the medians must be at least 0.9.
#[test]
fn honest_clients_are_served_among_hostile_ones() {
    let Some((rounds, shares)) = long_form() else {
        let alone = alone(300);
        let attacked = among_attackers(300, 1);
        assert_withstood(&attacked, 300);
        let most = 10 * alone + Duration::from_secs(2);
        assert!(attacked.time <= most, "{:?} after {alone:?} alone", attacked.time);
        return;
    };
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        without.push(alone(shares));
        let attacked = among_attackers(shares, 3);
        assert_withstood(&attacked, shares);
        println!("alone {:?}, among attackers {:?}", without[without.len() - 1], attacked.time);
        println!("grew by {:?} KiB, {}", attacked.growth, attacked.server.stdout);
        with.push(attacked.time);
    }
    without.sort();
    with.sort();
    let ratio = without[rounds / 2].as_secs_f64() / with[rounds / 2].as_secs_f64();
    println!("throughput among attackers: {ratio:.3} of that without");
    assert!(ratio >= 0.9, "{ratio}");
}
