//! The frozen ratios of all rows, and which rows have since fallen below them.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use super::Section;

/// The part of its ratio that a row may lose: more than the difference between two runs on a
/// quiet machine.
const TOLERANCE: f64 = 0.05;

/// Ratios by `group/table/row`, and by `group/table/row/column` where several columns are ours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ratios(BTreeMap<String, f64>);

impl Ratios {
    /// The ratios of these findings.
    pub(super) fn of(sections: &[Section]) -> Self {
        let mut ratios = BTreeMap::new();
        for Section { group, findings, .. } in sections {
            for table in &findings.tables {
                for row in &table.rows {
                    let name = format!("{}/{}/{}", group.name, table.title, row.name);
                    for (index, column) in table.columns.iter().enumerate() {
                        if let Some(ratio) = table.own_ratio(row, index) {
                            ratios.insert(format!("{name}/{}", column.name), ratio);
                        }
                    }
                    if let Some(ratio) = table.ratio(row) {
                        ratios.insert(name, ratio);
                    }
                }
            }
        }
        Self(ratios)
    }

    /// Reads what [`json`](Self::json) wrote.
    ///
    /// # Errors
    /// A message that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map(Self).map_err(|error| error.to_string())
    }

    /// One row per line, sorted by name; three digits.
    #[must_use]
    pub fn json(&self) -> String {
        let line = |(name, ratio): (&String, &f64)| {
            // A string always is JSON.
            format!("  {}: {ratio:.3}", serde_json::Value::from(name.as_str()))
        };
        let lines: Vec<String> = self.0.iter().map(line).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// The rows that have lost more than 5 % of their frozen ratio, and missing rows of these
    /// groups, one line each. New rows and rows of other groups are not reported.
    #[must_use]
    pub fn lost(&self, frozen: &Self, groups: &[&str]) -> Vec<String> {
        let measured = |name: &&String| {
            groups.iter().any(|group| name.strip_prefix(group).is_some_and(|n| n.starts_with('/')))
        };
        let known = frozen.0.iter().filter(|(name, _)| measured(name));
        known
            .filter_map(|(name, before)| match self.0.get(name) {
                None => Some(format!("{name}: no ratio now, {before:.2} × before")),
                Some(now) if *now < before * (1.0 - TOLERANCE) => {
                    let less = 100.0 * (1.0 - now / before);
                    Some(format!("{name}: {now:.2} ×, not {before:.2} ×: {less:.0} % less"))
                }
                Some(_) => None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::{Ratios, Section};
    use crate::groups::{ALL, Findings, Group};
    use crate::table::{Table, Unit};

    fn ratios(ours: f64) -> Ratios {
        const GROUP: &Group = &Group { name: "g", title: "G", run: |_| Findings::default() };
        let mut table = Table::new("t", "", Unit::Time, &["peer", "*A", "*B"]);
        table.row("r", &[Some(3.0), Some(ours), Some(6.0)]);
        table.row("none", &[None, Some(1.0), None]);
        let findings = Findings { tables: vec![table], plots: Vec::new() };
        Ratios::of(&[Section { group: GROUP, revision: String::new(), findings }])
    }

    #[test]
    fn what_is_written_is_read() {
        let json = ratios(2.0).json();
        assert_eq!(
            json,
            "{\n  \"g/t/r\": 1.500,\n  \"g/t/r/A\": 1.500,\n  \"g/t/r/B\": 0.500\n}\n"
        );
        assert_eq!(Ratios::parse(&json).unwrap(), ratios(2.0));
        assert!(Ratios::parse("{\"a\": \"b\"}").is_err());
    }

    #[test]
    fn a_row_may_lose_a_twentieth_and_no_more() {
        let frozen = ratios(2.0);
        assert!(ratios(2.09).lost(&frozen, &["g"]).is_empty());
        let lost = ratios(2.2).lost(&frozen, &["g"]);
        assert_eq!(
            lost,
            ["g/t/r: 1.36 ×, not 1.50 ×: 9 % less", "g/t/r/A: 1.36 ×, not 1.50 ×: 9 % less"]
        );
        assert!(ratios(2.2).lost(&frozen, &["other"]).is_empty());
    }

    #[test]
    fn the_frozen_ratios_are_of_groups_that_there_are() {
        let frozen = Ratios::parse(include_str!("../../../docs/baseline.json")).unwrap();
        assert!(frozen.0.len() > 100, "most rows have a ratio");
        for name in frozen.0.keys() {
            let group = name.split('/').next();
            assert!(ALL.iter().any(|known| Some(known.name) == group), "{name}");
        }
    }

    #[test]
    fn a_row_that_is_gone_is_lost() {
        let lost = Ratios::default().lost(&ratios(2.0), &["g"]);
        assert_eq!((lost.len(), lost[0].as_str()), (3, "g/t/r: no ratio now, 1.50 × before"));
    }
}
