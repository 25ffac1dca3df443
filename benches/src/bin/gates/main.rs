//! The gates that need the allocator as it is, in one program, since each links for half a minute.
//!
//! `cargo run --release -p codec-benches --bin gates NAME [OPTION]..`; each gate's file says what
//! it checks, and `--bless` accepts what it finds.
#![forbid(unsafe_code)]

mod api;
mod builds;
mod instructions;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.split_first() {
        Some((&"instructions", rest)) => instructions::gate(rest),
        Some((&"api", rest)) => api::gate(rest),
        Some((&"builds", rest)) => builds::builds(rest),
        Some((&"text", rest)) => builds::text(rest),
        _ => Err("usage: gates instructions | api | builds | text".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The compiler that built this program, as far as it matters for counts.
pub(crate) fn toolchain() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output();
    let output = output.map_err(|error| format!("rustc does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let field = |name| text.lines().find_map(|line| line.strip_prefix(name));
    match (field("release: "), field("host: ")) {
        (Some(release), Some(host)) => Ok(format!("rustc-{release}-{host}")),
        _ => Err("rustc does not say its version".to_owned()),
    }
}
