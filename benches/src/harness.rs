//! Runs groups by name, for `cargo bench` and for the report.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use codec_core::{Format as _, Postcard};

use crate::groups::{ALL, Effort, Findings, Group};
use crate::progress;

/// What to run, and for how long.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Named groups, or all of them, in the order of the report.
    pub groups: Vec<&'static Group>,
    /// From `--quick`.
    pub effort: Effort,
}

impl Selection {
    /// Parses names of groups and `--quick`.
    ///
    /// # Errors
    /// What to tell the user, when an argument is neither.
    pub fn of(arguments: &[String]) -> Result<Self, String> {
        let (options, names): (Vec<&String>, Vec<&String>) =
            arguments.iter().partition(|argument| argument.starts_with('-'));
        let known = || ALL.iter().map(|group| group.name).collect::<Vec<_>>().join(" ");
        if let Some(option) = options.iter().find(|option| **option != "--quick") {
            return Err(format!("{option} is no option; there is --quick\ngroups: {}", known()));
        }
        if let Some(name) = names.iter().find(|name| !ALL.iter().any(|one| one.name == **name)) {
            return Err(format!("there is no group {name}\ngroups: {}", known()));
        }
        let effort = if options.is_empty() { Effort::Full } else { Effort::Quick };
        let wanted =
            |group: &&Group| names.is_empty() || names.iter().any(|name| *name == group.name);
        Ok(Self { groups: ALL.iter().filter(wanted).collect(), effort })
    }

    /// Runs the groups in turn and hands over what each found. When there are
    /// several, each runs in a separate process: the fragmented heap that one
    /// leaves made owned decodes after it take twice as long.
    ///
    /// # Errors
    /// What to tell the user, when such a process failed.
    pub fn run(&self, mut found: impl FnMut(&'static Group, Findings)) -> Result<(), String> {
        for (index, group) in self.groups.iter().enumerate() {
            progress::step(&format!("{} of {}: {}", index + 1, self.groups.len(), group.name));
            let findings = match self.groups[..] {
                [_] => here(group, self.effort),
                _ => apart(group, self.effort)?,
            };
            found(group, findings);
        }
        Ok(())
    }
}

/// Runs a group in this process.
fn here(group: &Group, effort: Effort) -> Findings {
    let start = Instant::now();
    let findings = (group.run)(effort);
    progress::done();
    eprintln!("{}: {:.1} s", group.name, start.elapsed().as_secs_f64());
    findings
}

/// The first argument of a process that runs one group for another process.
const APART: &str = "--apart";

/// Runs a group in a separate process.
fn apart(group: &Group, effort: Effort) -> Result<Findings, String> {
    let failed = |what: &dyn Display| format!("{}: {what}", group.name);
    let itself = std::env::current_exe().map_err(|error| failed(&error))?;
    let mut command = Command::new(itself);
    command.args([APART, group.name]).args((effort == Effort::Quick).then_some("--quick"));
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| failed(&error))?;
    if !output.status.success() {
        return Err(failed(&output.status));
    }
    Postcard::from_slice(&output.stdout).map_err(|error| failed(&error))
}

/// The work of a process that [`Selection::run`] started; `None` in any other
/// process.
pub fn answer(arguments: &[String]) -> Option<Result<(), String>> {
    let rest = arguments.strip_prefix(&[APART.to_owned()])?;
    let write = || {
        let mut found = Findings::default();
        Selection::of(rest)?.run(|_, findings| found = findings)?;
        let bytes = Postcard::to_vec(&found).map_err(|error| error.to_string())?;
        std::io::stdout().write_all(&bytes).map_err(|error| error.to_string())
    };
    Some(write())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::{APART, Selection, answer};
    use crate::groups::{ALL, Effort};

    fn of(arguments: &[&str]) -> Result<Selection, String> {
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        Selection::of(&arguments)
    }

    #[test]
    fn no_name_means_all() {
        let selection = of(&["--quick"]).unwrap();
        assert_eq!((selection.groups.len(), selection.effort), (ALL.len(), Effort::Quick));
        assert_eq!(of(&[]).unwrap().effort, Effort::Full);
    }

    #[test]
    fn a_name_means_that_group_alone() {
        for group in ALL {
            let selection = of(&[group.name]).unwrap();
            let names: Vec<_> = selection.groups.iter().map(|group| group.name).collect();
            assert_eq!(names, [group.name]);
        }
    }

    #[test]
    fn what_is_neither_is_refused() {
        assert!(of(&["no-such-group"]).unwrap_err().contains("no-such-group"));
        assert!(of(&["--fast"]).unwrap_err().contains("--fast"));
    }

    #[test]
    fn only_what_another_process_asks_is_answered() {
        let of = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
            answer(&arguments)
        };
        assert!(of(&[]).is_none() && of(&["datasets", APART]).is_none());
        assert!(of(&[APART, "no-such-group"]).unwrap().unwrap_err().contains("no-such-group"));
    }
}
