//! The floor plan of each crate: a room imports from the floors below it alone, and
//! few files lie in a crate's root.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A crate's rooms from the ground up, and the files that may look up.
struct Plan {
    /// The folder of the crate, from the workspace's root.
    folder: &'static str,
    /// A floor after the other; rooms of one floor don't know each other.
    floors: &'static [&'static str],
    /// Files that import from above, each for a reason.
    exempt: &'static [&'static str],
}

const PLANS: &[Plan] = &[Plan {
    folder: "codec-core",
    floors: &[
        "error", "raw", "io", "record", "format", "read", "write", "value", "form", "field",
        "impls", "wire", "message", "push", "stream", "trace", "serde",
    ],
    // The calls that users make on a format name all that they take and return.
    exempt: &["format/calls.rs"],
}];

/// The most files in a crate's root.
const ROOT: usize = 8;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a source names by `crate::room`, outside comments.
fn imports(source: &str) -> Vec<String> {
    let code = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(|line| {
        line.match_indices("crate::").filter_map(move |(at, found)| {
            let before = line[..at].chars().next_back();
            let path = &line[at + found.len()..];
            assert!(!path.starts_with('{'), "one import a room: `{line}`");
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
            (!before.is_some_and(|c| c.is_alphanumeric() || c == '_')).then(|| path[..end].into())
        })
    })
    .collect()
}

/// What a file of the room `room` imports from the floors above.
fn upward(floors: &[&str], room: &str, source: &str) -> Vec<String> {
    let floor = |name: &str| floors.iter().position(|floor| *floor == name);
    let own = floor(room).unwrap_or_else(|| panic!("`{room}` is on no floor"));
    imports(source)
        .into_iter()
        .filter(|import| floor(import).is_some_and(|floor| floor > own))
        .collect()
}

fn source_of(plan: &Plan) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(plan.folder).join("src")
}

#[test]
fn no_room_imports_from_a_floor_above() {
    for plan in PLANS {
        let (source, mut files) = (source_of(plan), Vec::new());
        sources(&source, &mut files);
        assert!(files.len() > plan.floors.len(), "{}", plan.folder);
        for file in files {
            let path = file.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
            let room = path.split('/').next().unwrap().trim_end_matches(".rs");
            let tests = path.ends_with("tests.rs") || path.ends_with("models.rs");
            if room == "lib" || tests || plan.exempt.contains(&path.as_str()) {
                continue;
            }
            let up = upward(plan.floors, room, &fs::read_to_string(&file).unwrap());
            assert!(up.is_empty(), "{}: `{path}` imports from above: {up:?}", plan.folder);
        }
    }
}

#[test]
fn few_files_lie_in_a_root() {
    for plan in PLANS {
        let entries = fs::read_dir(source_of(plan)).unwrap();
        let files = entries.filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
        assert!(files <= ROOT, "{}: {files} files in the root", plan.folder);
    }
}

#[test]
fn finds_an_import_that_runs_up() {
    let source = "use crate::wire::U24;\n// use crate::serde::X;\nlet x = crate::io::cursor::y();";
    assert_eq!(imports(source), ["wire", "io"]);
    let floors = ["io", "value", "wire"];
    assert_eq!(upward(&floors, "value", source), ["wire"]);
    assert!(upward(&floors, "wire", source).is_empty());
    assert!(imports("my_crate::wire; $crate::io::z").contains(&"io".into()));
}
