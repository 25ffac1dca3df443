//! The numbers of errors and lines that the compiler prints for each program in
//! `tests/ui/mistakes`; the test of diagnostics holds their text.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Each program, its errors and its lines, as a table.
fn counted() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/mistakes");
    let mut rows = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "stderr") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let errors = text.lines().filter(|line| line.starts_with("error")).count();
            rows.push((name, errors, text.lines().count()));
        }
    }
    rows.sort();
    let mut table = String::from("mistake\terrors\tlines\n");
    for (name, errors, lines) in rows {
        writeln!(table, "{name}\t{errors}\t{lines}").unwrap();
    }
    table
}

/// Fails when a number rises, and when one falls, until `TRYBUILD=overwrite` records it.
#[test]
fn a_mistake_has_as_many_errors_and_lines_as_it_had() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/mistakes/counts.tsv");
    let (found, known) = (counted(), fs::read_to_string(&path).unwrap_or_default());
    let counts = |row: &str| -> Option<(String, [usize; 2])> {
        let mut cells = row.split('\t');
        let (name, errors, lines) = (cells.next()?, cells.next()?, cells.next()?);
        Some((name.to_owned(), [errors.parse().ok()?, lines.parse().ok()?]))
    };
    let known_counts: HashMap<_, _> = known.lines().filter_map(counts).collect();
    let rose = found.lines().filter_map(counts).filter(|(name, found)| {
        known_counts.get(name).is_some_and(|known| found[0] > known[0] || found[1] > known[1])
    });
    let rose: Vec<_> = rose.collect();
    assert!(rose.is_empty(), "more errors or lines than before: {rose:?}");
    if std::env::var("TRYBUILD").is_ok_and(|mode| mode == "overwrite") {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(found, known, "the table differs: `TRYBUILD=overwrite` writes it");
    }
}

/// A proposal that changes a derive shows its line as it would be; what goes before it is a line more.
#[test]
fn the_compiler_proposes_no_change_of_a_derive() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let (mut derives, mut changed) = (0, Vec::new());
    for theme in fs::read_dir(folder).unwrap() {
        for entry in fs::read_dir(theme.unwrap().path()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "stderr") {
                continue;
            }
            let source = fs::read_to_string(path.with_extension("rs")).unwrap();
            for line in fs::read_to_string(&path).unwrap().lines() {
                let Some((before, after)) = line.split_once("#[derive(") else { continue };
                // Lines of other files have no number.
                let Some((number, mark)) = before.trim().split_once(' ') else { continue };
                let kept = mark == "|" && source.contains(&format!("#[derive({after}"));
                derives += usize::from(kept);
                if mark != "+" && !kept && number.parse::<u32>().is_ok() {
                    changed.push(format!("{}: {line}", path.display()));
                }
            }
        }
    }
    assert!(derives > 50, "{derives}");
    assert!(changed.is_empty(), "{changed:#?}");
}
