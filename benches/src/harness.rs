//! Runs groups by name, for `cargo bench` and for the report.
#![forbid(unsafe_code)]

use std::time::Instant;

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
    /// Understands names of groups and `--quick`.
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

    /// Runs the groups in turn and hands over what each found.
    pub fn run(&self, mut found: impl FnMut(&'static Group, Findings)) {
        for (index, group) in self.groups.iter().enumerate() {
            progress::step(&format!("{} of {}: {}", index + 1, self.groups.len(), group.name));
            let start = Instant::now();
            let findings = (group.run)(self.effort);
            progress::done();
            eprintln!("{}: {:.1} s", group.name, start.elapsed().as_secs_f64());
            found(group, findings);
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::Selection;
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
}
