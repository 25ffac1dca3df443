//! `sv2 watch --to` and `sv2 consume`, with a real NATS server: `tools/interop/nats.sh` installs it,
//! names it in `NATS_SERVER`, and runs these tests.

use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Running, run, started};

/// Far longer than anything takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// A NATS server that keeps its streams in this folder; killed when this is dropped.
struct Nats {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl Nats {
    fn start(port: u16, folder: &Path) -> Self {
        let child = Command::new(
            std::env::var_os("NATS_SERVER").expect("tools/interop/nats.sh sets NATS_SERVER"),
        )
        .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("NATS_SERVER is the server");
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "nats-server does not listen");
            thread::sleep(Duration::from_millis(20));
        }
        Self { child, port, folder: folder.to_owned() }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it (SIGKILL).
    fn kill(mut self) -> (u16, PathBuf) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is a child");
        (self.port, self.folder.clone())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder that no other test uses.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("codec-stratum-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is room");
    folder
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    listener.local_addr().expect("it is bound").port()
}

/// The part of a line that begins with the message's name, after this many columns.
fn message(line: &str, columns: usize) -> String {
    line.split_whitespace().skip(columns).collect::<Vec<_>>().join(" ")
}

/// Frames in order, by connection and direction; there is no order between those.
type Frames = BTreeMap<(String, String), Vec<String>>;

/// The frames of a recording.
fn recorded(record: &Path) -> Frames {
    let text = fs::read_to_string(record).expect("it was recorded");
    let decoded = run(&["decode", record.to_str().expect("it is text")]);
    decoded.assert_success();
    assert_eq!(text.lines().count(), decoded.stdout.lines().count());
    let mut frames = Frames::new();
    for (line, decoded) in text.lines().zip(decoded.stdout.lines()) {
        frames.entry(key(line, 1)).or_default().push(message(decoded, 1));
    }
    frames
}

/// The frames that a consumer has printed.
fn consumed(lines: &[String]) -> Frames {
    let mut frames = Frames::new();
    for line in lines {
        frames.entry(key(line, 2)).or_default().push(message(line, 5));
    }
    frames
}

/// Connection and direction, in a line that has them after this many columns.
fn key(line: &str, columns: usize) -> (String, String) {
    let mut words = line.split_whitespace().skip(columns).map(str::to_owned);
    (words.next().expect("a connection"), words.next().expect("a direction"))
}

/// Number of frames that begin, by their byte offset, where the one before them in their
/// direction has ended. Those that were published twice are counted once.
fn contiguous(lines: &[String]) -> usize {
    let (mut ends, mut count) = (BTreeMap::new(), 0);
    for line in lines {
        let words: Vec<_> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<u64>().expect("a number");
        let (offset, len, end) = (number(4), number(7), ends.entry(key(line, 2)).or_insert(0));
        if offset == *end {
            *end += 6 + len;
            count += 1;
        }
    }
    count
}

/// Number of `expected` frames that came, in order. Any other has come before.
fn came(expected: &[String], received: &[String]) -> usize {
    let mut at = 0;
    for frame in received {
        if expected.get(at) == Some(frame) {
            at += 1;
        } else {
            assert!(expected[..at].contains(frame), "not in order after {at}: {frame}");
        }
    }
    at
}

#[test]
#[ignore = "needs a NATS server: tools/interop/nats.sh"]
fn every_frame_arrives_in_order_though_the_broker_is_killed_in_the_middle() {
    let (folder, port) = (folder("broker"), free_port());
    let record = folder.join("frames.txt");
    let nats = Nats::start(port, &folder.join("store"));
    let url = nats.url();

    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--zero-bits", "4", "--connections", "4"];
    let (server, address, _) = started(&serve);
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", &address];
    let name = record.to_str().expect("it is text");
    let more =
        ["--upstream-plaintext", "--show", "nothing", "--record", name, "--connections", "4"];
    let (watch, between, _) = started(&[&watch[..], &more, &["--to", &url]].concat());
    let mut consumer = Running::start(&["consume", &url], Stdio::null());
    let lines = consumer.lines();

    let mine = ["mine", "--plaintext", &between, "--miners", "4", "--shares", "200"];
    let miners = thread::spawn({
        let mine: Vec<_> = [&mine[..], &["--rate", "50"]].concat();
        let mine: Vec<String> = mine.into_iter().map(str::to_owned).collect();
        move || run(&mine.iter().map(String::as_str).collect::<Vec<_>>())
    });
    let next = || lines.recv_timeout(PATIENCE).expect("frames come");
    let mut received: Vec<_> = (0..200).map(|_| next()).collect();
    assert!(!miners.is_finished(), "the broker is killed in the middle");
    let (port, store) = nats.kill();
    thread::sleep(Duration::from_secs(1));
    let nats = Nats::start(port, &store);

    let miners = miners.join().expect("it runs");
    miners.assert_success();
    server.finish().assert_success();
    let watch = watch.finish();
    assert!(watch.status.success(), "{watch:?}");
    // An acknowledgement is missed, and reported, or not: it depends on when the broker came back.
    assert!(watch.stderr.is_empty() || watch.stderr.contains("frames wait"), "{watch:?}");

    let expected = recorded(&record);
    assert_eq!(expected.len(), 4 * 2, "4 miners, both directions");
    let all: usize = expected.values().map(Vec::len).sum();
    assert!(all >= 4 * 200, "200 shares each");
    while received.len() < all {
        received.push(next());
    }
    // Frames that were published twice, if any, come in addition.
    while let Ok(line) = lines.recv_timeout(Duration::from_secs(2)) {
        received.push(line);
    }
    let live = consumed(&received);
    assert!(live.keys().eq(expected.keys()), "{:?}", live.keys());
    for (key, frames) in &expected {
        assert_eq!(came(frames, &live[key]), frames.len(), "{key:?}");
    }
    assert_eq!(contiguous(&received), all);
    println!("{all} frames, {} received", received.len());

    // Another consumer reads the same from the beginning, and one from the middle.
    let again = run(&["consume", &url, "--count", &received.len().to_string()]);
    again.assert_success();
    assert!(again.stdout.lines().eq(received.iter().map(|line| line.trim_end_matches('\n'))));
    let late = run(&["consume", &url, "--after", "100", "--count", "5", "--format", "json"]);
    late.assert_success();
    let first: serde_json::Value =
        serde_json::from_str(late.stdout.lines().next().expect("five lines")).expect("JSON");
    assert_eq!(first["sequence"], 101);
    let offset = received[100].split_whitespace().nth(4).expect("an offset");
    assert_eq!(first["offset"].to_string(), offset);
    drop((consumer, nats));
    fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
#[ignore = "needs a NATS server: tools/interop/nats.sh"]
fn an_absent_broker_and_a_missing_stream_are_reported() {
    let (folder, port) = (folder("no-stream"), free_port());
    let url = format!("nats://127.0.0.1:{port}");
    run(&["consume", &url]).assert_refused(&[&url]);
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", "127.0.0.1:1"];
    run(&[&watch[..], &["--upstream-plaintext", "--to", &url]].concat()).assert_refused(&[&url]);
    let nats = Nats::start(port, &folder);
    run(&["consume", &nats.url(), "--stream", "none"]).assert_refused(&["stream none"]);
    drop(nats);
    fs::remove_dir_all(&folder).expect("it is there");
}
