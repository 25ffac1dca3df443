//! Counts the instructions of the kernels under callgrind and compares them with the committed
//! baseline for this compiler: a difference of over 2 % and over four instructions is a failure, fewer
//! as well, so that a gain is blessed and kept; so are a kernel that takes none, and a line of the
//! baseline without a kernel. (`memcpy` of
//! the C library takes other branches when a stack or heap block is aligned differently: a
//! difference of a few instructions between machines, whatever our code does.)
//! `gates instructions [--bless]`.
//!
//! A kernel runs with two numbers of repetitions in separate processes; the
//! difference is the operation alone, without start-up and preparation. As many
//! processes run at once as there are cores: they count instructions, not time.
use std::fmt::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use codec_benches::gate::{Counts, Tolerance, differences};
use codec_benches::kernels;

const FEW: u32 = 50;
const MANY: u32 = 250;
const TOLERANCE: Tolerance = Tolerance { percent: 2, slack: 4, both_ways: true };
const BASELINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions");

pub(crate) fn gate(arguments: &[&str]) -> Result<(), String> {
    match *arguments {
        ["run", name, times] => run(name, times),
        [] => check(),
        ["--bless"] => bless(),
        _ => Err("usage: gates instructions [--bless]".to_owned()),
    }
}

/// Runs one kernel: the process that callgrind measures.
fn run(name: &str, times: &str) -> Result<(), String> {
    let kernel = kernels::all().find(|(kernel, _)| *kernel == name);
    let (Some((_, kernel)), Ok(times)) = (kernel, times.parse()) else {
        return Err(format!("there is no kernel {name:?}, or {times:?} is no number"));
    };
    kernel(times);
    Ok(())
}

/// Instructions of a process that runs the kernel this many times.
fn count(name: &str, times: u32) -> Result<u64, String> {
    let itself = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(itself)
        .args(["instructions", "run", name, &times.to_string()])
        .output()
        .map_err(|error| format!("valgrind does not run: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let counted = || {
        let line = report.lines().find_map(|line| line.split_once("Collected :"))?;
        line.1.trim().parse().ok()
    };
    let counted = if output.status.success() { counted() } else { None };
    counted.ok_or_else(|| format!("callgrind says nothing of {name}:\n{report}"))
}

/// Instructions per operation.
fn measure(name: &str) -> Result<u64, String> {
    let (few, many) = (count(name, FEW)?, count(name, MANY)?);
    Ok(many.saturating_sub(few) / u64::from(MANY - FEW))
}

fn measure_all() -> Result<Vec<(&'static str, u64)>, String> {
    let names: Vec<&str> = kernels::all().map(|(name, _)| *name).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts.push((*name, measure(name)?));
        }
        Ok::<_, String>(counts)
    };
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut counts = Vec::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            counts.extend(worker.join().map_err(|_| "a worker panicked".to_owned())??);
        }
        Ok::<_, String>(())
    })?;
    counts.sort_by_key(|(name, _)| names.iter().position(|known| known == name));
    Ok(counts)
}

fn baseline(path: &str) -> Result<Counts, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{path}: {error}\n--bless writes one for this compiler"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, count) = line.rsplit_once(' ').ok_or(line)?;
            Ok((name.trim().to_owned(), count.parse().map_err(|_| line)?))
        })
        .collect::<Result<_, &str>>()
        .map_err(|line| format!("{path} has a line that is none: {line:?}"))
}

fn check() -> Result<(), String> {
    let baseline = baseline(&format!("{BASELINES}/{}.txt", crate::toolchain()?))?;
    let mut measured = Counts::new();
    for (name, count) in measure_all()? {
        let known = baseline.get(name).copied().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "counts of instructions are small")]
        let ratio = count as f64 / known.max(1) as f64;
        println!("{name:<40} {count:>9} instructions, {ratio:.3} of the baseline");
        if measured.insert(name.to_owned(), count).is_some() {
            return Err(format!("two kernels are called {name}"));
        }
    }
    let differences = differences(&baseline, &measured, TOLERANCE);
    if differences.is_empty() {
        return Ok(());
    }
    let differences = differences.join("\n");
    Err(format!("not as the baseline (--bless accepts a change):\n{differences}"))
}

fn bless() -> Result<(), String> {
    let path = format!("{BASELINES}/{}.txt", crate::toolchain()?);
    let mut text = String::from(
        "# Instructions an operation, counted by callgrind.\n\
         # Written by: cargo run --release -p codec-benches --no-default-features --bin gates instructions \
         --bless\n",
    );
    for (name, count) in measure_all()? {
        println!("{name:<40} {count:>9}");
        // Writing to a `String` can't fail.
        let _ = writeln!(text, "{name:<40} {count}");
    }
    std::fs::create_dir_all(BASELINES).map_err(|error| format!("{BASELINES}: {error}"))?;
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}
