//! Measures the derives' cost in a build, next to peers: 100 structs like those of a service, ten
//! that contain each other, a crate of 500 messages, and a struct of 1,000 fields, each decoded and
//! encoded. Every candidate is a crate of its own in `target/builds`, and candidates alternate. Results
//! are medians in seconds of processor time, which other work on the machine disturbs less than wall
//! time; a build whose compiler takes more than 120 of them is stopped. For a program, its machine
//! code is measured too, in KiB.
//!
//! * `gates builds [ROUNDS] [CASE]`, where `CASE` is a part of a case's name: from a changed source
//!   file to the built crate, without incremental compilation; dependencies are built before;
//! * `gates builds schema [ROUNDS]`: `cargo check` of the 500 messages with and without
//!   `#[codec(schema)]` on all of them;
//! * `gates builds cold [ROUNDS]`: a program of one struct from an empty folder, dependencies
//!   included, as `cargo check`, `cargo build` and `cargo build --release`;
//! * `gates text [--bless]`: the machine code of the service and of ten levels of structs, in each
//!   form, against the committed sizes for this compiler; over 2 % more is a failure.
mod build;
mod candidates;
mod sources;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use codec_benches::gate::{Counts, Tolerance, differences};

use build::{Built, Goal, LIMIT};
use candidates::{BORROWED, CANDIDATES, CODEC, COLD, DESCRIBED, SHARED};
use sources::{CASES, Case, HELLO, LEVELS, MESSAGES, SERVICE};

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn shown(times: Vec<Duration>) -> String {
    match median(times) {
        time if time >= LIMIT.as_secs_f64() => format!("> {}", LIMIT.as_secs()),
        time => format!("{time:.2}"),
    }
}

fn measure(case: &Case, rounds: usize) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/builds");
    println!("{}", case.name);
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "", "check", "debug", "release", "KiB");
    let crates = CANDIDATES.iter().map(|candidate| Built::write(&base, candidate, case));
    let crates = crates.collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![[const { Vec::new() }; 3]; crates.len()];
    for (index, goal) in [Goal::Check, Goal::Debug, Goal::Release].into_iter().enumerate() {
        for round in 0..=rounds {
            for (built, times) in crates.iter().zip(&mut times) {
                let time = built.build(goal)?;
                // The first build is that of the dependencies.
                if round > 0 {
                    times[index].push(time);
                }
            }
        }
    }
    for ((candidate, built), times) in CANDIDATES.iter().zip(&crates).zip(times) {
        let [check, debug, release] = times.map(shown);
        let text = built.text()?.div_ceil(1024);
        println!("{:<20} {check:>8} {debug:>8} {release:>8} {text:>8}", candidate.name);
    }
    Ok(())
}

/// Measures what descriptions of the 500 messages cost in `cargo check`.
fn schema(rounds: usize) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/builds");
    let both = [&CODEC, &DESCRIBED].map(|candidate| Built::write(&base, candidate, &MESSAGES));
    let mut times = [const { Vec::new() }; 2];
    for round in 0..=rounds {
        for (built, times) in both.iter().zip(&mut times) {
            let time = built.as_ref().map_err(String::clone)?.build(Goal::Check)?;
            // The first build is that of the dependencies.
            if round > 0 {
                times.push(time);
            }
        }
    }
    let [without, with] = times.map(median);
    let more = 100.0 * (with / without - 1.0);
    println!("{without:.2} s without descriptions, {with:.2} s with them: {more:.1} % more");
    Ok(())
}

const SIZES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/text");
const TOLERANCE: Tolerance = Tolerance { percent: 2, slack: 0, both_ways: false };

/// Compares the machine code of the service and of types that nest, in each form, with the
/// committed sizes. What is inlined once a use grows with the power of the nesting: a hundredfold
/// here.
pub(crate) fn text(arguments: &[&str]) -> Result<(), String> {
    let bless = match *arguments {
        [] => false,
        ["--bless"] => true,
        _ => return Err("usage: gates text [--bless]".to_owned()),
    };
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/builds");
    let file = format!("{SIZES}/{}.txt", crate::toolchain()?);
    let (mut all, mut measured) = (String::new(), Counts::new());
    for case in [SERVICE, LEVELS] {
        for candidate in [CODEC, BORROWED, SHARED] {
            let name = format!("{}, {}", case.name, candidate.name);
            let built = Built::write(&base, &candidate, &case)?;
            if built.build(Goal::Release)? >= LIMIT {
                return Err(format!("{name}: the build takes over {} seconds", LIMIT.as_secs()));
            }
            let bytes = built.text()?;
            println!("{name}: {bytes} bytes");
            let _ = writeln!(all, "{name}: {bytes}");
            measured.insert(name, bytes);
        }
    }
    if bless {
        std::fs::create_dir_all(SIZES).map_err(|error| format!("{SIZES}: {error}"))?;
        return std::fs::write(&file, all).map_err(|error| error.to_string());
    }
    let baseline = std::fs::read_to_string(&file).unwrap_or_default();
    let lines = baseline.lines().filter_map(|line| line.rsplit_once(": "));
    let baseline = lines.filter_map(|(name, bytes)| Some((name.to_owned(), bytes.parse().ok()?)));
    let differences = differences(&baseline.collect(), &measured, TOLERANCE);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("not as the baseline ({file}):\n{}", differences.join("\n")))
}

/// A program of one struct, built from nothing.
fn cold(rounds: usize) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/builds/cold");
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", HELLO.name, "check", "debug", "release", "sum");
    let crates = COLD.iter().map(|candidate| Built::write(&base, candidate, &HELLO));
    let crates = crates.collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![[const { Vec::new() }; 3]; crates.len()];
    // The first round fetches what is not there yet.
    for round in 0..=rounds {
        for (built, times) in crates.iter().zip(&mut times) {
            for (index, goal) in [Goal::Check, Goal::Debug, Goal::Release].into_iter().enumerate() {
                let time = built.build_anew(goal)?;
                if round > 0 {
                    times[index].push(time);
                }
            }
        }
    }
    for (candidate, times) in COLD.iter().zip(times) {
        let [check, debug, release] = times.map(median);
        let sum = check + debug + release;
        println!("{:<20} {check:>8.2} {debug:>8.2} {release:>8.2} {sum:>8.2}", candidate.name);
    }
    Ok(())
}

pub(crate) fn builds(arguments: &[&str]) -> Result<(), String> {
    let number = |text: &str| text.parse().map_or(None, |rounds: usize| Some(rounds.max(1)));
    match *arguments {
        ["schema"] => schema(3),
        ["schema", rounds] if let Some(rounds) = number(rounds) => schema(rounds),
        ["cold"] => cold(3),
        ["cold", rounds] if let Some(rounds) = number(rounds) => cold(rounds),
        [] => CASES.iter().try_for_each(|case| measure(case, 3)),
        [rounds, ref case @ ..] if let (Some(rounds), true) = (number(rounds), case.len() < 2) => {
            let wanted = case.first().copied().unwrap_or_default();
            CASES
                .iter()
                .filter(|case| case.name.contains(wanted))
                .try_for_each(|case| measure(case, rounds))
        }
        _ => {
            Err("usage: gates builds [ROUNDS] [CASE] | schema [ROUNDS] | cold [ROUNDS]".to_owned())
        }
    }
}
