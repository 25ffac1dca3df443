//! Runs generated files in Python, in node, and compiled by gcc, clang and Go.

use std::path::{Path, PathBuf};
use std::process::Command;

use codec_schema::export::{Export, Language};
use codec_schema::{Encoding, Message, Model, read_lock, write_lock};

use super::cases::{Case, hex};

/// A folder of one test alone: tests run at the same time.
pub(crate) fn folder(language: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export");
    let folder = folder.join(language).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn scripts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/export")
}

pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}\n{}{text}", &shown[..shown.len().min(2000)]);
    shown.into_owned()
}

/// Compares what a program prints for each case with what Rust says.
fn compare(name: &str, cases: &[Case], found: &str) {
    let mut lines = found.lines();
    let mut wrong = Vec::new();
    for case in cases {
        let line = lines.next().unwrap_or("nothing");
        if line != case.wanted {
            let payload = hex(&case.payload);
            wrong.push(format!("{:?} {payload}: {line} for {}", case.id, case.wanted));
        }
    }
    let (count, all) = (wrong.len(), cases.len());
    wrong.truncate(8);
    assert!(count == 0, "{name}: {count} of {all} differ:\n{}", wrong.join("\n"));
    println!("ran {name}: {all} payloads");
}

fn list(folder: &Path, cases: &[Case]) -> PathBuf {
    let path = folder.join("cases.txt");
    let name = |case: &Case| match &case.id {
        None => "frame".to_owned(),
        Some(Message::Number(id)) => id.to_string(),
        Some(Message::Name(name)) => name.clone(),
    };
    let lines = cases.iter().map(|case| format!("{} {}\n", name(case), hex(&case.payload)));
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// A language's runner: its name, the description, the format and the cases.
pub(crate) type Run = fn(&str, &Model, &Encoding, &[Case]);

/// The file, made from the lock alone.
fn written(model: &Model, encoding: &Encoding, language: Language) -> String {
    let model = read_lock(&write_lock(model)).unwrap();
    Export::new(&model, encoding).write(language).unwrap()
}

/// The file in C.
pub(crate) fn header(model: &Model, encoding: &Encoding) -> String {
    written(model, encoding, Language::C)
}

/// Checks all cases in Python.
pub(crate) fn python(name: &str, model: &Model, encoding: &Encoding, cases: &[Case]) {
    let folder = folder("python", name);
    let file = written(model, encoding, Language::Python);
    std::fs::write(folder.join("codec.py"), file).unwrap();
    let mut command = Command::new("python3");
    command.arg(scripts().join("check.py")).arg(&folder).arg(list(&folder, cases));
    compare(&format!("{name} in Python"), cases, &output(&mut command));
}

/// The folder with the compiler of TypeScript.
fn typescript() -> PathBuf {
    let tools = std::env::var_os("CODEC_TYPESCRIPT").map(PathBuf::from);
    tools.expect("tools/check/export.sh sets CODEC_TYPESCRIPT")
}

/// Checks the types of a file in TypeScript.
pub(crate) fn typed(folder: &Path) {
    let mut tsc = Command::new(typescript().join("node_modules/.bin/tsc"));
    tsc.args(["--strict", "--skipLibCheck", "--target", "es2020", "--noEmit"]);
    output(tsc.arg(folder.join("codec.ts")));
}

/// Checks all cases in node, and some files by the compiler of TypeScript, which `CODEC_TYPESCRIPT`
/// finds.
pub(crate) fn node(name: &str, model: &Model, encoding: &Encoding, cases: &[Case]) {
    let folder = folder("node", name);
    let file = written(model, encoding, Language::TypeScript);
    std::fs::write(folder.join("codec.ts"), file).unwrap();
    // The code for types is the same in all formats.
    if !["big_endian", "borsh", "compact", "postcard"].iter().any(|other| name.starts_with(other)) {
        typed(&folder);
    }
    let mut command = Command::new("node");
    command.env("NODE_PATH", typescript().join("node_modules"));
    command.arg(scripts().join("check.js")).arg(&folder).arg(list(&folder, cases));
    compare(&format!("{name} in node"), cases, &output(&mut command));
}

/// Compiles a program in C: by gcc with both sanitizers, by clang, whose libraries may be missing,
/// with the one that needs none.
pub(crate) fn compiled(compiler: &str, folder: &Path, source: &str, more: &[&str]) -> PathBuf {
    let program = folder.join(compiler);
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    command.args(match compiler {
        "gcc" => ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        _ => ["-fsanitize=undefined", "-fsanitize-trap=all"],
    });
    command.args(more).arg("-I").arg(folder).arg(scripts().join(source)).arg("-o").arg(&program);
    output(&mut command);
    program
}

/// Checks all cases in C, compiled by gcc and by clang, with sanitizers.
pub(crate) fn c(name: &str, model: &Model, encoding: &Encoding, cases: &[Case]) {
    let folder = folder("c", name);
    let file = header(model, encoding);
    let names: &[&str] = if file.contains("const char *id;") { &["-DBY_NAME"] } else { &[] };
    std::fs::write(folder.join("codec.h"), file).unwrap();
    let cases_at = list(&folder, cases);
    for compiler in ["gcc", "clang"] {
        let program = compiled(compiler, &folder, "check.c", names);
        let found = output(Command::new(program).arg(&cases_at));
        compare(&format!("{name} in C by {compiler}"), cases, &found);
    }
}

/// Checks what gofmt and `go vet` say of a file in Go, and compiles a program with it.
pub(crate) fn go_program(folder: &Path, file: &str, sources: &[(&str, &str)]) -> PathBuf {
    std::fs::create_dir_all(folder.join("codec")).unwrap();
    std::fs::write(folder.join("codec/codec.go"), file).unwrap();
    std::fs::write(folder.join("go.mod"), "module check\n\ngo 1.18\n").unwrap();
    for (name, source) in sources {
        std::fs::write(folder.join(name), source).unwrap();
    }
    let differs = output(Command::new("gofmt").arg("-d").arg(folder));
    assert!(differs.is_empty(), "{}", &differs[..differs.len().min(4000)]);
    let program = folder.join("check");
    for arguments in [&["vet", "./..."][..], &["build", "-o", "check", "."]] {
        let mut command = Command::new("go");
        command.envs([("GOPROXY", "off"), ("GOFLAGS", "-mod=mod"), ("GOTOOLCHAIN", "local")]);
        output(command.current_dir(folder).args(arguments));
    }
    program
}

/// Checks all cases in Go.
pub(crate) fn go(name: &str, model: &Model, encoding: &Encoding, cases: &[Case]) {
    let folder = folder("go", name);
    let file = written(model, encoding, Language::Go);
    let frames = if file.contains("func DecodeFrame(") {
        include_str!("check_frame.go").to_owned()
    } else {
        let none = include_str!("check_frame.go")
            .replace("codec.DecodeFrame(data)", "*new(codec.MessageID), nil, nil");
        none.replace("codec.EncodeFrame(id, value)", "nil, nil")
    };
    let id = if file.contains("type MessageID = string") {
        "package main\n\n// ID is a message's id.\nfunc ID(name string) string {\n\treturn name\n}\n"
    } else {
        "package main\n\nimport \"strconv\"\n\n// ID is a message's id.\nfunc ID(name string) uint64 \
              {\n\tid, _ := strconv.ParseUint(name, 10, 64)\n\treturn id\n}\n"
    };
    let sources = [("check.go", include_str!("check.go")), ("frame.go", &frames), ("id.go", id)];
    let program = go_program(&folder, &file, &sources);
    let found = output(Command::new(program).arg(list(&folder, cases)));
    compare(&format!("{name} in Go"), cases, &found);
}

/// Checks the golden vectors of a protocol in Python, by its lock.
pub(crate) fn vectors(protocol: &str, encoding: &Encoding) -> String {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../protocols").join(protocol);
    let data = data.join("tests/data");
    let model = read_lock(&std::fs::read_to_string(data.join("protocol.lock")).unwrap()).unwrap();
    let folder = folder("python", &format!("vectors_{protocol}"));
    std::fs::write(folder.join("codec.py"), written(&model, encoding, Language::Python)).unwrap();
    let mut command = Command::new("python3");
    command.arg(scripts().join("vectors.py")).arg(&folder).arg(data.join("golden.json"));
    output(&mut command)
}
