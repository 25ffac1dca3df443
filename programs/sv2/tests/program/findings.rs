//! Findings in the applications of the Stratum reference implementation: one peer exhausts memory.
//! Each test is named after the issue of sv2-apps or stratum that describes it, and shows what
//! `sv2 serve` does instead.
//!
//! Two of the issues have no counterpart here: 746, templates that a job declarator's client
//! keeps, and 766, declarations that its server keeps. No command takes templates from a provider
//! or has jobs declared to it. Those about clients are in `client_findings`.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use codec_noise::{Handshake, NoiseWriter};
use codec_pool::{FrameReader, Pool};
use codec_stratum::mining::{OpenExtendedMiningChannel, SubmitSharesExtended};
use codec_stratum::{AnyMessageRef, Sv2Protocol};

use crate::attackers::{channel, frames, hello, open_channel, queue, share};
use crate::hostile::{growth, peak_kib, pool_figure};
use crate::process::{Outcome, Running, run, started};

/// The maximum that the server holds for all clients together, in bytes.
const GROUP: usize = 256 * 1024;
/// The maximum for one client.
const ONE: usize = 80 * 1024;
/// Other growth of the process, in KiB: buffers for output, tasks, stacks.
const SLACK_KIB: u64 = 8 * 1024;

/// A server that ends after this many connections, and uses plaintext unless stated otherwise.
pub(crate) fn serve_with(connections: usize, options: &[&str]) -> (Running, String, String) {
    let (connections, one, group) = (connections.to_string(), ONE.to_string(), GROUP.to_string());
    let fixed = ["serve", "127.0.0.1:0", "--connections", &connections];
    let budgets = ["--connection-budget", &one, "--budget", &group];
    let timeouts =
        [("--handshake-timeout", "2"), ("--idle-timeout", "4"), ("--write-timeout", "2")];
    let mut arguments = [&fixed[..], &budgets, options].concat();
    for (name, seconds) in timeouts {
        if !options.contains(&name) {
            arguments.extend([name, seconds]);
        }
    }
    started(&arguments)
}

fn serve(connections: usize) -> (Running, String) {
    let (server, address, _) = serve_with(connections, &["--plaintext"]);
    (server, address)
}

pub(crate) fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream
}

/// A share that is accepted.
fn good(sequence_number: u32) -> SubmitSharesExtended {
    SubmitSharesExtended { channel_id: 1, ..share(sequence_number) }
}

pub(crate) fn good_shares(count: u32) -> Vec<u8> {
    frames(|writer| (0..count).for_each(|n| queue(writer, &good(n))))
}

