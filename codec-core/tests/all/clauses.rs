//! Checks that what the docs name exists: clauses cited by tests, tests, files, and link targets.

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
    sources(&root.join("../testing/peers/tests"), &mut files);
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

/// The rows of a file of the docs, without its heading, each in so many parts.
fn table<const COLUMNS: usize>(file: &str) -> Vec<[String; COLUMNS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
    let text = fs::read_to_string(path).expect("a table");
    let row = |line: &str| {
        let parts: Vec<String> = line.split('\t').map(str::to_owned).collect();
        parts.try_into().unwrap_or_else(|_| panic!("{file}: {line:?} has not {COLUMNS} parts"))
    };
    text.lines().skip(1).map(row).collect()
}

/// The name of the function, or of the shape of a type for which a macro makes a test.
fn name(line: &str) -> Option<&str> {
    let function = line.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
    function.or_else(|| line.trim_start().split_once(": ")).map(|(name, _)| name)
}

#[test]
fn the_tests_that_find_a_fault_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in fs::read_dir(&root).expect("the workspace") {
        let folder = folder.expect("a folder").path();
        if folder.is_dir() && !folder.ends_with("target") {
            sources(&folder, &mut files);
        }
    }
    let tests: String =
        files.iter().map(|file| fs::read_to_string(file).expect("a test")).collect();
    let known: BTreeSet<&str> = tests.lines().filter_map(name).collect();
    let mut count = 0;
    for [_, fault, names] in table("faults.tsv") {
        for name in names.split(", ") {
            assert!(known.contains(name), "{fault}: no test is called {name}");
            count += 1;
        }
    }
    assert!(count > 150, "the table is there");
    let musts = fs::read_to_string(root.join("docs/stratum-musts.md")).expect("the page");
    let held = musts.lines().filter_map(|line| line.strip_prefix('|')?.splitn(3, '|').nth(2));
    let names = held.flat_map(|held| held.split('`').skip(1).step_by(2));
    let names: Vec<_> = names.filter(|name| name.matches('_').count() > 2).collect();
    for name in &names {
        assert!(known.contains(name), "no test is called {name}");
    }
    assert!(names.len() > 40, "the page is there");
    for (page, least) in [("SECURITY.md", 20), ("docs/threats.md", 25)] {
        let text = fs::read_to_string(root.join(page)).expect("the page");
        let rows = text.lines().filter(|line| line.starts_with(['|', '*']) || line.contains("(`"));
        let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
        let names: Vec<_> = names.filter(|name| name.matches('_').count() > 1).collect();
        for name in &names {
            assert!(
                known.contains(name) || name.starts_with("__"),
                "{page}: no test is called {name}"
            );
        }
        assert!(names.len() > least, "{page}: {} tests", names.len());
    }
}

#[test]
fn a_run_has_its_date_command_and_result() {
    let runs = table("runs.tsv");
    let list = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/checks.tsv"));
    let list = list.expect("the checks");
    let by_hand: Vec<_> = list.lines().filter_map(|line| line.strip_prefix("by hand\t")).collect();
    for [date, commit, command, result, seconds, check] in &runs {
        let dated = date.len() == 10 && date.starts_with("20");
        let known = commit == "-" || commit.len() >= 7;
        let timed = seconds.is_empty() || seconds.parse::<u64>().is_ok();
        assert!(dated && known && timed && !command.is_empty() && !result.is_empty(), "{command}");
        assert!(
            check.is_empty() || by_hand.contains(&&**check),
            "{command}: {check:?} is no check"
        );
    }
    assert!(runs.len() > 30, "the table is there");
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

/// The folder of the records, whose list is a page of the book, and they are not.
const DECISIONS: &str = "https://github.com/codec-rs/codec/blob/main/docs/adr/";

#[test]
fn every_decision_is_in_the_list_under_its_title() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let list = fs::read_to_string(docs.join("adr/README.md")).expect("the list");
    for entry in fs::read_dir(docs.join("adr")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        if name == "README.md" {
            continue;
        }
        let page = fs::read_to_string(&path).expect("a page");
        let heading = page.lines().next().and_then(|line| line.strip_prefix("# ")).expect(name);
        let (number, title) = heading.split_once(' ').expect(name);
        let row = format!("| [{number}]({DECISIONS}{name}) | {title} |");
        assert!(list.contains(&row), "{name} in the list");
    }
}
