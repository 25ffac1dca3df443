//! Messages of Decred read from a stream and written to one, compared with dcrd's own code.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::Command;

use bytes::Bytes;
use codec_core::{
    Consensus, Cursor, Header as _, MessageInfo as _, Messages as _, MessagesRef as _, Reader,
};
use codec_decred::{AnyMessage, AnyMessageRef, AnyMessageShared};
use codec_pool::{FrameWriter, Pool};

use crate::bench::{Bench, Effort, figure};
use crate::candidate::Candidate;
use crate::decred::{
    Frame, Header, borrowed, borrowed_and_read, framed, frames, owned, reader, shared, visit,
    written,
};
use crate::estimate::Estimate;
use crate::groups::{Findings, Group};
use crate::items::{Counts, counted};
use crate::progress;
use crate::table::{Ratio, Table, Unit};

/// Frames through a reader and a writer.
pub(super) const GROUP: Group =
    Group { name: "decred", title: "Reading a message from a stream", run };

const GO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/decred-go");
const PEER: &str = "dcrd wire 1.7.5";

/// The frame that is the subject of the promises about allocations.
const FIRST: &str = "tx-252";

/// Figures of the Go program, by frame, operation and checksum.
type Peer = BTreeMap<(String, String, String), PeerFigures>;

#[derive(Debug, Clone, Copy)]
struct PeerFigures {
    seconds: f64,
    bytes: f64,
    allocations: f64,
}

fn run(bench: &Bench) -> Findings {
    let frames = frames();
    progress::step("decred: dcrd");
    let mut peer = peer(&frames);
    // It runs in a separate process and can't alternate, so the better of two runs is taken.
    if bench.effort() == Effort::Full
        && let (Ok(one), Ok(other)) = (&mut peer, benchmarks())
    {
        for (key, figures) in other {
            one.entry(key)
                .and_modify(|best| best.seconds = best.seconds.min(figures.seconds))
                .or_insert(figures);
        }
    }
    let counts = counted("decred");
    let (note, peer) = match peer {
        Ok(peer) => (String::new(), peer),
        Err(reason) => (format!(" dcrd did not run here: {reason}."), Peer::new()),
    };
    let tables = vec![
        read::<true>(bench, &frames, &peer, &note),
        read::<false>(bench, &frames, &peer, &note),
        write(bench, &frames, &peer, &note),
        asked(&frames, &peer, &counts, Asked::Allocations),
        asked(&frames, &peer, &counts, Asked::Bytes),
    ];
    Findings { tables, plots: Vec::new() }
}

/// Ours, in the order of the columns. Borrowed messages are read lazily: a separate column has the
/// cost of reading everything later.
const WAYS: [&str; 4] = ["*owned", "*=borrowed", "*=borrowed and read", "*=shared"];

/// Runs the Go program, which must make the same frames; otherwise returns why it couldn't be
/// compared.
fn peer(frames: &[Frame]) -> Result<Peer, String> {
    let printed = go("frames")?;
    for frame in frames {
        let mut same = format!("{} ", frame.name);
        for byte in &frame.wire {
            // Writing to a `String` can't fail.
            let _ = write!(same, "{byte:02x}");
        }
        assert!(printed.lines().any(|line| line == same), "dcrd makes another {}", frame.name);
    }
    benchmarks()
}

/// Runs the Go program's benchmarks.
fn benchmarks() -> Result<Peer, String> {
    let parsed: Result<Peer, String> =
        go("bench")?.lines().map(|line| parse(line).ok_or(line.to_owned())).collect();
    parsed.map_err(|line| format!("a line that is none: {line:?}"))
}

