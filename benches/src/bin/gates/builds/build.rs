//! Builds the crates and measures the time.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::candidates::Candidate;
use super::sources::Case;

/// Processor time of a compiler that is stopped, and counted as this long.
pub(crate) const LIMIT: Duration = Duration::from_mins(2);

/// The cargo command to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Check,
    Debug,
    Release,
}

/// A crate of one candidate for one case.
pub(crate) struct Built {
    folder: PathBuf,
    name: String,
    program: bool,
}

impl Built {
    /// Writes the crate's files.
    pub(crate) fn write(base: &Path, candidate: &Candidate, case: &Case) -> Result<Self, String> {
        Self::written(base, candidate, case).map_err(|error| error.to_string())
    }

    fn written(base: &Path, candidate: &Candidate, case: &Case) -> std::io::Result<Self> {
        let slug = |text: &str| text.replace(|char: char| !char.is_ascii_alphanumeric(), "");
        let name = format!("c-{}-{}", slug(candidate.name), slug(case.name));
        let folder = base.join(&name);
        std::fs::create_dir_all(folder.join("src"))?;
        let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codec-core");
        let dependencies = candidate.dependencies.replace("CORE", &core.display().to_string());
        let target = if case.program {
            format!("[[bin]]\nname = \"{name}\"\npath = \"src/code.rs\"\n")
        } else {
            "[lib]\npath = \"src/code.rs\"\n".to_owned()
        };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             {target}\n[workspace]\n\n[dependencies]\n{dependencies}\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        std::fs::write(folder.join("src/code.rs"), (case.source)(candidate))?;
        Ok(Self { folder, name, program: case.program })
    }

    fn target(&self) -> PathBuf {
        self.folder.with_file_name("build")
    }

    /// Builds the crate again and returns the processor time.
    pub(crate) fn build(&self, goal: Goal) -> Result<Duration, String> {
        let source = self.folder.join("src/code.rs");
        let text = std::fs::read(&source).map_err(|error| error.to_string())?;
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        // The limit holds for each process; `times` reports the time of all that the shell started.
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("ulimit -S -t $1; shift; \"$@\"; status=$?; times; exit $status");
        shell.arg("sh").arg(LIMIT.as_secs().to_string()).arg(env!("CARGO"));
        shell.args(match goal {
            Goal::Check => &["check", "--quiet"][..],
            Goal::Debug => &["build", "--quiet"],
            Goal::Release => &["build", "--quiet", "--release"],
        });
        shell.current_dir(&self.folder).stdin(Stdio::null());
        shell.env("CARGO_TARGET_DIR", self.target()).env("CARGO_INCREMENTAL", "0");
        let output = shell.output().map_err(|error| format!("no shell runs: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            // SIGXCPU.
            if text.contains("(signal: 24") {
                return Ok(LIMIT);
            }
            return Err(text.lines().take(20).collect::<Vec<_>>().join("\n"));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let used = text.lines().nth(1).and_then(|of_children| {
            of_children.split_whitespace().map(minutes).sum::<Option<f64>>()
        });
        used.map(Duration::from_secs_f64).ok_or_else(|| format!("`times` says {text:?}"))
    }

    /// Builds the crate and its dependencies from nothing and returns the processor time.
    pub(crate) fn build_anew(&self, goal: Goal) -> Result<Duration, String> {
        match std::fs::remove_dir_all(self.target()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
            _ => self.build(goal),
        }
    }

    /// The bytes of machine code in the release build's program, by `size`; 0 for a library.
    pub(crate) fn text(&self) -> Result<u64, String> {
        if !self.program {
            return Ok(0);
        }
        let program = self.target().join("release").join(&self.name);
        let output = Command::new("size").arg("-A").arg(&program).output();
        let output = output.map_err(|error| format!("no `size` runs: {error}"))?;
        let listed = String::from_utf8_lossy(&output.stdout);
        let text =
            listed.lines().find_map(|line| line.strip_prefix(".text")?.split_whitespace().next());
        text.and_then(|size| size.parse().ok()).ok_or_else(|| format!("`size` says {listed:?}"))
    }
}

/// The seconds of a time such as `1m2.03s`.
fn minutes(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}
