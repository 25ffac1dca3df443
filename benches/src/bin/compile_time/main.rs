//! Measures what the derives cost in a build: 100 structs like those of a service, a crate of 500
//! messages, and a struct of 1,000 fields, each decoded and encoded, for this crate and its peers.
//! Every candidate is a separate crate, written to `target/compile_time`; dependencies are built
//! before the clock starts, and candidates alternate. Results are medians in seconds of processor
//! time, which other work on the machine disturbs less than wall time; a build of more than 120
//! seconds is stopped. For a program, its machine code is measured too, in KiB.
//!
//! `compile_time [rounds] [case]`, where `case` is a part of a case's name.
//! `compile_time text [--bless]` compares the machine code of our program alone with the committed
//! size for this compiler: over 2 % more is a failure.
//! `compile_time schema [rounds]` compares `cargo check` of the 500 messages with and without
//! `#[codec(schema)]` on all of them.
//!
//! It shows the time from a changed source file to the built library, without incremental
//! compilation. It doesn't show what the dependencies cost, nor what several cores save.
#![forbid(unsafe_code)]

mod build;
mod candidates;
mod sources;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use crate::build::{Built, Goal, LIMIT};
use crate::candidates::{CANDIDATES, DESCRIBED};
use crate::sources::{CASES, Case};

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
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile_time");
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

/// What descriptions of the 500 messages cost in `cargo check`.
fn schema(rounds: usize) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile_time");
    let both =
        [&CANDIDATES[0], &DESCRIBED].map(|candidate| Built::write(&base, candidate, &CASES[1]));
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
const TOLERANCE: u64 = 2;

/// The file with the committed size for the compiler that builds.
fn size_file() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output();
    let output = output.map_err(|error| format!("rustc does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let field = |name| text.lines().find_map(|line| line.strip_prefix(name));
    match (field("release: "), field("host: ")) {
        (Some(release), Some(host)) => Ok(format!("{SIZES}/rustc-{release}-{host}.txt")),
        _ => Err("rustc does not say its version".to_owned()),
    }
}

/// Compares the machine code of the service by our derives with its committed size.
fn text(bless: bool) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile_time");
    let built = Built::write(&base, &CANDIDATES[0], &CASES[0])?;
    if built.build(Goal::Release)? >= LIMIT {
        return Err(format!("the build takes over {} seconds", LIMIT.as_secs()));
    }
    let (bytes, file) = (built.text()?, size_file()?);
    if bless {
        std::fs::create_dir_all(SIZES).map_err(|error| format!("{SIZES}: {error}"))?;
        println!("{bytes} bytes");
        return std::fs::write(&file, format!("{bytes}\n")).map_err(|error| error.to_string());
    }
    let known = std::fs::read_to_string(&file)
        .map_err(|error| format!("{file}: {error}\n--bless writes one for this compiler"))?;
    let known: u64 = known.trim().parse().map_err(|_| format!("{file} has no number"))?;
    println!("{bytes} bytes, {known} in the baseline");
    if 100 * bytes > (100 + TOLERANCE) * known {
        return Err(format!("over {TOLERANCE} % more machine code than the baseline"));
    }
    Ok(())
}

fn run() -> Result<(), String> {
    let mut args = std::env::args().skip(1).peekable();
    if args.next_if(|arg| arg == "text").is_some() {
        return match args.next().as_deref() {
            None => text(false),
            Some("--bless") => text(true),
            Some(other) => Err(format!("{other:?} is not known")),
        };
    }
    let described = args.next_if(|arg| arg == "schema").is_some();
    let rounds = args.next().map_or(Ok(3), |rounds| rounds.parse::<usize>());
    let rounds = rounds.map_err(|error| error.to_string())?.max(1);
    if described {
        return schema(rounds);
    }
    let wanted = args.next().unwrap_or_default();
    let mut cases = CASES.iter().filter(|case| case.name.contains(&wanted));
    cases.try_for_each(|case| measure(case, rounds))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!(
                "{error}\nusage: compile_time [rounds] [case] | text [--bless] | schema [rounds]"
            );
            ExitCode::FAILURE
        }
    }
}
