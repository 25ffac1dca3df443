//! Messages of Decred from a stream and onto one, compared with dcrd's own code.

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

use crate::alternate::{Candidate, Figure, within};
use crate::decred::{Frame, Header, borrowed, framed, frames, owned, reader, shared, written};
use crate::groups::{Effort, Findings, Group};
use crate::items::{Counts, counted};
use crate::progress;
use crate::table::{Table, Unit};

/// Frames through a reader, and back.
pub(super) const GROUP: Group =
    Group { name: "decred", title: "Reading a message from a stream", run };

const GO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/decred-go");
const PEER: &str = "dcrd wire 1.7.5";

/// The frame that is the subject of the promises about allocations.
const FIRST: &str = "tx-252";

/// What the Go program measured, by frame, operation and checksum.
type Peer = BTreeMap<(String, String, String), PeerFigures>;

#[derive(Debug, Clone, Copy)]
struct PeerFigures {
    seconds: f64,
    bytes: f64,
    allocations: f64,
}

fn run(effort: Effort) -> Findings {
    let frames = frames();
    progress::step("decred: dcrd");
    let mut peer = peer(&frames);
    // In a separate process it can't alternate, so the better of two runs is taken.
    if effort == Effort::Full
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
        read::<true>(&frames, &peer, effort, &note),
        read::<false>(&frames, &peer, effort, &note),
        write(&frames, &peer, effort, &note),
        asked(&frames, &peer, &counts, Asked::Allocations),
        asked(&frames, &peer, &counts, Asked::Bytes),
    ];
    Findings { tables, plots: Vec::new() }
}

/// Runs the Go program, which must make the same frames, or returns why it didn't.
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

/// What the Go program measures.
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
    Candidate::new(name, move || (0..times).for_each(|_| run()))
}

fn seconds(figure: &Figure, times: u32) -> f64 {
    figure.median.as_secs_f64() / f64::from(times)
}

fn read<const CHECKED: bool>(frames: &[Frame], peer: &Peer, effort: Effort, note: &str) -> Table {
    let about = if CHECKED {
        "A frame through a reader over a pool, from a stream in memory to a message: found, held \
         against its checksum, decoded; one frame in the stream, or 100. dcrd does the same with \
         `ReadMessageN`, in a process of its own. Its message is owned; ours is owned, borrowed \
         or shared, and the ratio is the best of ours. Shows what a message costs; doesn't show a \
         socket. Published elsewhere: 1,988 ns and 9 allocations."
    } else {
        "The same without the checksum, and decoding the payload alone. dcrd has no way to read a \
         frame without its checksum: its figure is for `BtcDecode` of the payload alone."
    };
    let title = if CHECKED { "read, with the checksum" } else { "read, without the checksum" };
    let columns = [PEER, "*owned", "*borrowed", "*shared"];
    let mut table = Table::new(title, &format!("{about}{note}"), Unit::Time, &columns);
    for frame in frames {
        progress::step(&format!("decred: {title}, {}", frame.name));
        let theirs = of(peer, frame, "read", CHECKED).map(|figures| figures.seconds);
        let mut row = |name: &str, [owned, borrowed, shared]: [f64; 3]| {
            let name = format!("{}{name}", frame.name);
            table.row(&name, &[theirs, Some(owned), Some(borrowed), Some(shared)]);
            if let Some(theirs) = theirs {
                let (ratio, least) = (theirs / owned, if CHECKED { 1.0 } else { 4.0 });
                let claim = format!("{name}, owned, at least {least} × as fast as dcrd");
                table.promise(&claim, ratio >= least, format!("{ratio:.2} ×"), why(CHECKED));
            }
        };
        row("", streamed::<CHECKED>(frame, 1, effort));
        if frame.name == FIRST {
            row(", 100 in the stream", streamed::<CHECKED>(frame, 100, effort));
        }
        if !CHECKED {
            row(", payload alone", alone(frame, effort));
        }
    }
    table
}

/// Why a promise may be missed.
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

