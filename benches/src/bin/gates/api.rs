//! Compares the public items of each crate with the committed list in `docs/api`, so that no name
//! is added or removed unnoticed: `gates api [--bless]`.
//!
//! A list has what a person reviews: types, traits with their items, functions, and a line for each
//! impl of a trait: without its items, which repeat the trait's, and without derived impls.
//!
//! The list is read from rustdoc's JSON output, whose format changes with the
//! compiler: `public-api` is pinned to the version that reads the format of the
//! workspace's Rust.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use public_api::PublicItem;
use public_api::tokens::Token;

const CRATES: [&str; 14] = [
    "codec-core",
    "codec-pool",
    "codec-noise",
    "codec-schema",
    "codec-stratum",
    "codec-decred",
    "codec-alloc",
    "codec-capture",
    "codec-records",
    "codec-bincode",
    "codec-bitcoin",
    "codec-embedded",
    "codec-industrial",
    "codec-node",
];

pub(crate) fn gate(arguments: &[&str]) -> Result<(), String> {
    let bless = match *arguments {
        [] => false,
        ["--bless"] => true,
        _ => return Err("usage: gates api [--bless]".to_owned()),
    };
    describe().map_err(|error| error.to_string())?;
    let mut differing = String::new();
    for name in CRATES {
        match check(name, bless).map_err(|error| format!("{name}: {error}"))? {
            None => println!("{name}: as in docs/api/{name}.txt"),
            Some(difference) => differing.push_str(&difference),
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{differing}Run `gates api --bless` if that is meant, and say so in the CHANGELOG."
    ))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The differences between the crate and its list; `bless` rewrites the list.
fn check(name: &str, bless: bool) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let list = root().join("docs/api").join(format!("{name}.txt"));
    let items = items(name)?;
    if bless {
        fs::create_dir_all(list.with_file_name(""))?;
        fs::write(&list, items.join("\n") + "\n")?;
        return Ok(None);
    }
    let text = fs::read_to_string(&list)?;
    let (before, now): (BTreeSet<_>, BTreeSet<_>) =
        (text.lines().collect(), items.iter().map(String::as_str).collect());
    let mut difference = String::new();
    for gone in before.difference(&now) {
        writeln!(difference, "- {gone}")?;
    }
    for new in now.difference(&before) {
        writeln!(difference, "+ {new}")?;
    }
    Ok((!difference.is_empty()).then_some(difference))
}

fn target() -> PathBuf {
    root().join("target/api")
}

/// Writes what rustdoc says of all crates with all their features: by one command, since each crate by
/// itself would have its dependencies built with other features.
fn describe() -> Result<(), Box<dyn std::error::Error>> {
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["doc", "--quiet", "--lib", "--no-deps", "--all-features", "--target-dir"])
        .arg(target())
        .args(CRATES.iter().flat_map(|name| ["--package", name]))
        .current_dir(root())
        // The format is unstable, and is read only by this program.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json --cap-lints allow")
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("cargo doc ended with {status}").into()) }
}

/// The public items of a crate with all its features, one per line.
fn items(name: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let json = target().join("doc").join(name.replace('-', "_")).with_extension("json");
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    let implements = |line: &str| line.starts_with("impl") && line.contains(" for ");
    let impls: HashSet<_> =
        api.items().filter(|item| implements(&line(item))).map(PublicItem::id).collect();
    let mut seen = HashSet::new();
    let of_none = |item: &&PublicItem| item.parent_id().is_none_or(|id| !impls.contains(&id));
    let lines = api.items().filter(of_none).map(line);
    let lines = lines.filter(|line| implements(line) || !line.starts_with("impl"));
    Ok(lines.filter(|line| seen.insert(line.clone())).collect())
}

/// The item's text, with the colon that public-api 0.52 leaves out before the bounds of an
/// associated type (`Item: Clone`).
fn line(item: &PublicItem) -> String {
    item.tokens().map(Token::text).fold(String::new(), |mut line, token| {
        if line.ends_with(char::is_alphanumeric) && token.starts_with(char::is_alphanumeric) {
            line.push_str(": ");
        }
        line + token
    })
}
