//! Counts allocations, bytes and frees per operation. Fails when a count exceeds its committed
//! limit, when an operation has no limit, and when a limit names no operation:
//! `counts allocations [--bless | --list [PREFIX]]`.
//!
//! `--bless` writes the counts as the new limits; `--list` prints them, one line per operation, for
//! other programs.
use std::fmt::Write as _;

use codec_alloc::{Average, Limits, average};
#[cfg(feature = "groups")]
use codec_benches::groups::pool;
use codec_benches::items::{Counts, Item, all};

const LIMITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/allocations.txt");

pub(crate) fn gate(arguments: &[&str]) -> Result<(), String> {
    match *arguments {
        [] => check(),
        ["--bless"] => bless(),
        ["--list", ref prefix @ ..] if prefix.len() < 2 => {
            list(prefix.first().copied().unwrap_or_default());
            Ok(())
        }
        _ => Err("usage: counts allocations [--bless | --list [PREFIX]]".to_owned()),
    }
}

/// Prints the allocations and bytes that each candidate takes for all messages that it keeps, a
/// line for each length and number, for the group `pool_allocations` of the report.
#[cfg(feature = "groups")]
pub(crate) fn of_pools(arguments: &[&str]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("usage: counts pool_allocations".to_owned());
    }
    print!(
        "{}",
        pool::count(|work| {
            let ((), counted) = codec_alloc::measure(work);
            (counted.count, counted.bytes)
        })
    );
    Ok(())
}

fn count(item: &mut Item) -> Counts {
    let Average { count, bytes, frees } = average(item.warm, item.counted, &mut item.run);
    Counts { allocations: count, bytes, frees }
}

fn check() -> Result<(), String> {
    let text = std::fs::read_to_string(LIMITS).map_err(|error| format!("{LIMITS}: {error}"))?;
    let mut limits = Limits::parse(&text).map_err(|error| format!("{LIMITS}: {error}"))?;
    let mut wrong = String::new();
    for mut item in all() {
        let Counts { allocations, bytes, frees } = count(&mut item);
        println!(
            "{:<56} {allocations:>6} allocations {bytes:>10} bytes {frees:>6} frees",
            item.name
        );
        if let Err(why) = limits.hold(&item.name, Average { count: allocations, bytes, frees }) {
            let _ = writeln!(wrong, "{why}");
        }
    }
    if let Err(why) = limits.finish() {
        let _ = writeln!(wrong, "{why}");
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{LIMITS}:\n{wrong}")) }
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
         # Written by: cargo run --release -p codec-benches --bin counts allocations --bless\n",
    );
    for mut item in all() {
        let Counts { allocations, bytes, frees } = count(&mut item);
        let counted = Average { count: allocations, bytes, frees };
        let _ = writeln!(text, "{}", Limits::line(&item.name, counted, 56));
    }
    std::fs::write(LIMITS, text).map_err(|error| format!("{LIMITS}: {error}"))
}
