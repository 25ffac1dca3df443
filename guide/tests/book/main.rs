//! The book has each page, no link leads out of it, and each page whose examples can be run is in
//! `src/lib.rs`. Landing pages of crates list each feature.
#![forbid(unsafe_code)]

mod soundness;
mod unsafe_code;

use std::fs;
use std::path::{Path, PathBuf};

/// Pages with code in Rust that is no doc test, and what checks it.
const ELSEWHERE: &[(&str, &str)] = &[
    ("diagnostics", "codec-derive/tests/lib/page.rs"),
    ("migrating/prost", "testing/peers/src/lib.rs"),
    ("migrating/wincode", "testing/peers/src/lib.rs"),
    ("schema", "newcomer.sh"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Markdown files in `folder` without their extension, relative to `docs`, but for the records
/// of decisions, which are no pages of the book.
fn pages_of(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_of(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let path = path.strip_prefix(root().join("docs")).unwrap();
            let page = path.with_extension("").to_str().unwrap().replace('\\', "/");
            if !page.starts_with("adr/0") {
                found.push(page);
            }
        }
    }
}

fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    pages_of(&root().join("docs"), &mut pages);
    pages
}

/// The links of a page outside its blocks of code.
fn links(page: &str) -> Vec<&str> {
    let mut code = false;
    let prose = page.lines().filter(|line| {
        code ^= line.trim_start().starts_with("```");
        !code
    });
    prose
        .flat_map(|line| line.split("](").skip(1))
        .map(|rest| rest.split(')').next().unwrap())
        .collect()
}

#[test]
fn the_book_has_each_page_and_no_link_out_of_it() {
    let (summary, pages) = (read("docs/SUMMARY.md"), pages());
    assert!(pages.len() > 40, "{} pages", pages.len());
    for page in &pages {
        assert!(
            // Figures are behind the page on performance, not in the book.
            ["SUMMARY", "figures"].contains(&page.as_str())
                || summary.contains(&format!("]({page}.md)")),
            "docs/SUMMARY.md lacks {page}.md"
        );
        let depth = page.matches('/').count();
        let text = read(&format!("docs/{page}.md"));
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let up = link.split('/').take_while(|part| *part == "..").count();
            let decision = page != "figures" && link.contains("adr/0");
            assert!(up <= depth && !decision, "docs/{page}.md: {link} leads out of the book");
        }
    }
}

#[test]
fn each_page_with_an_example_is_tested_here() {
    let (here, mut count) = (read("guide/src/lib.rs"), 0);
    for page in pages() {
        if !read(&format!("docs/{page}.md")).contains("\n```rust") {
            continue;
        }
        count += 1;
        let tested = here.contains(&format!("\"docs/{page}.md\";"));
        let elsewhere = ELSEWHERE.iter().any(|(name, _)| page == *name);
        assert!(tested != elsewhere, "docs/{page}.md: here {tested}, elsewhere {elsewhere}");
    }
    assert!(count > 20, "{count} pages");
}

/// The keys of `[features]` in a manifest.
fn features(manifest: &str) -> Vec<&str> {
    let section = manifest.split("\n[features]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let keys = section.lines().filter_map(|line| line.split_once(" = [").map(|(key, _)| key));
    keys.filter(|key| *key != "default").collect()
}

#[test]
fn landing_pages_have_each_feature_in_their_table() {
    let crates = ["codec-core", "codec-embedded", "codec-noise", "codec-pool", "codec-schema"];
    let mut count = 0;
    for folder in crates.into_iter().chain(["compat/bincode", "protocols/stratum"]) {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let page = read(&format!("{folder}/src/lib.rs"));
        for feature in features(&manifest) {
            let rows = page.lines().filter_map(|line| line.strip_prefix("//! | "));
            let mut names = rows.filter_map(|row| row.split(" | ").next());
            let name = format!("`{feature}`");
            assert!(names.any(|names| names.contains(&name)), "{folder}: {feature}");
            count += 1;
        }
    }
    assert!(count > 30, "{count} features");
}
