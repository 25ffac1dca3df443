//! A report in a file: plots are drawn again from it, and a group that is measured again replaces
//! its older findings there, next to those of the other groups.
#![forbid(unsafe_code)]

use std::path::Path;

use codec_core::{Decode, Encode, Format as _, Postcard};

use super::{Report, Section, machine, told};
use crate::groups::{ALL, Findings};

#[derive(Encode, Decode)]
struct File {
    machine: String,
    groups: Vec<Saved>,
}

#[derive(Encode, Decode)]
struct Saved {
    name: String,
    revision: String,
    findings: Findings,
}

impl Report {
    /// Reads what [`save`](Self::save) wrote. Groups that there are no longer are left out.
    ///
    /// # Errors
    /// A message for the user, when the file can't be read or is no report.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| told(path, &error))?;
        let file: File = Postcard::from_slice(&bytes).map_err(|error| told(path, &error))?;
        let section = |Saved { name, revision, findings }: Saved| {
            let group = ALL.iter().find(|group| group.name == name)?;
            Some(Section { group, revision, findings })
        };
        let sections = file.groups.into_iter().filter_map(section).collect();
        Ok(Self { machine: file.machine, revision: machine::revision(), sections })
    }

    /// Reads a report to which groups that are measured now can be added.
    ///
    /// # Errors
    /// The same as [`read`](Self::read), and when it was measured on another machine, or with
    /// another compiler: one page must not mix the figures of two.
    pub fn resume(path: &Path) -> Result<Self, String> {
        let report = Self::read(path)?;
        if report.machine == machine::describe() {
            return Ok(report);
        }
        let of = &report.machine;
        Err(told(path, &format!("not of this machine; measure all groups again\n{of}")))
    }

    /// Writes the report to a file.
    ///
    /// # Errors
    /// A message for the user, when it can't be written.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let saved = |section: &Section| Saved {
            name: section.group.name.to_owned(),
            revision: section.revision.clone(),
            findings: section.findings.clone(),
        };
        let groups = self.sections.iter().map(saved).collect();
        let bytes = Postcard::to_vec(&File { machine: self.machine.clone(), groups });
        let bytes = bytes.map_err(|error| told(path, &error))?;
        std::fs::write(path, bytes).map_err(|error| told(path, &error))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use std::path::PathBuf;

    use super::Report;
    use crate::groups::{ALL, Findings};
    use crate::table::{Table, Unit};

    fn findings(seconds: f64) -> Findings {
        let mut table = Table::new("a title", "about it", Unit::Time, &["*ours", "a peer"]);
        table.row("an operation", &[Some(seconds), Some(6e-9)]);
        Findings { tables: vec![table], plots: Vec::new() }
    }

    /// A file of this process alone.
    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("codec-benches-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_group_that_is_measured_again_replaces_itself_alone() {
        let path = file("replaces");
        let mut report = Report::of_this_machine();
        report.add(&ALL[1], findings(2e-9));
        report.add(&ALL[0], findings(3e-9));
        report.save(&path).unwrap();
        let mut resumed = Report::resume(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(resumed.ratios(), report.ratios());
        resumed.add(&ALL[1], findings(1e-9));
        let ratio = |group: usize, ratio: &str| {
            format!("  \"{}/a title/an operation\": {ratio}", ALL[group].name)
        };
        let json = resumed.ratios().json();
        assert!(json.contains(&ratio(0, "2.000")) && json.contains(&ratio(1, "6.000")), "{json}");
        let order: Vec<&str> = resumed.sections.iter().map(|one| one.group.name).collect();
        assert_eq!(order, [ALL[0].name, ALL[1].name]);
    }

    #[test]
    fn figures_of_two_machines_are_not_mixed() {
        let path = file("machines");
        let mut report = Report::of_this_machine();
        report.machine.push_str("| another | processor |\n");
        report.save(&path).unwrap();
        assert!(Report::read(&path).is_ok(), "its plots can be drawn");
        let refused = Report::resume(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(refused.contains("another | processor"), "{refused}");
    }

    #[test]
    fn the_saved_report_is_of_groups_that_there_are() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/plots/data");
        assert_eq!(Report::read(path.as_ref()).unwrap().sections.len(), ALL.len());
    }

    #[test]
    fn what_was_recorded_of_a_promise_is_what_its_row_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/plots/data");
        let report = Report::read(path.as_ref()).unwrap();
        let tables = report.sections.iter().flat_map(|section| &section.findings.tables);
        let mut judged = 0;
        for table in tables {
            let mut again = table.clone();
            again.promises.iter_mut().for_each(|promise| promise.found.clear());
            again.judge();
            for (one, other) in table.promises.iter().zip(&again.promises) {
                if one.ratio.is_some() {
                    assert_eq!((&one.found, one.kept), (&other.found, other.kept), "{}", one.claim);
                    judged += 1;
                }
            }
        }
        assert_eq!(judged, 19);
    }
}