fn go(command: &str) -> Result<String, String> {
    let output = Command::new("go").args(["run", ".", command]).current_dir(GO).output();
    let output = output.map_err(|error| format!("Go is not installed ({error})"))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(complaint.lines().last().unwrap_or("it says nothing").to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `name op checksum ns bytes allocs`.
fn parse(line: &str) -> Option<((String, String, String), PeerFigures)> {
    let fields: Vec<&str> = line.split(' ').collect();
    let [name, operation, checksum, ns, bytes, allocations] = fields[..] else { return None };
    let key = (name.to_owned(), operation.to_owned(), checksum.to_owned());
    let seconds = ns.parse::<f64>().ok()? / 1e9;
    let (bytes, allocations) = (bytes.parse().ok()?, allocations.parse().ok()?);
    Some((key, PeerFigures { seconds, bytes, allocations }))
}

fn of(peer: &Peer, frame: &Frame, operation: &str, checksum: bool) -> Option<PeerFigures> {
    let checksum = if checksum { "yes" } else { "no" };
    peer.get(&(frame.name.to_owned(), operation.to_owned(), checksum.to_owned())).copied()
}

fn times(frame: &Frame) -> u32 {
    u32::try_from(200_000 / frame.wire.len()).expect("it is small").max(1)
}

fn batch<'d>(name: &'static str, times: u32, mut run: impl FnMut() + 'd) -> Candidate<'d> {
    Candidate::new(name, times, move || (0..times).for_each(|_| run()))
}

fn read<const CHECKED: bool>(bench: &Bench, frames: &[Frame], peer: &Peer, note: &str) -> Table {
    let about = if CHECKED {
        "A frame through a reader over a pool, from a stream in memory to a message: found, its \
         checksum verified, decoded; one frame in the stream, or 100. dcrd does the same with \
         `ReadMessageN`, in a process of its own. Its message is owned; ours is owned, borrowed or \
         shared, and the ratio is owned to owned. Shows what a message costs; doesn't show a \
         socket. Published elsewhere: 1,988 ns and 9 allocations."
    } else {
        "The same without the checksum, and decoding the payload alone. dcrd has no way to read a \
         frame without its checksum: its figure is for `BtcDecode` of the payload alone."
    };
    let title = if CHECKED { "read, with the checksum" } else { "read, without the checksum" };
    let mut table = Table::new(
        title,
        &format!("{about}{note}"),
        Unit::Time,
        &[PEER, WAYS[0], WAYS[1], WAYS[2], WAYS[3]],
    );
    for frame in frames {
        let theirs = of(peer, frame, "read", CHECKED).map(|figures| figures.seconds);
        let mut row = |name: &str, measure: &dyn Fn(&str) -> [Option<Estimate>; 4]| {
            let name = format!("{}{name}", frame.name);
            let [owned, borrowed, read, shared] = measure(&name);
            table.row(&name, &[theirs.map(Estimate::exact), owned, borrowed, read, shared]);
            let least = if CHECKED { 1.0 } else { 4.0 };
            let claim = format!("{name}, owned, at least {least} × as fast as dcrd");
            let ratio = Ratio { row: name, columns: (0, 1), least, most: f64::INFINITY };
            table.promise_ratio(&claim, ratio, why(CHECKED));
        };
        row("", &|name| streamed::<CHECKED>(bench, (title, name), frame, 1));
        if frame.name == FIRST {
            row(", 100 in the stream", &|name| {
                streamed::<CHECKED>(bench, (title, name), frame, 100)
            });
        }
        if !CHECKED {
            row(", payload alone", &|name| alone(bench, (title, name), frame));
        }
    }
    table
}

/// The reason why a promise may be missed.
const fn why(checked: bool) -> &'static str {
    if checked {
        HASH
    } else {
        "An owned message asks the allocator for each script and for a vector of all entries, \
         which at this size the kernel has to provide; nothing of that is asked for by a borrowed \
         one."
    }
}

const HASH: &str = "Nearly all of it is the hash: dcrd's BLAKE-256 is assembly with vector \
    instructions, ours safe Rust for every machine.";

/// A candidate that reads a stream of `count` frames per repetition.
fn frames_of<'d>(
    name: &'static str,
    times: u32,
    count: u32,
    mut run: impl FnMut() + 'd,
) -> Candidate<'d> {
    Candidate::new(name, times * count, move || (0..times).for_each(|_| run()))
}

/// Reads this many frames of a stream.
fn each(count: u32, wire: &[u8], mut read: impl FnMut(&mut &[u8])) {
    let mut stream = wire;
    (0..count).for_each(|_| read(&mut stream));
}

/// Reads a stream that repeats one frame this many times, in all [`WAYS`].
fn streamed<const CHECKED: bool>(
    bench: &Bench,
    (table, row): (&str, &str),
    frame: &Frame,
    count: u32,
) -> [Option<Estimate>; 4] {
    let wire = frame.wire.repeat(usize::try_from(count).expect("it is small"));
    let (wire, times) = (&wire[..], (times(frame) / count).max(1));
    let [mut one, mut two, mut three, mut four] = std::array::from_fn(|_| reader::<CHECKED>());
    let (mut first, wanted) = (reader::<CHECKED>(), frame.message());
    each(count, wire, |stream| assert_eq!(owned(&mut first, stream), wanted));
    let figures = bench.row(
        table,
        row,
        &mut [
            frames_of(WAYS[0], times, count, || {
                each(count, wire, |stream| drop(black_box(owned(&mut one, stream))));
            }),
            frames_of(WAYS[1], times, count, || {
                each(count, wire, |stream| borrowed(&mut two, stream));
            }),
            frames_of(WAYS[2], times, count, || {
                each(count, wire, |stream| borrowed_and_read(&mut four, stream));
            }),
            frames_of(WAYS[3], times, count, || {
                each(count, wire, |stream| drop(black_box(shared(&mut three, stream))));
            }),
        ],
    );
    WAYS.map(|name| figure(&figures, name))
}