/// The names of the server's messages, until it closes or `enough`.
pub(crate) fn answers(
    stream: &mut TcpStream,
    mut enough: impl FnMut(&AnyMessageRef<'_>) -> bool,
) -> usize {
    let mut reader = FrameReader::<Sv2Protocol>::new(Pool::default());
    let mut count = 0;
    while let Ok(Some(message)) = reader.read_message_ref(stream) {
        count += 1;
        if enough(&message) {
            break;
        }
    }
    count
}

/// Opens a channel, and reads all of the server's answers.
pub(crate) fn open_channel_of(stream: &mut TcpStream) {
    open_channel(stream).expect("it is taken");
    answers(stream, |message| matches!(message, AnyMessageRef::MiningSetNewPrevHash(_)));
}

/// Reads until this many shares are acknowledged.
fn acknowledged(stream: &mut TcpStream, shares: u32) {
    let mut accepted = 0;
    answers(stream, |message| {
        if let AnyMessageRef::SubmitSharesSuccess(success) = message {
            accepted += success.new_submits_accepted_count;
        }
        accepted >= shares
    });
    assert_eq!(accepted, shares);
}

/// Reads until the server closes.
pub(crate) fn drain(mut stream: TcpStream) {
    let mut bytes = [0; 4096];
    while stream.read(&mut bytes).is_ok_and(|len| len > 0) {}
}

/// A figure of the server's line about its budget.
#[track_caller]
fn most_held(server: &Outcome) -> usize {
    let line = server.stdout.lines().find(|line| line.starts_with("budget: ")).expect("a line");
    let most = line.split("at most ").nth(1).expect("a figure");
    most.split(' ').next().expect("a word").parse().expect("a number")
}

/// Nothing is held at the end, the limit was never exceeded, and nothing panicked.
#[track_caller]
pub(crate) fn assert_within(server: &Outcome) {
    assert!(server.status.success() && !server.stderr.contains("panicked"), "{server:?}");
    assert!(server.stdout.contains("budget: 0 bytes in 0 frames kept; 0 bytes"), "{server:?}");
    let most = most_held(server);
    assert!(0 < most && most <= GROUP, "{most} of {GROUP}: {server:?}");
    assert_eq!(pool_figure(server, "bytes in use"), 0);
    assert_eq!(pool_figure(server, "acquired"), pool_figure(server, "returned"));
}

/// The server's memory has grown by no more than its budget and the allowance for other growth.
#[track_caller]
fn assert_grew_little(before: Option<u64>, server: &Running) {
    let Some(growth) = before.zip(peak_kib(server.id())).map(growth) else { return };
    let bound = SLACK_KIB + GROUP as u64 / 1024;
    assert!(growth <= bound, "it grew by {growth} KiB");
}

#[test]
fn sv2_apps_683_frames_that_come_faster_than_they_are_handled_are_not_queued() {
    const SHARES: u32 = 100_000;
    let shares = good_shares(SHARES);
    let (server, address) = serve(1);
    let before = peak_kib(server.id());
    let mut stream = connect(&address);
    open_channel(&mut stream).expect("it is taken");
    let mut sender = stream.try_clone().expect("a handle");
    let flood = thread::spawn(move || sender.write_all(&shares));
    acknowledged(&mut stream, SHARES);
    flood.join().expect("it sends").expect("all is taken");
    assert_grew_little(before, &server);
    drop(stream);
    let server = server.finish();
    assert_within(&server);
    assert!(most_held(&server) <= ONE, "one connection alone: {server:?}");
}

#[test]
fn sv2_apps_683_answers_that_a_peer_does_not_read_are_not_queued() {
    let (server, address) = serve(1);
    let before = peak_kib(server.id());
    let mut stream = connect(&address);
    open_channel(&mut stream).expect("it is taken");
    // Each is refused with an answer that is longer than itself.
    let refused = frames(|writer| (0..1024).for_each(|n| queue(writer, &share(n))));
    while stream.write_all(&refused).is_ok() {}
    assert_grew_little(before, &server);
    let server = server.finish();
    assert_within(&server);
    assert!(server.stderr.contains("the peer did not take what was sent"), "{server:?}");
}

/// Issue 668 is about one queue that all downstreams share, 731 about all such queues.
#[test]
fn sv2_apps_668_and_731_many_floods_together_stay_within_one_budget() {
    const CLIENTS: u32 = 24;
    const SHARES: u32 = 5_000;
    let shares = good_shares(SHARES);
    // On an emulated machine, some wait longer than usual for their turn.
    let patience = ["--plaintext", "--handshake-timeout", "60", "--idle-timeout", "60"];
    let (server, address, _) = serve_with(24, &patience);
    let before = peak_kib(server.id());
    let floods: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (mut stream, shares) = (connect(&address), shares.clone());
            thread::spawn(move || {
                open_channel(&mut stream).expect("it is taken");
                let mut sender = stream.try_clone().expect("a handle");
                let flood = thread::spawn(move || sender.write_all(&shares));
                acknowledged(&mut stream, SHARES);
                flood.join().expect("it sends").expect("all is taken");
            })
        })
        .collect();
    for flood in floods {
        flood.join().expect("all its shares are accepted");
    }
    assert_grew_little(before, &server);
    let server = server.finish();
    assert_within(&server);
    assert!(
        server.stdout.contains(&format!("total: {} shares in ", CLIENTS * SHARES)),
        "{server:?}"
    );
}

#[test]
fn sv2_apps_743_messages_before_there_is_a_channel_are_not_queued() {
    let (server, address) = serve(1);
    let before = peak_kib(server.id());
    let mut stream = connect(&address);
    let hellos = frames(|writer| (0..100).for_each(|_| queue(writer, &hello())));
    // All but the first are discarded, until the client's time is over.
    while stream.write_all(&hellos).is_ok() {}
    assert_grew_little(before, &server);
    let server = server.finish();
    assert_within(&server);
    assert!(server.stderr.contains("the client opened no channel in 2 s"), "{server:?}");
}

