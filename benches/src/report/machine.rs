//! The machine on which the figures were measured.
#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::process::Command;

/// Processor, cores, memory, system, compiler, in Markdown.
pub(super) fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let rows = [
        ("processor", processor()),
        ("cores", cores.to_string()),
        ("memory", memory()),
        ("system", system()),
        ("architecture", std::env::consts::ARCH.to_owned()),
        ("compiler", line("rustc", &["--version"])),
        ("profile", "release of this workspace: thin LTO, one codegen unit".to_owned()),
        ("flags", std::env::var("RUSTFLAGS").unwrap_or_default()),
    ];
    let mut text = String::from("| | |\n|---|---|\n");
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    text
}

/// The commit of this code, with a mark where files differ from it; nothing outside a repository.
pub(super) fn revision() -> String {
    line("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"])
}

/// The day of a commit; nothing where its history is not at hand.
pub(super) fn day(revision: &str) -> String {
    let commit = revision.trim_end_matches("-dirty");
    let show = ["-C", env!("CARGO_MANIFEST_DIR"), "show", "--no-patch", "--format=%cs", commit];
    line("git", &show)
}

/// The kernel and its version, without the label of whoever built it.
fn system() -> String {
    let full = line("uname", &["-sr"]);
    full.split('-').next().unwrap_or_default().to_owned()
}

fn processor() -> String {
    field("/proc/cpuinfo", "model name").unwrap_or_default()
}

fn memory() -> String {
    let kib = field("/proc/meminfo", "MemTotal").unwrap_or_default();
    let kib: u64 = kib.trim_end_matches(" kB").parse().unwrap_or(0);
    if kib == 0 { String::new() } else { format!("{} GiB", kib.div_ceil(1 << 20)) }
}

/// The value of the first line `name : value`, if the file exists.
fn field(path: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

/// The output of a program, or nothing if it isn't installed.
fn line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