/// Decodes the payload, without frame and stream, in all [`WAYS`].
fn alone(bench: &Bench, (table, row): (&str, &str), frame: &Frame) -> [Option<Estimate>; 4] {
    let (id, times) = (frame.message().id(), times(frame));
    let payload = Bytes::copy_from_slice(&frame.wire[Header::<false>::SIZE..]);
    let plain = || Reader::<Consensus>::new(black_box(&payload));
    let counted = || Reader::<Consensus>::from_cursor(Cursor::from_bytes(black_box(&payload)));
    let figures = bench.row(
        table,
        row,
        &mut [
            batch(WAYS[0], times, || {
                drop(black_box(AnyMessage::decode_message(id, &mut plain()).expect("it decodes")));
            }),
            batch(WAYS[1], times, || {
                let message = AnyMessageRef::decode_message_ref(id, &mut plain());
                black_box(message.expect("it decodes"));
            }),
            batch(WAYS[2], times, || {
                let message = AnyMessageRef::decode_message_ref(id, &mut plain());
                visit(&black_box(message.expect("it decodes")));
            }),
            batch(WAYS[3], times, || {
                let message = AnyMessageShared::decode_message(id, &mut counted());
                drop(black_box(message.expect("it decodes")));
            }),
        ],
    );
    WAYS.map(|name| figure(&figures, name))
}

fn write(bench: &Bench, frames: &[Frame], peer: &Peer, note: &str) -> Table {
    let about = format!(
        "A message as a frame with its checksum, to a sink that discards it (`WriteMessage`), and \
         its payload alone into a buffer that is kept (`BtcEncode`).{note}"
    );
    let mut table = Table::new("write", &about, Unit::Time, &[PEER, "*codec"]);
    table.because("", HASH);
    for frame in frames {
        let (message, times) = (frame.message(), times(frame));
        let mut writer = FrameWriter::<Header<true>>::new(Pool::default());
        let mut buffer = Vec::new();
        written(&message, &mut buffer);
        assert!(buffer == frame.wire[Header::<true>::SIZE..]);
        let candidates = [
            ("frame", true, batch("codec", times, || framed(&mut writer, &message))),
            ("payload", false, batch("codec", times, || written(&message, &mut buffer))),
        ];
        for (what, checksum, candidate) in candidates {
            let theirs = of(peer, frame, "write", checksum).map(|figures| figures.seconds);
            let name = format!("{}, {what}", frame.name);
            let figures = bench.row(&table.title, &name, &mut [candidate]);
            table.row(&name, &[theirs.map(Estimate::exact), figure(&figures, "codec")]);
        }
    }
    table
}

#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Allocations,
    Bytes,
}

fn asked(frames: &[Frame], peer: &Peer, counts: &BTreeMap<String, Counts>, what: Asked) -> Table {
    let (title, unit) = match what {
        Asked::Allocations => ("allocations", Unit::Count),
        Asked::Bytes => ("bytes asked for", Unit::Bytes),
    };
    let about = "With the checksum. Reading and writing a frame, on average; Go's are what its \
        benchmarks report. A frame that is read is in the pool's memory, which needs no \
        allocation; dcrd allocates the payload of each. A shared message allocates the reference \
        count that keeps the memory.";
    let columns = [PEER, "*owned", "*=borrowed", "*=shared"];
    let mut table = Table::new(title, about, unit, &columns);
    let ours = |frame: &Frame, way: &str| {
        let counts = counts.get(&format!("decred {}/{way}", frame.name))?;
        Some(if what == Asked::Bytes { counts.bytes } else { counts.allocations })
    };
    let theirs = |frame: &Frame, operation| {
        let figures = of(peer, frame, operation, true)?;
        Some(if what == Asked::Bytes { figures.bytes } else { figures.allocations })
    };
    for frame in frames {
        let ways = ["owned", "borrowed", "shared"].map(|way| ours(frame, way));
        let name = format!("{}, read", frame.name);
        table.row(&name, &[theirs(frame, "read"), ways[0], ways[1], ways[2]]);
        if frame.name == FIRST && what == Asked::Allocations {
            for (way, found, most) in [("owned", ways[0], 4.0), ("borrowed", ways[1], 0.0)] {
                let found = found.unwrap_or(f64::INFINITY);
                let claim = format!("{FIRST}, {way}, at most {most}");
                table.promise(&claim, found <= most, format!("{found}"), "");
            }
        }
        let (name, written) = (format!("{}, write", frame.name), ours(frame, "framed"));
        table.row(&name, &[theirs(frame, "write"), written, None, None]);
    }
    table
}