/// Reads this many frames of a stream.
fn each(count: u32, wire: &[u8], mut read: impl FnMut(&mut &[u8])) {
    let mut stream = wire;
    (0..count).for_each(|_| read(&mut stream));
}

/// A frame of a stream that repeats it this many times: owned, borrowed, shared.
fn streamed<const CHECKED: bool>(frame: &Frame, count: u32, effort: Effort) -> [f64; 3] {
    let wire = frame.wire.repeat(usize::try_from(count).expect("it is small"));
    let (wire, times) = (&wire[..], (times(frame) / count).max(1));
    let [mut one, mut two, mut three] = std::array::from_fn(|_| reader::<CHECKED>());
    let (mut first, wanted) = (reader::<CHECKED>(), frame.message());
    each(count, wire, |stream| assert_eq!(owned(&mut first, stream), wanted));
    let figures = within(
        &mut [
            batch("owned", times, || {
                each(count, wire, |stream| drop(black_box(owned(&mut one, stream))));
            }),
            batch("borrowed", times, || each(count, wire, |stream| borrowed(&mut two, stream))),
            batch("shared", times, || {
                each(count, wire, |stream| drop(black_box(shared(&mut three, stream))));
            }),
        ],
        effort.budget(),
    );
    [0, 1, 2].map(|index| seconds(&figures[index], times * count))
}

/// Decodes the payload, without frame and stream: owned, borrowed, shared.
fn alone(frame: &Frame, effort: Effort) -> [f64; 3] {
    let (id, times) = (frame.message().id(), times(frame));
    let payload = Bytes::copy_from_slice(&frame.wire[Header::<false>::SIZE..]);
    let plain = || Reader::<Consensus>::new(black_box(&payload));
    let counted = || Reader::<Consensus>::from_cursor(Cursor::from_bytes(black_box(&payload)));
    let figures = within(
        &mut [
            batch("owned", times, || {
                drop(black_box(AnyMessage::decode_message(id, &mut plain()).expect("it decodes")));
            }),
            batch("borrowed", times, || {
                let message = AnyMessageRef::decode_message_ref(id, &mut plain());
                black_box(message.expect("it decodes"));
            }),
            batch("shared", times, || {
                let message = AnyMessageShared::decode_message(id, &mut counted());
                drop(black_box(message.expect("it decodes")));
            }),
        ],
        effort.budget(),
    );
    [0, 1, 2].map(|index| seconds(&figures[index], times))
}

fn write(frames: &[Frame], peer: &Peer, effort: Effort, note: &str) -> Table {
    let about = format!(
        "A message as a frame with its checksum, to nowhere (`WriteMessage`), and its payload \
         alone into a buffer that is kept (`BtcEncode`).{note}"
    );
    let mut table = Table::new("write", &about, Unit::Time, &[PEER, "*codec"]);
    table.because("", HASH);
    for frame in frames {
        progress::step(&format!("decred: write, {}", frame.name));
        let (message, times) = (frame.message(), times(frame));
        let mut writer = FrameWriter::<Header<true>>::new(Pool::default());
        let mut buffer = Vec::new();
        written(&message, &mut buffer);
        assert!(buffer == frame.wire[Header::<true>::SIZE..]);
        let figures = within(
            &mut [
                batch("frame", times, || framed(&mut writer, &message)),
                batch("payload", times, || written(&message, &mut buffer)),
            ],
            effort.budget(),
        );
        for (figure, checksum) in figures.iter().zip([true, false]) {
            let theirs = of(peer, frame, "write", checksum).map(|figures| figures.seconds);
            let name = format!("{}, {}", frame.name, figure.name);
            table.row(&name, &[theirs, Some(seconds(figure, times))]);
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
        benchmarks report. A frame that is read lies in the pool's memory, which asks nobody; \
        dcrd asks for the payload of each. A shared message costs the count that keeps the memory.";
    let columns = [PEER, "*owned", "*borrowed", "*shared"];
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