/// Opens many channels; returns how many were opened, and how many were refused.
fn open_many(stream: &mut TcpStream, count: u32) -> (u32, u32) {
    let mut sender = stream.try_clone().expect("a handle");
    let requests = thread::spawn(move || {
        let open = |request_id| OpenExtendedMiningChannel { request_id, ..channel() };
        sender.write_all(&frames(|writer| {
            queue(writer, &hello());
            (0..count).for_each(|id| queue(writer, &open(id)));
        }))
    });
    let (mut opened, mut refused) = (0, 0);
    answers(stream, |message| {
        match message {
            AnyMessageRef::OpenExtendedMiningChannelSuccess(_) => opened += 1,
            AnyMessageRef::OpenMiningChannelError(error) => {
                assert_eq!(error.error_code.as_str(), Ok("no-more-channels"));
                refused += 1;
            }
            _ => {}
        }
        opened + refused == count
    });
    requests.join().expect("it sends").expect("all is taken");
    (opened, refused)
}

/// Issue 756 is about requests to open channels, 819 about open channels.
#[test]
fn sv2_apps_756_and_819_channels_are_limited_for_each_connection() {
    let (server, address) = serve(2);
    let before = peak_kib(server.id());
    let mut greedy = connect(&address);
    let (opened, refused) = open_many(&mut greedy, 3000);
    assert!(opened > 100 && refused > 100, "{opened} opened, {refused} refused");
    // The budget of `greedy` has no room for a channel, but enough to read a little.
    let mut honest = connect(&address);
    assert_eq!(open_many(&mut honest, 64), (64, 0), "others have their own");
    honest.write_all(&good_shares(100)).expect("it is taken");
    acknowledged(&mut honest, 100);
    assert_grew_little(before, &server);
    drop((greedy, honest));
    assert_within(&server.finish());
}

#[cfg(unix)]
#[test]
fn sv2_apps_767_a_writer_that_is_blocked_does_not_hold_up_the_end() {
    let (server, address, _) = serve_with(9, &["--plaintext", "--write-timeout", "1000"]);
    let mut stream = connect(&address);
    open_channel(&mut stream).expect("it is taken");
    stream.set_write_timeout(Some(Duration::from_secs(1))).expect("not zero");
    let refused = frames(|writer| (0..1024).for_each(|n| queue(writer, &share(n))));
    // Until the server stops reading.
    while stream.write_all(&refused).is_ok() {}
    let start = Instant::now();
    crate::process::send("-TERM", &server);
    let server = server.finish();
    assert_within(&server);
    assert!(start.elapsed() < Duration::from_mins(1), "it waited for the peer");
    drop(stream);
}

#[test]
fn sv2_apps_767_answers_are_sent_before_the_connection_ends() {
    let (server, address) = serve(1);
    let mut stream = connect(&address);
    open_channel(&mut stream).expect("it is taken");
    stream.write_all(&good_shares(12_345)).expect("it is taken");
    // The server still answers what it has not answered yet.
    stream.shutdown(Shutdown::Write).expect("it is open");
    acknowledged(&mut stream, 12_345);
    drop(stream);
    assert_within(&server.finish());
}

/// Issue 768 is about queues inside an application, 800 about who is served when one peer always
/// has more to send.
#[test]
fn sv2_apps_768_and_800_one_flood_does_not_keep_others_from_being_served() {
    let (server, address) = serve(2);
    let mut abusive = connect(&address);
    let flood = thread::spawn({
        let mut sender = abusive.try_clone().expect("a handle");
        move || {
            let shares = good_shares(10_000);
            let _ = open_channel(&mut sender);
            while sender.write_all(&shares).is_ok() {}
        }
    });
    let swallow = thread::spawn({
        let abusive = abusive.try_clone().expect("a handle");
        move || drain(abusive)
    });
    thread::sleep(Duration::from_millis(100));
    let client = run(&["connect", "--plaintext", &address, "--shares", "5000"]);
    client.assert_success();
    assert!(client.stdout.contains("5000 accepted, 0 refused"), "{client:?}");
    abusive.shutdown(Shutdown::Both).expect("it is open");
    let _ = abusive.flush();
    flood.join().expect("it sends");
    swallow.join().expect("it reads");
    assert_within(&server.finish());
}

#[test]
fn sv2_apps_776_connections_are_admitted_up_to_a_number_and_leave_in_time() {
    let (server, address, _) = serve_with(4, &["--plaintext", "--max-connections", "2"]);
    // They have places for as long as they may take to open a channel.
    let silent = [(); 2].map(|()| {
        let mut stream = connect(&address);
        stream.write_all(&frames(|writer| queue(writer, &hello()))).expect("it is taken");
        // Before the answer, they would give way to others.
        stream.read_exact(&mut [0; 12]).expect("the connection is set up");
        stream
    });
    let mut third = connect(&address);
    assert_eq!(third.read(&mut [0]).unwrap_or_default(), 0, "it is closed at once");
    silent.into_iter().for_each(drain);
    // The silent clients have disconnected.
    let client = run(&["connect", "--plaintext", &address, "--shares", "10"]);
    client.assert_success();
    let server = server.finish();
    assert_eq!(server.stderr.matches("too many connections are open").count(), 1, "{server:?}");
    assert_eq!(server.stderr.matches("the client opened no channel in 2 s").count(), 2);
}

