//! `docs/wire-formats.md` and the tests name the same clauses.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers after each `mark`.
fn numbers(text: &str, mark: &str) -> Vec<u32> {
    let number = |part: &str| part.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    text.split(mark).skip(1).filter_map(number).collect()
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of tests") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn every_clause_is_cited_and_every_citation_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/wire-formats.md")).expect("the page");
    let mut clauses = numbers(&page, "**WF-");
    clauses.sort_unstable();
    let in_turn: Vec<u32> = (1..=u32::try_from(clauses.len()).unwrap()).collect();
    assert_eq!(clauses, in_turn, "clauses are numbered without gaps");

    let mut files = Vec::new();
    sources(&root.join("tests"), &mut files);
    let mut cited = BTreeSet::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("a test");
        for line in source.lines().filter(|line| line.trim_start().starts_with("// WF-")) {
            for clause in numbers(line, "WF-") {
                assert!(in_turn.contains(&clause), "{} cites WF-{clause}", file.display());
                cited.insert(clause);
            }
        }
    }
    let uncited: Vec<_> = in_turn.iter().filter(|clause| !cited.contains(clause)).collect();
    assert!(uncited.is_empty(), "no test cites {uncited:?}");
}

#[test]
fn the_tests_that_a_page_names_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/verification.md")).expect("the page");
    let section = page.split("## What has broken such code before").nth(1).expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut tests = String::new();
    for folder in [
        "codec-core/tests",
        "codec-core/src",
        "codec-derive/tests",
        "codec-pool/tests",
        "protocols/stratum/tests",
    ] {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for file in files {
            tests += &fs::read_to_string(file).expect("a test");
        }
    }
    let mut count = 0;
    for row in rows {
        let names = row.split('|').nth(2).unwrap_or_default().split('`').skip(1).step_by(2);
        for name in names {
            assert!(tests.contains(&format!("fn {name}(")), "no test is called {name}");
            count += 1;
        }
    }
    assert!(count > 50, "the table is there");
}
