//! Counts allocations, bytes and frees per operation, and fails where they exceed
//! the committed limits:
//! `cargo run --release -p codec-benches --bin allocations [--bless | --list [PREFIX]]`.
//!
//! `--bless` writes what it counts as the limits; `--list` prints what it counts,
//! one line per operation, for other programs.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use codec_benches::items::{Counts, Item, all};

const LIMITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/allocations.txt");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => check(),
        ["--bless"] => bless(),
        ["--list"] | ["--list", _] => {
            list(arguments.get(1).map_or("", String::as_str));
            Ok(())
        }
        _ => Err("usage: allocations [--bless | --list [PREFIX]]".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs an operation this many times, and divides the allocator's counts.
#[expect(clippy::cast_precision_loss, reason = "counts of some ten thousand operations")]
fn count(item: &mut Item) -> Counts {
    (0..item.warm).for_each(|_| (item.run)());
    let info = allocation_counter::measure(|| (0..item.counted).for_each(|_| (item.run)()));
    let each = |count: u64| count as f64 / f64::from(item.counted);
    let frees = info.count_total.saturating_add_signed(-info.count_current);
    Counts {
        allocations: each(info.count_total),
        bytes: each(info.bytes_total),
        frees: each(frees),
    }
}

/// A limit: allocations and bytes.
fn limits() -> Result<BTreeMap<String, (f64, f64)>, String> {
    let text = std::fs::read_to_string(LIMITS).map_err(|error| format!("{LIMITS}: {error}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.rsplitn(3, ' ');
            let mut number = || fields.next()?.parse().ok();
            let (bytes, allocations) = (number()?, number()?);
            Some((fields.next()?.trim().to_owned(), (allocations, bytes)))
        })
        .collect::<Option<_>>()
        .ok_or_else(|| format!("{LIMITS} has a line that is none"))
}

fn check() -> Result<(), String> {
    let limits = limits()?;
    let mut above = String::new();
    for mut item in all() {
        let counts = count(&mut item);
        let limit = limits.get(&item.name).copied();
        let (allocations, bytes) = limit.unwrap_or((-1.0, -1.0));
        let Counts { allocations: found, bytes: asked, frees } = counts;
        println!("{:<56} {found:>6} allocations {asked:>10} bytes {frees:>6} frees", item.name);
        if found > allocations || asked > bytes {
            let limit = limit.map_or("no limit".to_owned(), |_| format!("{allocations}, {bytes}"));
            let _ = writeln!(above, "{}: {found} and {asked} bytes, not {limit}", item.name);
        }
    }
    if above.is_empty() { Ok(()) } else { Err(format!("above the limits:\n{above}")) }
}

fn list(prefix: &str) {
    for mut item in all().into_iter().filter(|item| item.name.starts_with(prefix)) {
        let Counts { allocations, bytes, frees } = count(&mut item);
        println!("{}\t{allocations}\t{bytes}\t{frees}", item.name);
    }
}

fn bless() -> Result<(), String> {
    let mut text = String::from(
        "# Operation, the most allocations and the most bytes that it may ask for, on average.\n\
         # Written by: cargo run --release -p codec-benches --bin allocations -- --bless\n",
    );
    for mut item in all() {
        let Counts { allocations, bytes, .. } = count(&mut item);
        let _ = writeln!(text, "{:<56} {allocations} {bytes}", item.name);
    }
    std::fs::write(LIMITS, text).map_err(|error| format!("{LIMITS}: {error}"))
}
