//! The floor plan of each crate: a room imports from the floors below it alone, and
//! few files lie in a crate's root.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A crate's rooms from the ground up, and the files that may look up.
struct Plan {
    /// The folder of the crate, from the workspace's root.
    folder: &'static str,
    /// One floor after the other; rooms of one floor don't import each other.
    floors: &'static [&'static str],
    /// Files that import from above, each for a reason.
    exempt: &'static [&'static str],
}

const PLANS: &[Plan] = &[
    Plan {
        folder: "codec-core",
        floors: &[
            "error", "raw", "io", "record", "format", "read", "write", "value", "form", "field",
            "push", "impls", "wire", "message", "schema", "stream", "trace", "serde", "private",
        ],
        // The calls that users make on a format name all that they take and return.
        exempt: &["format/calls.rs"],
    },
    Plan {
        folder: "codec-pool",
        floors: &["memory", "pool", "budget", "frame", "read", "write", "connection", "tokio"],
        exempt: &[],
    },
    Plan {
        folder: "codec-schema",
        floors: &[
            "model",
            "text",
            "fingerprint",
            "compare",
            "lock",
            "value",
            "plan",
            "kaitai",
            "page",
            "wireshark",
            "capture",
            "show",
            "main",
        ],
        exempt: &[],
    },
    Plan {
        folder: "codec-derive",
        floors: &[
            "diagnostics",
            "mentions",
            "attr",
            "model",
            "tags",
            "check",
            "expand",
            "page",
            "expansion",
        ],
        exempt: &[],
    },
];

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

/// The rooms that a source names by `crate::room` or `crate::{room, ..}`, outside comments.
fn imports(source: &str) -> Vec<String> {
    let code: String = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(|line| [line, "\n"])
        .collect();
    let name = |text: &str| {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = Vec::new();
    for (at, matched) in code.match_indices("crate::") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        match code[at + matched.len()..].strip_prefix('{') {
            None => found.push(name(&code[at + matched.len()..])),
            Some(list) => {
                found.extend(list.split('}').next().unwrap_or_default().split(',').map(name));
            }
        }
    }
    found
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
            let tests =
                ["tests.rs", "models.rs", "snapshots.rs"].iter().any(|end| path.ends_with(end));
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
    let source = "use crate::wire::U24;\n// use crate::serde::X;\nlet x = crate::io::y();";
    assert_eq!(imports(source), ["wire", "io"]);
    let floors = ["io", "value", "wire"];
    assert_eq!(upward(&floors, "value", source), ["wire"]);
    assert!(upward(&floors, "wire", source).is_empty());
    assert_eq!(imports("my_crate::wire; $crate::io::z"), ["io"]);
    assert_eq!(imports("use crate::{read,\n write::writer};"), ["read", "write"]);
}
