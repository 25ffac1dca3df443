//! Allocations per message: the peer's `alloc_amplification`.
//!
//! Counting them requires a counting allocator, which would slow down the other
//! groups. So `counts pool_allocations` counts, and the group runs it.

use std::fmt::Write as _;
use std::process::Command;

use codec_pool::Pool;

use super::float;
use super::ways::{Way, small, small_wire};
use crate::bench::Bench;
use crate::groups::Findings;
use crate::table::{Table, Unit};

const MESSAGES: &[usize] = &[8, 9, 16, 32, 100, 1000];
const SUFFIXES: &[usize] = &[64, 1024];
const NAMES: [&str; 6] = [
    small::PeerFrame::NAME,
    small::PeerOwned::NAME,
    small::PeerBuffer::NAME,
    small::OurFrame::NAME,
    small::OurOwned::NAME,
    small::OurShared::NAME,
];

/// Runs a function, and returns the number of its allocations and their bytes.
pub type Counter = fn(&mut dyn FnMut()) -> (u64, u64);

/// Counts for `n` messages that are all kept, on a connection that has had one message already.
/// Capacity to keep them is reserved before counting.
fn kept<W: Way>(counter: Counter, pool: &Pool, wire: &[u8], n: usize) -> (u64, u64) {
    let mut connection = W::connect(pool);
    drop(W::message(&mut connection, wire));
    let mut kept = Vec::with_capacity(n);
    counter(&mut || kept.extend((0..n).map(|_| W::message(&mut connection, wire))))
}

/// All counts, one line each: the field's length, messages, and for each way its
/// allocations and bytes.
pub fn count(counter: Counter) -> String {
    let ways = [
        kept::<small::PeerFrame>,
        kept::<small::PeerOwned>,
        kept::<small::PeerBuffer>,
        kept::<small::OurFrame>,
        kept::<small::OurOwned>,
        kept::<small::OurShared>,
    ];
    let pool = Pool::default();
    let mut text = String::new();
    for &suffix in SUFFIXES {
        let wire = small_wire(suffix);
        for &n in MESSAGES {
            let _ = write!(text, "{suffix} {n}");
            for way in ways {
                // The first run grows the pool to its size; the second is counted.
                way(counter, &pool, &wire, n);
                let (allocations, bytes) = way(counter, &pool, &wire, n);
                let _ = write!(text, " {allocations} {bytes}");
            }
            text.push('\n');
        }
    }
    text
}

/// Allocations and bytes per message when n are kept.
///
/// # Panics
/// When the program that counts can't be run.
pub fn allocations(_: &Bench) -> Findings {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let run = ["run", "--quiet", "--release", "--bin", "counts", "--manifest-path", manifest];
    let output = Command::new(cargo).args(run).args(["--", "pool_allocations"]).output();
    let output = output.expect("cargo is there, as it was to build this");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let about = "Frames that are all kept, on a connection that has had one, in a pool that has \
                 been used; columns in bold take their memory from it.";
    let mut count = Table::new("allocations a message", about, Unit::Count, &NAMES);
    let mut bytes = Table::new("bytes asked for a message", about, Unit::Bytes, &NAMES);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let numbers: Vec<usize> =
            line.split(' ').map(|number| number.parse().expect("a count")).collect();
        let [suffix, n, figures @ ..] = &numbers[..] else { panic!("too short: {line}") };
        let name = format!("{n} of {suffix} bytes");
        let each = |index: usize| -> Vec<Option<f64>> {
            figures.chunks(2).map(|pair| Some(float(pair[index]) / float(*n))).collect()
        };
        count.row(&name, &each(0));
        bytes.row(&name, &each(1));
    }
    assert_eq!(count.rows.len(), MESSAGES.len() * SUFFIXES.len(), "a line each");
    Findings { tables: vec![count, bytes], plots: Vec::new() }
}
