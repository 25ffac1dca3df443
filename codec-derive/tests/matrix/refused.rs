//! Contradictory pairs of attributes: one of the two refuses the pair, in a message that names
//! both. `tests/ui/compiler` has attributes on types that they are not for.

use std::fs;
use std::path::Path;

/// Each line of the attribute table, which is made of the derive's own, that lists what an attribute can't be combined with.
fn contradictions() -> Vec<(String, Vec<String>)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/derive.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| [`"));
    let rows = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let of_fields = rows.filter(|row| row[1] == "field");
    let named = of_fields.map(|row| {
        let name = row[0].trim_start_matches("| [`").split(['`', ' ']).next().unwrap().to_owned();
        let not = row[3].split('`').skip(1).step_by(2).map(str::to_owned).collect();
        (name, not)
    });
    named.collect()
}

/// The attributes of the table that the matrix has no row for, and where they are tested.
const ELSEWHERE: [(&str, &str); 14] = [
    ("borrow", "tests/memory/borrowed.rs"),
    ("default", "attributes/functions.rs"),
    ("with", "attributes/skip_with.rs"),
    ("tag", "attributes/detached.rs"),
    ("magic", "attributes/magic_check.rs"),
    ("if", "option_if"),
    ("span", "attributes/span.rs"),
    ("id", "tests/all/header.rs"),
    ("payload_len", "tests/all/header.rs"),
    ("includes", "tests/all/header.rs"),
    ("flags", "tests/all/header.rs"),
    ("removed", "tests/all/evolution.rs"),
    ("retired", "tests/all/evolution.rs"),
    ("check", "plain"),
];

#[test]
fn every_attribute_has_a_row_or_a_place_elsewhere() {
    let source = include_str!("main.rs");
    for (name, not) in contradictions() {
        let row = source.contains(&format!("row!({name}:")) || name == "as";
        let elsewhere = ELSEWHERE.iter().any(|(known, _)| *known == name);
        assert!(row || elsewhere, "{name}");
        assert!(!not.contains(&name), "{name}");
    }
}
