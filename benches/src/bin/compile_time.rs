//! Times the cost of the derives in a build: a struct of 1,000 fields and a crate
//! of 500 messages, each decoded and encoded, without and with optimisation, for
//! this crate and its peers. Every candidate is a separate crate, written to
//! `target/compile_time`; dependencies are built before the clock starts, and
//! candidates alternate. Medians, in seconds of processor time, which other work on
//! the machine disturbs less; a build of more than 120 is stopped.
//!
//! It shows what a touched source costs until its library is built, without
//! incremental compilation. It doesn't show what the dependencies cost, nor
//! what several cores save.
#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// A way to derive: its dependencies, its derives, and how it decodes and encodes.
struct Candidate {
    name: &'static str,
    dependencies: &'static str,
    derives: &'static str,
    run: &'static str,
}

const CANDIDATES: [Candidate; 4] = [
    Candidate {
        name: "codec",
        dependencies: "codec-core = { path = \"CORE\", features = [\"std\", \"derive\"] }",
        derives: "codec_core::Encode, codec_core::Decode",
        run: "<codec_core::Bincode as codec_core::Format>::from_slice::<TYPE>(input).ok()\
              .and_then(|value| <codec_core::Bincode as codec_core::Format>::to_vec(&value).ok())",
    },
    Candidate {
        name: "serde + bincode 1",
        dependencies: "serde = { version = \"=1.0.229\", features = [\"derive\"] }\n\
                       bincode = \"=1.3.3\"",
        derives: "serde::Serialize, serde::Deserialize",
        run: "bincode::deserialize::<TYPE>(input).ok()\
              .and_then(|value| bincode::serialize(&value).ok())",
    },
    Candidate {
        name: "borsh",
        dependencies: "borsh = { version = \"=1.8.1\", features = [\"derive\"] }",
        derives: "borsh::BorshSerialize, borsh::BorshDeserialize",
        run: "borsh::from_slice::<TYPE>(input).ok().and_then(|value| borsh::to_vec(&value).ok())",
    },
    Candidate {
        name: "wincode",
        dependencies: "wincode = { version = \"=0.6.3\", features = [\"derive\"] }",
        derives: "wincode::SchemaWrite, wincode::SchemaRead",
        run: "wincode::deserialize::<TYPE>(input).ok()\
              .and_then(|value| wincode::serialize(&value).ok())",
    },
];

const FIELDS: [&str; 8] =
    ["u32", "String", "u64", "Vec<u8>", "Option<u16>", "[u8; 32]", "bool", "Vec<u32>"];

/// A struct with this many fields, of every type in turn.
fn a_struct(name: &str, fields: usize, derives: &str) -> String {
    let mut text = format!("#[derive({derives})]\npub struct {name} {{\n");
    for field in 0..fields {
        let _ = writeln!(text, "    pub field_{field}: {},", FIELDS[field % FIELDS.len()]);
    }
    text + "}\n"
}

/// One struct of 1,000 fields.
fn wide(candidate: &Candidate) -> String {
    let run = candidate.run.replace("TYPE", "Wide");
    let wide = a_struct("Wide", 1000, candidate.derives);
    format!("{wide}pub fn run(input: &[u8]) -> Option<Vec<u8>> {{\n    {run}\n}}\n")
}

/// 500 messages of eight fields.
fn messages(candidate: &Candidate) -> String {
    let mut text = String::new();
    let mut arms = String::new();
    for message in 0..500 {
        let name = format!("AnyMessage{message}");
        text += &a_struct(&name, 8, candidate.derives);
        let _ = writeln!(arms, "        {message} => {},", candidate.run.replace("TYPE", &name));
    }
    let head = "pub fn run(id: u32, input: &[u8]) -> Option<Vec<u8>> {\n    match id {\n";
    format!("{text}{head}{arms}        _ => None,\n    }}\n}}\n")
}

type Case = (&'static str, fn(&Candidate) -> String);
const CASES: [Case; 2] = [("500 messages", messages), ("1,000 fields", wide)];

/// Writes a crate and returns its folder.
fn write(base: &Path, candidate: &Candidate, case: &Case) -> std::io::Result<PathBuf> {
    let slug = |text: &str| text.replace(|char: char| !char.is_ascii_alphanumeric(), "");
    let name = format!("{}-{}", slug(candidate.name), slug(case.0));
    let folder = base.join(&name);
    std::fs::create_dir_all(folder.join("src"))?;
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codec-core");
    let dependencies = candidate.dependencies.replace("CORE", &core.display().to_string());
    let manifest = format!(
        "[package]\nname = \"c-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [lib]\npath = \"src/lib.rs\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("src/lib.rs"), case.1(candidate))?;
    Ok(folder)
}

/// Builds, and returns how much processor time that took.
fn build(folder: &Path, release: bool) -> Result<Duration, String> {
    let source = folder.join("src/lib.rs");
    let text = std::fs::read(&source).map_err(|error| error.to_string())?;
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    // `timeout` of the coreutils ends the compiler as well; `times` of the shell
    // reports the time of all processes that it started.
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("\"$@\"; status=$?; times; exit $status").arg("sh");
    shell.arg("timeout").arg(LIMIT.as_secs().to_string()).arg(env!("CARGO"));
    shell.arg("build").arg("--quiet").current_dir(folder).stdin(Stdio::null());
    shell.env("CARGO_TARGET_DIR", folder.with_file_name("build")).env("CARGO_INCREMENTAL", "0");
    if release {
        shell.arg("--release");
    }
    let output = shell.output().map_err(|error| format!("no shell runs: {error}"))?;
    if output.status.code() == Some(124) {
        return Ok(LIMIT);
    }
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let used = text
        .lines()
        .nth(1)
        .and_then(|of_children| of_children.split_whitespace().map(minutes).sum::<Option<f64>>());
    used.map(Duration::from_secs_f64).ok_or_else(|| format!("`times` says {text:?}"))
}

/// The seconds of a time such as `1m2.03s`.
fn minutes(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

/// A build that takes longer is stopped, and counted as this long.
const LIMIT: Duration = Duration::from_mins(2);

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn measure(rounds: usize) -> Result<(), String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile_time");
    for case in &CASES {
        println!("{}", case.0);
        println!("{:<20} {:>10} {:>10}", "", "debug", "release");
        let folders: Vec<_> = CANDIDATES
            .iter()
            .map(|candidate| write(&base, candidate, case).map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?;
        let mut times = vec![[Vec::new(), Vec::new()]; folders.len()];
        for (index, release) in [(0, false), (1, true)] {
            for round in 0..=rounds {
                for (folder, times) in folders.iter().zip(&mut times) {
                    let time = build(folder, release)?;
                    // The first build is that of the dependencies.
                    if round > 0 {
                        times[index].push(time);
                    }
                }
            }
        }
        for (candidate, [debug, release]) in CANDIDATES.iter().zip(times) {
            let show = |times| match median(times) {
                time if time >= LIMIT.as_secs_f64() => format!("> {}", LIMIT.as_secs()),
                time => format!("{time:.2}"),
            };
            println!("{:<20} {:>10} {:>10}", candidate.name, show(debug), show(release));
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let rounds = std::env::args().nth(1).map_or(Ok(3), |rounds| rounds.parse::<usize>());
    match rounds.map_err(|error| error.to_string()).and_then(|rounds| measure(rounds.max(1))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nusage: compile_time [rounds]");
            ExitCode::FAILURE
        }
    }
}
