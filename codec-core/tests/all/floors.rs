//! The layers of each crate: a module imports only from the layers below it, and few files are in a
//! crate's root.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// A crate's modules from the bottom up, and the files that may import from above.
struct Plan {
    /// The folder of the crate, from the workspace's root.
    folder: &'static str,
    /// The layers, bottom first; modules of one layer don't import each other.
    layers: &'static [&'static str],
    /// Files that import from above, each for a reason.
    exempt: &'static [&'static str],
}

const PLANS: &[Plan] = &[
    Plan {
        folder: "codec-core",
        layers: &[
            "error",
            "raw",
            "io",
            "record",
            "format",
            "read",
            "write",
            "value",
            "form",
            "field",
            "impls",
            "wire",
            "message",
            "push",
            "schema",
            "stream",
            "trace",
            "serde_bridge",
            "private",
        ],
        // The calls that users make on a format name every type that they take and return.
        exempt: &["format/calls.rs"],
    },
    Plan {
        folder: "codec-pool",
        layers: &[
            "memory",
            "pool",
            "budget",
            "accept",
            "frame",
            "read",
            "write",
            "connection",
            "metrics",
            "tokio",
        ],
        exempt: &[],
    },
    Plan {
        folder: "codec-schema",
        layers: &[
            "measure",
            "element",
            "model",
            "text",
            "fingerprint",
            "hello",
            "compare",
            "lock",
            "peers",
            "plan",
            "export",
            "read",
            "value",
            "kaitai",
            "page",
            "wireshark",
            "show",
            "make",
            "main",
        ],
        exempt: &[],
    },
    Plan { folder: "codec-capture", layers: &["capture", "show"], exempt: &[] },
    Plan {
        folder: "codec-records",
        layers: &["error", "source", "layout", "walk", "index", "file", "append"],
        exempt: &[],
    },
    Plan {
        folder: "codec-derive",
        layers: &[
            "diagnostics",
            "gather",
            "input",
            "mentions",
            "attr",
            "model",
            "tags",
            "check",
            "expand",
            "tests",
        ],
        exempt: &[],
    },
];

/// The maximum number of files in a crate's root.
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

/// The modules that a source names by `crate::module` or `crate::{module, ..}`, outside comments.
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

/// Returns what a file of the module `module` imports from the layers above.
fn upward(layers: &[&str], module: &str, source: &str) -> Vec<String> {
    let layer = |name: &str| layers.iter().position(|layer| *layer == name);
    let own = layer(module).unwrap_or_else(|| panic!("`{module}` is in no layer"));
    imports(source)
        .into_iter()
        .filter(|import| layer(import).is_some_and(|layer| layer > own))
        .collect()
}

fn source_of(plan: &Plan) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(plan.folder).join("src")
}

#[test]
fn no_module_imports_from_a_layer_above() {
    for plan in PLANS {
        let (source, mut files) = (source_of(plan), Vec::new());
        sources(&source, &mut files);
        assert!(files.len() > plan.layers.len(), "{}", plan.folder);
        for file in files {
            let path = file.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
            let module = path.split('/').next().unwrap().trim_end_matches(".rs");
            let tests =
                ["tests.rs", "models.rs", "snapshots.rs"].iter().any(|end| path.ends_with(end));
            if ["lib", "guide"].contains(&module) || tests || plan.exempt.contains(&path.as_str()) {
                continue;
            }
            let up = upward(plan.layers, module, &fs::read_to_string(&file).unwrap());
            assert!(up.is_empty(), "{}: `{path}` imports from above: {up:?}", plan.folder);
        }
    }
}

#[test]
fn few_files_are_in_a_root() {
    for plan in PLANS {
        let entries = fs::read_dir(source_of(plan)).unwrap();
        let files = entries.filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
        assert!(files <= ROOT, "{}: {files} files in the root", plan.folder);
    }
}

#[test]
fn finds_an_import_that_runs_up() {
    let source = "use crate::wire::U24;\n// use crate::serde_bridge::X;\nlet x = crate::io::y();";
    assert_eq!(imports(source), ["wire", "io"]);
    let layers = ["io", "value", "wire"];
    assert_eq!(upward(&layers, "value", source), ["wire"]);
    assert!(upward(&layers, "wire", source).is_empty());
    assert_eq!(imports("my_crate::wire; $crate::io::z"), ["io"]);
    assert_eq!(imports("use crate::{read,\n write::writer};"), ["read", "write"]);
}
