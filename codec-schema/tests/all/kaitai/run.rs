//! Runs Kaitai's compiler, and the generated readers.

use std::path::PathBuf;
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

/// Compiles the specification, and reads all cases in both languages.
pub(crate) fn check(id: &str, class: &str, specification: &str, cases: &[Case]) {
    let tools = tools();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kaitai").join(id);
    std::fs::create_dir_all(&folder).unwrap();
    let (file, list) = (folder.join(format!("{id}.ksy")), folder.join("cases.json"));
    std::fs::write(&file, specification).unwrap();
    std::fs::write(&list, serde_json::to_vec(&Case::json(cases)).unwrap()).unwrap();
    let scripts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/kaitai");
    let node = |script: &str| {
        let mut command = Command::new("node");
        command.env("NODE_PATH", tools.join("node_modules")).arg(scripts.join(script));
        command
    };
    run(node("compile.js").arg(&file).arg(&folder));
    run(node("check.js").arg(&folder).arg(class).arg(&list));
    let mut python = Command::new(tools.join("venv/bin/python"));
    run(python.arg(scripts.join("check.py")).arg(&folder).arg(id).arg(class).arg(&list));
}
