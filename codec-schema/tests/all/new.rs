//! `codec-schema new`: what it writes is what its types are, and what it refuses it leaves alone.
//! `tools/check/newcomer.sh` builds a package of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use codec_schema::value::check_protocol;
use codec_schema::{assert_golden, assert_locked};

#[path = "../../src/make/new/package/lib.rs"]
#[expect(unreachable_pub, reason = "a crate of a user")]
mod package;

fn run(arguments: &[&str]) -> (String, String, i32) {
    let program = env!("CARGO_BIN_EXE_codec-schema");
    let Output { stdout, stderr, status } = Command::new(program).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

/// A new folder for this test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// `CODEC_LOCK=bless` writes the package's lock and vectors anew.
#[test]
fn lock_and_vectors_are_those_of_the_types() {
    assert_locked!("src/make/new/package/protocol.lock", protocol package::Wire);
    assert_golden!("src/make/new/package/vectors.json", protocol package::Wire);
    let valid = check_protocol::<package::Wire>().unwrap();
    assert!(valid.iter().all(|(_, count)| *count > 0), "{valid:?}");
}

#[test]
fn the_commands_that_it_names_run_on_what_it_writes() {
    let path = folder("new_commands").join("two parts/gate-way");
    let (said, errors, status) = run(&["new", path.join(".").to_str().unwrap()]);
    assert_eq!((&*errors, status), ("", 0));
    assert!(said.contains(&format!("\ncd '{}/.'\n", path.display())), "{said}");
    let mut ran = 0;
    for line in said.lines().filter_map(|line| line.strip_prefix("codec-schema ")) {
        let line = line.split(" > ").next().unwrap();
        if line.starts_with("diff") {
            fs::copy(path.join("wire/protocol.lock"), path.join("old.lock")).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-schema"));
        let output = command.args(line.split(' ')).current_dir(&path).output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{line}");
        ran += 1;
    }
    assert_eq!(ran, 4);
    for language in ["ts", "python", "go", "c"] {
        let lock = path.join("wire/protocol.lock");
        let (text, errors, status) =
            run(&["export", language, lock.to_str().unwrap(), "--format", "Postcard"]);
        assert_eq!((&*errors, status), ("", 0));
        assert!(text.contains("Values of a sensor."));
    }
    let test = fs::read_to_string(path.join("tests/wire.rs")).unwrap();
    assert!(test.contains("\nuse gate_way::{Reading, State, Wire};\n"));
    let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"gate-way\"\n"));
    let git = "{ git = \"https://github.com/codec-rs/codec\", ";
    assert_eq!(manifest.matches(git).count(), 2, "{manifest}");
}

#[test]
fn crates_come_from_another_repository_or_a_checkout() {
    let folder = folder("new_crates");
    let path = folder.join("one");
    let path = path.to_str().unwrap();
    assert_eq!(run(&["new", path, "--git", "https://a.b/\"c\\"]).2, 0);
    let manifest = fs::read_to_string(folder.join("one/Cargo.toml")).unwrap();
    assert!(manifest.contains(r#"{ git = "https://a.b/\"c\\", features"#), "{manifest}");
    let (_, errors, status) = run(&["new", "--path", folder.to_str().unwrap(), "x"]);
    assert!(errors.contains("there is no codec-core/Cargo.toml: it is no checkout"), "{errors}");
    assert_eq!(status, 2);
}

#[test]
fn a_workspace_above_is_named() {
    let folder = folder("new_workspace");
    fs::write(folder.join("Cargo.toml"), "[workspace]\nmembers = []\n").unwrap();
    let (said, _, status) = run(&["new", folder.join("a/b").to_str().unwrap()]);
    assert_eq!(status, 0);
    let manifest = fs::canonicalize(folder.join("Cargo.toml")).unwrap();
    let wanted = format!("{} is a workspace: add b to its members.\n", manifest.display());
    assert!(said.contains(&wanted), "{said}");
}

#[test]
fn names_that_no_package_has_are_refused_with_the_reason() {
    let folder = folder("new_names");
    for (name, reason) in [
        ("2nd", "it begins with neither a letter nor _"),
        ("-dash", "-dash is no option of new"),
        ("a b", "it has ' '"),
        ("é", "it has 'é'"),
        ("a\u{1b}", "it has '\\u{1b}'"),
        ("__", "it has no letter"),
        ("match", "it is a keyword of Rust"),
        ("Self", "it is a keyword of Rust"),
        ("NUL", "no file may have it on Windows"),
        ("std", "a crate that it needs has this name"),
        ("codec_core", "a crate that it needs has this name"),
        ("codec-schema", "a crate that it needs has this name"),
        ("", "\"\" does not end with the name of a package"),
        ("..", "\"..\" does not end with the name of a package"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codec-schema"));
        let output = command.args(["new", name]).current_dir(&folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(reason), "{name}: {errors}");
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)), "{name}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_path_that_is_there_or_cannot_be_is_left_alone() {
    let folder = folder("new_paths");
    let (there, file) = (folder.join("there"), folder.join("file"));
    fs::create_dir(&there).unwrap();
    fs::write(&file, "text").unwrap();
    for path in [&there, &file] {
        let (_, errors, status) = run(&["new", path.to_str().unwrap()]);
        let wanted = format!("{} is there already, and is left as it is\n", path.display());
        assert_eq!((errors, status), (wanted, 2));
    }
    let below = file.join("below");
    let (_, errors, status) = run(&["new", below.to_str().unwrap()]);
    assert_eq!((errors, status), (format!("{} is no folder\n", file.display()), 2));
    assert_eq!(fs::read_dir(&there).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    let long = "a".repeat(300);
    let (_, errors, status) = run(&["new", folder.join(&long).to_str().unwrap()]);
    assert!(errors.contains(&format!("{long}: ")) && status == 2, "{errors}");
}
