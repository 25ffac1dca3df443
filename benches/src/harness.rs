//! Runs groups by name, each in a separate process, for `cargo bench` and for the report.
//!
//! The fragmented heap that one group leaves behind made owned decodes in later groups take twice
//! as long. So when several groups run, each runs in a child process with the same arguments;
//! environment variables name its group and the file for its findings. For the report, each runs in
//! several processes, and their figures are joined.
#![forbid(unsafe_code)]

use std::fmt::Display;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use codec_core::{Format as _, Postcard};

use crate::bench::{Bench, Effort};
use crate::groups::{ALL, Findings, Group};
use crate::{processes, progress};

/// The environment variable that names the group of a child process.
const GROUP: &str = "CODEC_BENCHES_GROUP";
/// The environment variable that names the file for its findings.
const FINDINGS: &str = "CODEC_BENCHES_FINDINGS";

/// Source of criterion's options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setup {
    /// Criterion's command line.
    CommandLine,
    /// The report's own settings.
    Report(Effort),
}

impl Setup {
    fn bench(self, group: &'static str) -> Bench {
        match self {
            Self::CommandLine => Bench::from_command_line(group),
            Self::Report(effort) => Bench::new(group, effort),
        }
    }
}

/// The groups to run, and how.
#[derive(Debug, Clone)]
pub struct Selection {
    /// In the order of the report.
    pub groups: Vec<&'static Group>,
    /// The arguments of child processes.
    arguments: Vec<String>,
    /// Number of child processes that each group runs in.
    processes: usize,
}

/// Criterion's options that are followed by a value.
const WITH_VALUE: &[&str] = &[
    "-c",
    "--color",
    "--colour",
    "--save-baseline",
    "-s",
    "--baseline",
    "-b",
    "--baseline-lenient",
    "--load-baseline",
    "--format",
    "--profile-time",
    "--sample-size",
    "--warm-up-time",
    "--measurement-time",
    "--nresamples",
    "--noise-threshold",
    "--confidence-level",
    "--significance-level",
    "--plotting-backend",
    "--output-format",
];

impl Selection {
    /// From criterion's command line. Its one filter is matched with `group/table/row/candidate`,
    /// and its beginning selects the groups: `buffers` is a group, `datasets/Data set mesh` a part
    /// of one. A filter that begins with no group's name applies to all groups. There may be
    /// several group names.
    #[must_use]
    pub fn of_command_line(arguments: &[String]) -> Self {
        let mut options = Vec::new();
        let mut filters: Vec<&String> = Vec::new();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if !argument.starts_with('-') {
                filters.push(argument);
                continue;
            }
            options.push(argument.clone());
            if WITH_VALUE.contains(&argument.as_str()) {
                options.extend(rest.next().cloned());
            }
        }
        let begins = |group: &Group, filter: &str| {
            filter == group.name || filter.starts_with(&format!("{}/", group.name))
        };
        let wanted = |group: &&'static Group| filters.iter().any(|name| begins(group, name));
        let mut groups: Vec<&'static Group> = ALL.iter().filter(wanted).collect();
        if groups.is_empty() {
            groups.extend(ALL);
        }
        // A whole group needs no filter.
        filters.retain(|filter| !ALL.iter().any(|group| group.name == **filter));
        options.extend(filters.into_iter().cloned());
        Self { groups, arguments: options, processes: 1 }
    }

    /// For the report: names of groups, or all of them.
    ///
    /// # Errors
    /// A message for the user, when a name is unknown.
    pub fn of_names(names: &[String], effort: Effort) -> Result<Self, String> {
        let known = || ALL.iter().map(|group| group.name).collect::<Vec<_>>().join(" ");
        if let Some(name) = names.iter().find(|name| !ALL.iter().any(|one| one.name == **name)) {
            return Err(format!("there is no group {name}\ngroups: {}", known()));
        }
        let wanted =
            |group: &&Group| names.is_empty() || names.iter().any(|name| *name == group.name);
        let arguments =
            if effort == Effort::Quick { vec!["--quick".to_owned()] } else { Vec::new() };
        let groups = ALL.iter().filter(wanted).collect();
        Ok(Self { groups, arguments, processes: effort.processes() })
    }

    /// Runs the groups one after another and passes each one's findings to `found`.
    ///
    /// # Errors
    /// A message for the user, when a process failed.
    pub fn run(&self, mut found: impl FnMut(&'static Group, Findings)) -> Result<(), String> {
        for (index, group) in self.groups.iter().enumerate() {
            progress::step(&format!("{} of {}: {}", index + 1, self.groups.len(), group.name));
            let all: Result<Vec<Findings>, String> =
                (0..self.processes).map(|_| self.apart(group)).collect();
            let joined = processes::join(&all?);
            found(group, joined.ok_or_else(|| format!("{}: no process", group.name))?);
        }
        Ok(())
    }

    /// Runs a group in a separate process.
    fn apart(&self, group: &Group) -> Result<Findings, String> {
        let failed = |what: &dyn Display| format!("{}: {what}", group.name);
        let itself = std::env::current_exe().map_err(|error| failed(&error))?;
        let file = std::env::temp_dir().join(format!(
            "codec-benches-{}-{}",
            std::process::id(),
            group.name
        ));
        let status = Command::new(itself)
            .args(&self.arguments)
            .env(GROUP, group.name)
            .env(FINDINGS, &file)
            .status()
            .map_err(|error| failed(&error))?;
        let found = std::fs::read(&file);
        // The file exists when the process succeeded; if it can't be removed, nothing can be done
        // about it.
        let _ = std::fs::remove_file(&file);
        if !status.success() {
            return Err(failed(&status));
        }
        // `--list` and `--test` write no findings.
        let found = found.map_err(|error| failed(&error))?;
        Postcard::from_slice(&found).map_err(|error| failed(&error))
    }
}

