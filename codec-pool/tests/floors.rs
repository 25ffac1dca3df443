//! The rooms of this crate stand on floors: each uses those below it alone.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, the lowest first.
const FLOORS: [&str; 7] = ["memory", "pool", "frame", "read", "write", "connection", "tokio"];

/// Files in the root, `lib.rs` among them.
const MOST_IN_ROOT: usize = 8;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files under a folder, those of tests left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the crate");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in ASCII");
        if path.is_dir() {
            found.extend(files(&path));
        } else if !name.ends_with("_tests") && !name.ends_with("_models") {
            found.push(path);
        }
    }
    found
}

/// What stands after each `crate::` of the code, comments left out.
fn imports(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a source file");
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("crate::").skip(1));
    names
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| *floor == room)
}

#[test]
fn no_import_runs_up_the_floors() {
    let mut seen = 0;
    for (level, room) in FLOORS.iter().enumerate() {
        for file in files(&source().join(room)) {
            for import in imports(&file) {
                seen += 1;
                // What is no room is the root, which stands above all of them.
                let below = floor(&import).is_some_and(|floor| floor <= level);
                assert!(below, "{} uses `crate::{import}`", file.display());
            }
        }
    }
    assert!(seen > 50, "only {seen} imports were found");
}

#[test]
fn every_folder_has_its_floor_and_the_root_few_files() {
    let mut in_root = 0;
    for entry in fs::read_dir(source()).expect("the sources") {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in ASCII");
        if path.is_dir() {
            assert!(floor(name).is_some(), "`{name}` has no floor");
        } else {
            in_root += 1;
        }
    }
    assert!(in_root <= MOST_IN_ROOT, "{in_root} files in the root");
}

#[test]
fn unsafe_code_is_in_one_room() {
    for room in &FLOORS[1..] {
        for file in files(&source().join(room)) {
            let text = fs::read_to_string(&file).expect("a source file");
            assert!(text.contains("#![forbid(unsafe_code)]"), "{}", file.display());
        }
    }
}
