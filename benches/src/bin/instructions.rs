//! Counts the instructions of each kernel under callgrind and compares them
//! with the committed baseline. Fails when one takes 2 % more; `--bless`
//! writes a new baseline, which belongs into the commit that explains it.
//!
//! A kernel runs with two numbers of repetitions in processes of their own; the
//! difference is the operation alone, without start-up and preparation.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use codec_benches::kernels::KERNELS;

const FEW: u32 = 50;
const MANY: u32 = 250;
const TOLERANCE: f64 = 1.02;
const BASELINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.txt");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", name, times] => run(name, times),
        [] => check(),
        ["--bless"] => bless(),
        _ => {
            eprintln!("usage: instructions [--bless]");
            ExitCode::FAILURE
        }
    }
}

/// Runs one kernel: what callgrind looks at.
fn run(name: &str, times: &str) -> ExitCode {
    let kernel = KERNELS.iter().find(|(kernel, _)| *kernel == name);
    if let (Some((_, kernel)), Ok(times)) = (kernel, times.parse()) {
        kernel(times);
        return ExitCode::SUCCESS;
    }
    eprintln!("there is no kernel {name:?}, or {times:?} is no number");
    ExitCode::FAILURE
}

/// Instructions of a process that runs the kernel so many times.
fn count(name: &str, times: u32) -> Result<u64, String> {
    let itself = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(itself)
        .args(["run", name, &times.to_string()])
        .output()
        .map_err(|error| format!("valgrind does not run: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    report
        .lines()
        .find_map(|line| line.split_once("Collected :"))
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("callgrind says nothing of {name}:\n{report}"))
}

/// Instructions an operation.
fn measure(name: &str) -> Result<u64, String> {
    let (few, many) = (count(name, FEW)?, count(name, MANY)?);
    Ok(many.saturating_sub(few) / u64::from(MANY - FEW))
}

fn measure_all() -> Result<Vec<(&'static str, u64)>, String> {
    KERNELS.iter().map(|(name, _)| Ok((*name, measure(name)?))).collect()
}

fn baseline() -> Result<BTreeMap<String, u64>, String> {
    let text = std::fs::read_to_string(BASELINE).map_err(|error| error.to_string())?;
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (name, count) = line.rsplit_once(' ').ok_or_else(|| line.to_owned())?;
            Ok((name.trim().to_owned(), count.parse().map_err(|_| line.to_owned())?))
        })
        .collect::<Result<_, String>>()
        .map_err(|line| format!("the baseline has a line that is none: {line:?}"))
}

fn check() -> ExitCode {
    let outcome = measure_all().and_then(|counts| Ok((counts, baseline()?)));
    let (counts, baseline) = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut worse = 0;
    for (name, count) in counts {
        let known = baseline.get(name).copied();
        #[expect(clippy::cast_precision_loss, reason = "counts of instructions are small")]
        let ratio = known.map_or(f64::INFINITY, |known| count as f64 / known.max(1) as f64);
        let verdict = if ratio > TOLERANCE { "  <- too many" } else { "" };
        worse += usize::from(ratio > TOLERANCE);
        println!("{name:<36} {count:>9} instructions, {ratio:.3} of the baseline{verdict}");
    }
    if worse == 0 {
        return ExitCode::SUCCESS;
    }
    eprintln!("{worse} kernels take over 2 % more instructions than the baseline, or have none");
    ExitCode::FAILURE
}

fn bless() -> ExitCode {
    let counts = match measure_all() {
        Ok(counts) => counts,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut text = String::from(
        "# Instructions an operation, counted by callgrind (valgrind 3.19, rustc 1.95, x86-64).\n\
         # Written by: cargo run --release -p codec-benches --bin instructions -- --bless\n",
    );
    for (name, count) in counts {
        use std::fmt::Write as _;
        println!("{name:<36} {count:>9}");
        // Writing to a `String` can't fail.
        let _ = writeln!(text, "{name:<36} {count}");
    }
    match std::fs::write(Path::new(BASELINE), text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{BASELINE}: {error}");
            ExitCode::FAILURE
        }
    }
}
