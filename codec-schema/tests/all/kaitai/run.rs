//! Runs Kaitai's compiler, and the generated readers.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::cases::Case;

/// The location of the compiler and its readers' libraries, by `CODEC_KAITAI`.
///
/// # Panics
/// If the variable is not set, or the compiler is not there.
fn tools() -> PathBuf {
    let tools = std::env::var_os("CODEC_KAITAI").map(PathBuf::from);
    let tools = tools.expect("tools/check/kaitai.sh sets CODEC_KAITAI");
    for part in
        ["node_modules/kaitai-struct-compiler", "node_modules/kaitai-struct", "venv/bin/python"]
    {
        let part = tools.join(part);
        assert!(part.exists(), "CODEC_KAITAI: {} is missing", part.display());
    }
    tools
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}\n{}{text}",
        String::from_utf8_lossy(&output.stdout)
    );
}

fn scripts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/kaitai")
}

fn node(tools: &Path, script: &str) -> Command {
    let mut command = Command::new("node");
    command.env("NODE_PATH", tools.join("node_modules")).arg(scripts().join(script));
    command
}

/// Kaitai's name of a language, its compiler, and how that only checks files. `{tools}` and
/// `{scripts}` are folders: of the compiler of Kaitai, and of declarations of its libraries.
const LANGUAGES: [(&str, &str, &[&str]); 8] = [
    ("cpp_stl", "g++", &["-std=c++11", "-fsyntax-only", "-I", "{scripts}/runtime"]),
    ("go", "gofmt", &["-e", "-l"]),
    ("java", "javac", &["-proc:none", "-d", "{out}", "-cp", "{tools}/kaitai-struct-runtime.jar"]),
    ("lua", "luac5.4", &["-p"]),
    ("perl", "perl", &["-I", "{scripts}/runtime", "-c"]),
    ("php", "php", &["-l"]),
    ("ruby", "ruby", &["-c"]),
    ("rust", "rustfmt", &["--edition", "2021", "--emit", "stdout"]),
];

/// Compiles the specification to the languages of which there is a compiler, and each reader by that.
pub(crate) fn compile(id: &str, specification: &str) {
    let tools = tools();
    for (language, program, arguments) in LANGUAGES {
        let library = tools.join("kaitai-struct-runtime.jar");
        let is_missing = Command::new(program).arg("--version").output().is_err();
        if is_missing || language == "java" && !library.exists() {
            let what = if is_missing { program } else { "its library" };
            println!("skipped readers in {language}: {what} is not installed");
            continue;
        }
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kaitai").join(language);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("out")).unwrap();
        let file = folder.join(format!("{id}.ksy"));
        std::fs::write(&file, specification).unwrap();
        let sources = folder.join("sources");
        run(node(&tools, "compile.js").arg(&file).arg(&sources).arg(language));
        let files = files(&sources);
        assert!(!files.is_empty(), "{language}");
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| {
                argument
                    .replace("{tools}", &path(&tools))
                    .replace("{scripts}", &path(&scripts()))
                    .replace("{out}", &path(&folder.join("out")))
            })
            .collect();
        // Only in Java, a file needs the others.
        let each = if language == "java" { files.len() } else { 1 };
        for files in files.chunks(each) {
            run(Command::new(program).args(&arguments).args(files));
        }
        println!("ran readers in {language}: {}", files.len());
    }
}

/// All files in a folder, except for headers.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_none_or(|extension| extension != "h") {
            found.push(path);
        }
    }
    found
}

/// Compiles the specification, and reads all cases in both languages.
pub(crate) fn check(id: &str, class: &str, specification: &str, cases: &[Case]) {
    let tools = tools();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kaitai").join(id);
    std::fs::create_dir_all(&folder).unwrap();
    let (file, list) = (folder.join(format!("{id}.ksy")), folder.join("cases.json"));
    std::fs::write(&file, specification).unwrap();
    std::fs::write(&list, serde_json::to_vec(&Case::json(cases)).unwrap()).unwrap();
    run(node(&tools, "compile.js").arg(&file).arg(&folder).args(["python", "javascript"]));
    run(node(&tools, "check.js").arg(&folder).arg(class).arg(&list));
    let mut python = Command::new(tools.join("venv/bin/python"));
    run(python.arg(scripts().join("check.py")).arg(&folder).arg(id).arg(class).arg(&list));
}
