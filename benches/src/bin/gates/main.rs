//! The gates that need the allocator as it is, in one program, since each links for half a minute.
//!
//! `cargo run --release -p codec-benches --no-default-features --bin gates NAME [OPTION]..`; each gate's file says what
//! it checks, and `--bless` accepts what it finds.
#![forbid(unsafe_code)]

mod api;
mod builds;
mod instructions;

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    codec_benches::gate::run(&[
        ("instructions", instructions::gate),
        ("api", api::gate),
        ("builds", builds::builds),
        ("text", builds::text),
    ])
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
