//! What the docs name exists: clauses cited by tests, tests, files, and link targets.

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
        "programs",
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

/// Every `.md` file of the repository, without build output.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() && !["target", "node_modules", ".git"].contains(&&*name) {
            pages(&path, found);
        } else if name == "README.md"
            || path.extension().is_some_and(|extension| extension == "md")
                && (path.parent().is_some_and(|parent| parent.join(".ci").exists())
                    || path.components().any(|part| part.as_os_str() == "docs"))
        {
            found.push(path);
        }
    }
}

/// The lines of a page outside of its code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The anchor of a heading in a link.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The targets of the links in a line, outside of code.
fn links(line: &str) -> Vec<String> {
    let text: String = line.split('`').step_by(2).collect();
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(target, _)| target.to_owned()).collect()
}

#[test]
fn links_in_the_docs_lead_to_files_and_headings_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    pages(&root, &mut files);
    let (mut dead, mut count) = (Vec::new(), 0);
    for file in &files {
        let page = fs::read_to_string(file).expect("a page");
        for target in prose(&page).flat_map(links) {
            // Links to the web, and those that rustdoc resolves.
            if target.contains("://") || target.contains("::") {
                continue;
            }
            count += 1;
            let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
            let to = match path {
                "" => file.clone(),
                path => file.parent().expect("a folder").join(path),
            };
            let whole = to.exists()
                && (heading.is_empty()
                    || prose(&fs::read_to_string(&to).expect("a page"))
                        .any(|line| line.starts_with('#') && anchor(line) == heading));
            if !whole {
                dead.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(count > 200, "{count} links in {} pages", files.len());
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn files_that_the_docs_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    pages(&root, &mut files);
    let folders =
        ["codec-", "compat/", "docs/", "guide/", "programs/", "protocols/", "testing/", "tools/"];
    // The changelog may name files that no longer exist.
    files.retain(|file| !file.ends_with("CHANGELOG.md"));
    let (mut missing, mut count) = (Vec::new(), 0);
    for file in &files {
        let page = fs::read_to_string(file).expect("a page");
        let code = prose(&page).flat_map(|line| line.split('`').skip(1).step_by(2));
        for path in code.filter(|code| code.contains('/') && !code.contains([' ', '*', '<'])) {
            if folders.iter().any(|folder| path.starts_with(folder)) {
                count += 1;
                if !root.join(path).exists() {
                    missing.push(format!("{}: {path}", file.display()));
                }
            }
        }
    }
    assert!(count > 50, "{count} files are named");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_decision_is_in_the_list_and_the_book_under_its_title() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let list = fs::read_to_string(docs.join("adr/README.md")).expect("the list");
    let book = fs::read_to_string(docs.join("SUMMARY.md")).expect("the order of the book");
    for entry in fs::read_dir(docs.join("adr")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        if name == "README.md" {
            continue;
        }
        let page = fs::read_to_string(&path).expect("a page");
        let heading = page.lines().next().and_then(|line| line.strip_prefix("# ")).expect(name);
        let (number, title) = heading.split_once(' ').expect(name);
        assert!(list.contains(&format!("| [{number}]({name}) | {title} |")), "{name} in the list");
        assert!(book.contains(&format!("[{heading}](adr/{name})")), "{name} in the book");
    }
}
