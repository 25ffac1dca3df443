//! `codec-schema new`: a package for a protocol, with its lock, its vectors and its tests.

mod name;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use codec_capture::show::Printable;

use name::{library, refused};

pub(crate) const USAGE: &str = "\
codec-schema new PATH [--git URL | --path FOLDER]

Writes a package for a protocol into the new folder PATH, whose last part is the package's name:
Cargo.toml, two messages and their header in src/lib.rs, tests/wire.rs, and their lock and golden
vectors in wire, for show, export, vectors and diff.

--git URL       the repository that Cargo takes the crates from; without an option,
                https://github.com/codec-rs/codec
--path FOLDER   a checkout of it, to take them from there

Exit statuses: 0, done; 2, PATH is not a package's name, exists already or can't be written.
";

const REPOSITORY: &str = "https://github.com/codec-rs/codec";

/// The files of a package but its manifest. The first two name the library `package`.
const FILES: [(&str, &str); 5] = [
    ("src/lib.rs", include_str!("package/lib.rs")),
    ("tests/wire.rs", include_str!("package/wire.rs")),
    ("wire/protocol.lock", include_str!("package/protocol.lock")),
    ("wire/vectors.json", include_str!("package/vectors.json")),
    (".gitignore", "/target\n"),
];

/// The source of the crates that the package depends on.
enum Crates<'a> {
    Git(&'a str),
    /// The folder of the repository.
    Folder(PathBuf),
}

impl Crates<'_> {
    /// The value of a dependency, but its last brace.
    fn dependency(&self, name: &str) -> Result<String, String> {
        match self {
            Self::Git(url) => Ok(format!("{{ git = {}", string(url))),
            Self::Folder(folder) => {
                let path = folder.join(name);
                let path = path.to_str().ok_or_else(|| {
                    format!("{} is not UTF-8, as Cargo's paths are", path.display())
                })?;
                Ok(format!("{{ path = {}", string(path)))
            }
        }
    }
}

/// A string of TOML.
fn string(text: &str) -> String {
    let escaped = text.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            // Writing to a string does not fail.
            _ if letter.is_control() => drop(write!(out, "\\u{:04X}", u32::from(letter))),
            _ => out.push(letter),
        }
        out
    });
    format!("\"{escaped}\"")
}

/// The folder of a checkout, as an absolute path.
fn checkout(given: &str) -> Result<PathBuf, String> {
    let folder = fs::canonicalize(given).map_err(|error| format!("--path {given}: {error}"))?;
    for name in ["codec-core", "codec-schema"] {
        if !folder.join(name).join("Cargo.toml").is_file() {
            return Err(format!(
                "--path {given}: there is no {name}/Cargo.toml: it is no checkout"
            ));
        }
    }
    Ok(folder)
}

fn manifest(name: &str, crates: &Crates<'_>) -> Result<String, String> {
    let (core, schema) = (crates.dependency("codec-core")?, crates.dependency("codec-schema")?);
    Ok(format!(
        "[package]
name = \"{name}\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
codec-core = {core}, features = [\"schema\"] }}

[dev-dependencies]
codec-schema = {schema}, default-features = false, features = [\"std\"] }}
"
    ))
}

/// Writes the files into a folder that is there and empty.
fn fill(folder: &Path, name: &str, manifest: &str) -> Result<(), String> {
    let library = format!("use {}::", library(name));
    let files = [("Cargo.toml", manifest)].into_iter().chain(FILES);
    for (file, text) in files {
        let path = folder.join(file);
        let parents = path.parent().map_or(Ok(()), fs::create_dir_all);
        parents
            .and_then(|()| fs::write(&path, text.replace("use package::", &library)))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// The workspace that Cargo would look for the package in: the nearest one above it.
fn workspace_of(folder: &Path) -> io::Result<Option<PathBuf>> {
    let folder = fs::canonicalize(folder)?;
    let manifests = folder.ancestors().skip(1).map(|above| above.join("Cargo.toml"));
    let is_workspace = |text: &str| {
        text.lines().any(|line| line.trim() == "[workspace]" || line.starts_with("[workspace."))
    };
    let mut found =
        manifests.filter(|path| fs::read_to_string(path).is_ok_and(|text| is_workspace(&text)));
    Ok(found.next())
}

/// An argument of a shell.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    if text.chars().all(is_plain) && !text.starts_with('-') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The commands that come next.
fn told(path: &str, name: &str, workspace: Option<&Path>) -> String {
    let names: Vec<_> = FILES[..4].iter().map(|(file, _)| *file).collect();
    let member = workspace.map_or_else(String::new, |manifest| {
        format!("{} is a workspace: add {name} to its members.\n", manifest.display())
    });
    let (folder, module) = (quoted(path), library(name));
    format!(
        "{path} has Cargo.toml, {files}.
{member}
cd {folder}
cargo test                        # the types have the bytes of the lock and of the vectors
codec-schema show wire/protocol.lock --format Postcard 01000600000001046e6f6465
codec-schema export python wire/protocol.lock --format Postcard > {module}.py
codec-schema vectors wire/protocol.lock --format Postcard

After a change of src/lib.rs that is meant:
cp wire/protocol.lock old.lock
CODEC_LOCK=bless cargo test
codec-schema diff old.lock wire/protocol.lock
",
        files = names.join(", "),
    )
}

/// Runs the command, and returns what is printed.
pub(crate) fn run(given: &[&str]) -> Result<String, String> {
    let (path, crates) = match given {
        [path] => (*path, Crates::Git(REPOSITORY)),
        [path, "--git", url] | ["--git", url, path] => (*path, Crates::Git(url)),
        [path, "--path", folder] | ["--path", folder, path] => {
            (*path, Crates::Folder(checkout(folder)?))
        }
        _ => return Err("new needs a path, and at most one of --git URL and --path FOLDER; see `codec-schema new --help`".to_owned()),
    };
    if path.starts_with('-') {
        return Err(format!("{path} is no option of new; see `codec-schema new --help`"));
    }
    let folder = Path::new(path);
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| format!("{path:?} does not end with the name of a package"))?;
    if let Some(reason) = refused(name) {
        return Err(format!("{name:?} is no name for the package: {reason}"));
    }
    // `a/.` is `a`.
    let folder = &*folder.with_file_name(name);
    let manifest = manifest(name, &crates)?;
    let wrong = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => format!("{path} is there already, and is left as it is"),
        _ => format!("{path}: {error}"),
    };
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        let made = fs::create_dir_all(above);
        made.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => format!("{} is no folder", above.display()),
            _ => format!("{}: {error}", above.display()),
        })?;
    }
    fs::create_dir(folder).map_err(wrong)?;
    fill(folder, name, &manifest).inspect_err(|_| {
        // The folder is ours: left behind, it would make the same command fail.
        let _ = fs::remove_dir_all(folder);
    })?;
    let workspace = workspace_of(folder).map_err(wrong)?;
    Ok(Printable(told(path, name, workspace.as_deref())).to_string())
}