#[test]
fn sv2_apps_789_a_connection_that_was_given_up_is_closed_at_once() {
    let (server, address) = serve(1);
    let mut stream = connect(&address);
    // An invalid message ends the conversation: no handle keeps the socket open.
    stream.write_all(&frames(|writer| queue(writer, &channel()))).expect("it is taken");
    let start = Instant::now();
    assert_eq!(stream.read(&mut [0; 64]).unwrap_or_default(), 0);
    assert!(start.elapsed() < Duration::from_secs(30), "nothing waits for a time-out");
    let server = server.finish();
    assert!(
        server.stderr.contains("OpenExtendedMiningChannel instead of SetupConnection"),
        "{server:?}"
    );
}

#[test]
fn sv2_apps_815_no_memory_is_taken_for_a_payload_that_is_only_declared() {
    const CLIENTS: usize = 200;
    let (server, address) = serve(CLIENTS + 1);
    // Refused as soon as its length is declared.
    let mut long = connect(&address);
    long.write_all(&[0, 0, 0, 0xff, 0xff, 0xff]).expect("it is taken");
    assert_eq!(long.read(&mut [0]).unwrap_or_default(), 0);
    // Declared and allowed, but not sent.
    let waiting: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let mut stream = connect(&address);
            stream.write_all(&[0, 0, 0, 0xff, 0x0f, 0, 1]).expect("it is taken");
            stream
        })
        .collect();
    waiting.into_iter().for_each(drain);
    let server = server.finish();
    assert!(
        server.stderr.contains("payload of 16777215 bytes is over the limit of 4096"),
        "{server:?}"
    );
    // Reading takes a chunk briefly; seven bytes of each remain.
    assert_within(&server);
    assert_eq!(pool_figure(&server, "heap fall-backs"), 0);
}

#[test]
fn sv2_apps_815_nor_is_it_where_the_header_is_encrypted() {
    let (server, address, key) = serve_with(1, &[]);
    let mut stream = connect(&address);
    let now = SystemTime::UNIX_EPOCH.elapsed().expect("it is after 1970").as_secs();
    let mut handshake: Handshake =
        Handshake::initiator(key.parse().expect("a key")).expect("entropy");
    handshake.run(&mut stream, now).expect("it is the server");
    let (sealer, _) = handshake.finish().expect("it is done").split();
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(Pool::default(), sealer);
    let long = codec_stratum::mining::SetCustomMiningJobError {
        channel_id: 1,
        request_id: 1,
        error_code: "x".repeat(255).as_str().try_into().expect("it fits"),
    };
    writer.send(&long).expect("it encodes");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    // Its header alone.
    stream.write_all(&wire[..22]).expect("it is taken");
    let mut byte = [0];
    assert_eq!(stream.read(&mut byte).unwrap_or_default(), 0, "it has waited long enough");
    let server = server.finish();
    assert!(server.stderr.contains("the client opened no channel in 2 s"), "{server:?}");
    assert_within(&server);
}

/// Issue 2297 of stratum is about accepted shares that are remembered, 2289 about jobs.
#[test]
fn stratum_2297_and_2289_neither_accepted_shares_nor_old_jobs_are_remembered() {
    let (mut after, shares) = (Vec::new(), good_shares(100_000));
    let (server, address) = serve(1);
    let mut stream = connect(&address);
    open_channel(&mut stream).expect("it is taken");
    for _ in 0..2 {
        let (mut sender, shares) = (stream.try_clone().expect("a handle"), shares.clone());
        let flood = thread::spawn(move || sender.write_all(&shares));
        acknowledged(&mut stream, 100_000);
        flood.join().expect("it sends").expect("all is taken");
        after.extend(peak_kib(server.id()));
    }
    // A hundred jobs, and as many shares as before, have cost nothing.
    if let [first, second] = after[..] {
        assert!(second - first <= 1024, "it grew by {} KiB", second - first);
    }
    drop(stream);
    assert_within(&server.finish());
}