/// The work of a process that [`Selection::run`] started; `None` in any other process.
#[must_use]
pub fn answer(setup: Setup) -> Option<Result<(), String>> {
    let name = std::env::var(GROUP).ok()?;
    let file = PathBuf::from(std::env::var_os(FINDINGS)?);
    Some(one(setup, &name, &file))
}

fn one(setup: Setup, name: &str, file: &std::path::Path) -> Result<(), String> {
    let group = ALL.iter().find(|group| group.name == name);
    let group = group.ok_or_else(|| format!("there is no group {name}"))?;
    let start = Instant::now();
    let findings = (group.run)(&setup.bench(group.name));
    progress::done();
    eprintln!("{name}: {:.1} s", start.elapsed().as_secs_f64());
    let bytes = Postcard::to_vec(&findings).map_err(|error| error.to_string())?;
    std::fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::Selection;
    use crate::bench::Effort;
    use crate::groups::ALL;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn line(arguments: &[&str]) -> (Vec<&'static str>, Vec<String>) {
        let selection = Selection::of_command_line(&texts(arguments));
        (selection.groups.iter().map(|group| group.name).collect(), selection.arguments)
    }

    #[test]
    fn without_a_filter_all_groups_run() {
        assert_eq!(line(&["--bench"]).0.len(), ALL.len());
        assert_eq!(Selection::of_names(&[], Effort::Full).unwrap().groups.len(), ALL.len());
    }

    #[test]
    fn a_name_means_that_group_alone() {
        for group in ALL {
            assert_eq!(line(&[group.name, "--bench"]), (vec![group.name], texts(&["--bench"])));
            let selection = Selection::of_names(&texts(&[group.name]), Effort::Quick).unwrap();
            assert_eq!(selection.groups.len(), 1);
        }
        assert_eq!(line(&["buffers", "streams"]).0, ["buffers", "streams"]);
    }

    #[test]
    fn a_part_of_a_group_is_left_to_criterion() {
        let filter = "buffers/decode, owned/1 KiB";
        assert_eq!(line(&[filter]), (vec!["buffers"], texts(&[filter])));
        let (groups, arguments) = line(&["mesh", "--save-baseline", "buffers"]);
        assert_eq!(groups.len(), ALL.len());
        assert_eq!(arguments, ["--save-baseline", "buffers", "mesh"]);
    }

    #[test]
    fn a_name_that_is_none_is_refused() {
        let refused = Selection::of_names(&texts(&["no-such-group"]), Effort::Full);
        assert!(refused.unwrap_err().contains("no-such-group"));
    }
}
