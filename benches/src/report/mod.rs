//! The report: a page in Markdown, all figures in another file, and a picture for each plot.
#![forbid(unsafe_code)]

mod baseline;
mod draw;
mod figures;
mod machine;
mod noise;
mod page;
mod saved;

pub use baseline::Ratios;

use std::fmt::Display;
use std::path::Path;

use crate::groups::{ALL, Findings, Group};
use crate::plot::Plot;

/// Findings of all groups that were measured on this machine.
#[derive(Debug, Clone)]
pub struct Report {
    machine: String,
    /// The commit of this code, read once: files may change while it is measured.
    revision: String,
    sections: Vec<Section>,
}

/// Findings of one group.
#[derive(Debug, Clone)]
struct Section {
    group: &'static Group,
    /// The commit that was measured.
    revision: String,
    findings: Findings,
}

impl Report {
    /// A report of this machine, without groups.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let (machine, revision) = (machine::describe(), machine::revision());
        Self { machine, revision, sections: Vec::new() }
    }

    /// Adds what was found in a group, or replaces what it had of that group.
    pub fn add(&mut self, group: &'static Group, findings: Findings) {
        let section = Section { group, revision: self.revision.clone(), findings };
        self.sections.retain(|known| known.group.name != group.name);
        self.sections.push(section);
        let place = |name: &str| ALL.iter().position(|known| known.name == name);
        self.sections.sort_by_key(|section| place(section.group.name));
    }

    /// The ratios of all rows.
    #[must_use]
    pub fn ratios(&self) -> Ratios {
        Ratios::of(&self.sections)
    }

    /// The files in Markdown, with their text.
    fn pages(&self) -> [(&'static str, String); 2] {
        let Self { machine, sections, .. } = self;
        [
            ("performance.md", page::markdown(machine, sections)),
            ("figures.md", figures::markdown(machine, sections)),
        ]
    }

    /// The machine, day and commit of a section, in a line.
    fn measured(&self, section: &Section) -> String {
        let processor = self.machine.lines().find_map(|line| line.strip_prefix("| processor | "));
        let processor = processor.map_or("", |rest| rest.trim_end_matches(" |"));
        format!("{processor}, {} {}", machine::day(&section.revision), section.revision)
    }

    /// Writes `performance.md`, `figures.md`, and for each plot `plots/*.svg` and its figures in
    /// `plots/*.csv` into `directory`.
    ///
    /// # Errors
    /// A message for the user, when a file can't be written.
    pub fn write(&self, directory: &Path) -> Result<(), String> {
        let plots = directory.join("plots");
        std::fs::create_dir_all(&plots).map_err(|error| told(&plots, &error))?;
        let write = |path: &Path, text: String| {
            std::fs::write(path, text).map_err(|error| told(path, &error))
        };
        let drawn = |all: &[Plot], measured: &str| {
            all.iter().try_for_each(|plot| {
                let path = plots.join(&plot.file).with_extension("svg");
                write(&path, draw::svg(plot, measured).map_err(|error| told(&path, &error))?)?;
                write(&path.with_extension("csv"), plot.csv())
            })
        };
        for section in &self.sections {
            drawn(&section.findings.plots, &self.measured(section))?;
        }
        let (encrypted, measured) = noise::plots();
        drawn(&encrypted, &measured)?;
        self.pages().into_iter().try_for_each(|(file, text)| write(&directory.join(file), text))
    }
}

/// A message about a file.
#[must_use]
pub fn told(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}
