//! The code generated for the hot paths: the promises that no test of behaviour can
//! check.
//!
//! Builds a small crate with optimisation and reads its assembly; the patterns are
//! those of x86-64, so on other targets nothing is checked.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const MANIFEST: &str = r#"
[package]
name = "codegen"
version = "0.0.0"
edition = "2024"

[dependencies]
codec-core = { path = "ROOT/codec-core", features = ["std", "bytes", "derive"] }
codec-stratum = { path = "ROOT/protocols/stratum" }

[profile.release]
codegen-units = 1

[workspace]
"#;

const SOURCE: &str = r"
use codec_core::{Bincode, Decode, DecodeError, Encode, EncodeError, Format, Sv2};
use codec_stratum::common::SetupConnectionRef;
use codec_stratum::mining::SubmitSharesStandardRef;

#[derive(Encode, Decode)]
pub struct Run { pub a: u8, pub b: u16, pub c: u32, pub d: u64, pub e: i16, pub f: [u8; 12] }

#[inline(never)]
pub fn read_a_run(bytes: &[u8]) -> Result<(Run, &[u8]), DecodeError> {
    Bincode::from_slice_prefix(bytes)
}

#[inline(never)]
pub fn write_a_run(run: &Run, room: &mut [u8]) -> Result<usize, EncodeError> {
    Bincode::encode_into(run, room)
}

#[inline(never)]
pub fn read_a_share(bytes: &[u8]) -> Result<SubmitSharesStandardRef<'_>, DecodeError> {
    Sv2::from_slice_ref(bytes)
}

#[inline(never)]
pub fn read_a_setup(bytes: &[u8]) -> Result<SetupConnectionRef<'_>, DecodeError> {
    Sv2::from_slice_ref(bytes)
}

#[inline(never)]
pub fn index(bytes: &[u8]) -> u8 {
    bytes[7] ^ bytes[300]
}
";

/// The instructions of each function, by its symbol.
type Assembly = BTreeMap<String, Vec<String>>;

fn compiled() -> Assembly {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    std::fs::create_dir_all(home.join("src")).expect("the directory is ours");
    std::fs::write(home.join("Cargo.toml"), MANIFEST.replace("ROOT", CRATES)).expect("ours");
    std::fs::write(home.join("src/lib.rs"), SOURCE).expect("ours");
    let lock = Path::new(CRATES).join("Cargo.lock");
    std::fs::copy(lock, home.join("Cargo.lock")).expect("the workspace has a lock");
    let output = home.join("out.s");
    let built = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--lib", "--target-dir"])
        .arg(home.join("target"))
        .args(["--", "-Cdebuginfo=0", "--emit"])
        .arg(format!("asm={}", output.display()))
        .current_dir(&home)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(built.success(), "the crate builds");
    functions(&std::fs::read_to_string(output).expect("the assembly is there"))
}

fn functions(text: &str) -> Assembly {
    let mut all = Assembly::new();
    let mut body: Option<&mut Vec<String>> = None;
    for line in text.lines() {
        let (code, indented) = (line.trim(), line.starts_with(['\t', ' ']));
        if code.starts_with(".Lfunc_end") {
            body = None;
        } else if !indented && !code.starts_with('.') && code.ends_with(':') {
            body = Some(all.entry(code.trim_end_matches(':').to_owned()).or_default());
        } else if indented
            && !code.starts_with('.')
            && let Some(body) = &mut body
        {
            body.push(code.to_owned());
        }
    }
    all
}

/// The function of this name, whatever its mangling.
fn of<'a>(assembly: &'a Assembly, name: &str) -> (&'a str, &'a [String]) {
    let mangled = format!("{}{name}", name.len());
    let mut found = assembly.iter().filter(|(symbol, _)| symbol.contains(&mangled));
    match (found.next(), found.next()) {
        (Some((symbol, body)), None) => (symbol, body),
        _ => panic!("{name} is one function of {:?}", assembly.keys()),
    }
}

/// Conditional branches.
fn decisions(body: &[String]) -> usize {
    body.iter().filter(|line| line.starts_with('j') && !line.starts_with("jmp")).count()
}

/// The symbols outside a function that it calls or branches to.
fn calls(body: &[String]) -> impl Iterator<Item = &str> {
    let target = |line: &'_ String| {
        let (operation, target) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        operation == "call" || operation == "callq" || {
            operation.starts_with("jmp") && !target.trim().starts_with(".L")
        }
    };
    body.iter().filter(move |line| target(line)).filter_map(|line| line.split_whitespace().nth(1))
}

/// Everything that a function may call, through others of this crate.
fn reached<'a>(assembly: &'a Assembly, symbol: &'a str) -> Vec<&'a str> {
    let mut reached = vec![symbol];
    let mut next = 0;
    while let Some(symbol) = reached.get(next) {
        let body = assembly.get(*symbol).map_or(&[][..], Vec::as_slice);
        for call in calls(body) {
            let name = call.trim_start_matches('*').split(['@', '(']).next().unwrap_or(call);
            if !reached.contains(&name) {
                reached.push(name);
            }
        }
        next += 1;
    }
    reached
}

fn panics(assembly: &Assembly, name: &str) -> Vec<String> {
    let (symbol, _) = of(assembly, name);
    let reached = reached(assembly, symbol).into_iter();
    reached.filter(|symbol| symbol.contains("panic")).map(str::to_owned).collect()
}

#[test]
fn the_promises_about_the_code_are_kept() {
    if cfg!(not(target_arch = "x86_64")) {
        println!("only the assembly of x86-64 is read");
        return;
    }
    let assembly = compiled();
    // The check itself works: an index out of bounds panics.
    assert!(!panics(&assembly, "index").is_empty(), "{assembly:#?}");

    for name in ["read_a_run", "write_a_run"] {
        let (_, body) = of(&assembly, name);
        assert_eq!(decisions(body), 1, "one check for all of a run in {name}: {body:#?}");
    }
    for name in ["read_a_run", "write_a_run", "read_a_share", "read_a_setup"] {
        let panics = panics(&assembly, name);
        assert!(panics.is_empty(), "{name} calls {panics:?}");
    }
    // Too short, too long, and nothing else.
    let (_, body) = of(&assembly, "read_a_share");
    assert_eq!(decisions(body), 2, "{body:#?}");
}

#[test]
fn the_assembly_is_read_right() {
    let text = "\t.globl\t_ZN1a3runE\n_ZN1a3runE:\n\tcmpq\t$8, %rsi\n\tjb\t.LBB0_1\n\tjmp\tother\n\
        .LBB0_1:\n\tjmp\t.LBB0_1\n\tcallq\t*core_panic@GOTPCREL(%rip)\n.Lfunc_end0:\n\
        other:\n\tcallq\tthird\n\tretq\n.Lfunc_end1:\n";
    let assembly = functions(text);
    let (symbol, body) = of(&assembly, "run");
    assert_eq!((symbol, decisions(body)), ("_ZN1a3runE", 1));
    assert_eq!(reached(&assembly, symbol), [symbol, "other", "core_panic", "third"]);
    assert_eq!(panics(&assembly, "run"), ["core_panic"]);
}
