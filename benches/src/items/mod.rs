//! Operations whose allocations are counted.
//!
//! `counts allocations` counts: it has a counting allocator. The timed groups have none, and
//! run it.
#![forbid(unsafe_code)]

mod decred;
mod industrial;
mod sv2;

use std::collections::BTreeMap;
use std::process::Command;

/// One operation.
pub struct Item {
    /// `what/how`.
    pub name: String,
    /// Runs before counting starts.
    pub warm: u32,
    /// Runs that are counted.
    pub counted: u32,
    /// Runs it once.
    pub run: Box<dyn FnMut()>,
}

impl Item {
    /// 1,000 times to warm up, 10,000 counted.
    fn new(name: impl Into<String>, run: impl FnMut() + 'static) -> Self {
        Self { name: name.into(), warm: 1_000, counted: 10_000, run: Box::new(run) }
    }

    /// 10 times to warm up, 100 counted: for messages of hundreds of kilobytes.
    fn large(name: impl Into<String>, run: impl FnMut() + 'static) -> Self {
        Self { warm: 10, counted: 100, ..Self::new(name, run) }
    }
}

/// All operations, in the order of the limits.
#[must_use]
pub fn all() -> Vec<Item> {
    let mut items = industrial::items();
    items.extend(sv2::items());
    items.extend(decred::items());
    items
}

/// The allocations of an operation, on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Allocations.
    pub allocations: f64,
    /// Bytes allocated.
    pub bytes: f64,
    /// Allocations that were freed.
    pub frees: f64,
}

/// Has `counts allocations` count the items whose names have this prefix.
///
/// # Panics
/// When it can't be built or run, or its output can't be parsed.
#[must_use]
pub fn counted(prefix: &str) -> BTreeMap<String, Counts> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--bin", "counts", "--manifest-path"])
        .args([
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            "--",
            "allocations",
            "--list",
            prefix,
        ])
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(|line| parse(line).unwrap_or_else(|| panic!("{line:?}"))).collect()
}

/// A line of `counts allocations --list`: a name and three numbers.
fn parse(line: &str) -> Option<(String, Counts)> {
    let mut fields = line.split('\t');
    let name = fields.next()?.to_owned();
    let mut number = || fields.next()?.parse().ok();
    Some((name, Counts { allocations: number()?, bytes: number()?, frees: number()? }))
}
