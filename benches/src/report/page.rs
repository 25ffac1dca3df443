//! The page, written from the groups' findings.
#![forbid(unsafe_code)]

use std::fmt::Write as _;

use super::Section;
use crate::table::{Row, Table};

/// What no run measures, or what does not fit in a table.
const NOTES: &str = include_str!("notes.md");

/// The whole page in Markdown.
pub(super) fn markdown(machine: &str, command: &str, sections: &[Section]) -> String {
    let mut text = format!(
        "# Performance\n\nWritten by `{command}`. `cargo bench -p codec-benches [NAME]` measures \
         again: all groups, or one. Each group below names the commit that was measured: the report measures \
         those that it is given, and keeps the others.\n\n{machine}\nEach group runs in three processes, \
         since the place of a process's memory can cost a candidate twice its time until that process ends. In each, \
         candidates take turns under \
         [criterion](adr/0040-criterion-asks-and-candidates-take-turns.md), and first show that \
         their output is right. A figure is the middle one of the processes' medians of 21 samples \
         (ten in rows that take long), `±` half of what their confidence intervals at 95 % span. The \
         spread is from the lowest first to the highest third quartile, of the figure of a row that \
         has the widest; plots have it as a stroke through each mark, with ours filled, peers hollow, and a \
         figure that is far off at the edge, with its value. Our columns are in bold. A ratio is the best of the peers to \
         the best of ours: over one, we are better. Where several columns are ours, each has its \
         own against the best of the peers in parentheses. What is lost, or below what we \
         promise, is in bold. Peers are pinned in [benches/Cargo.toml](https://github.com/codec-rs/codec/blob/main/benches/Cargo.toml). \
         Ratios are frozen in [baseline.json](baseline.json), which `tools/check/ratios.sh` compares \
         with.\n\n"
    );
    for Section { group, .. } in sections {
        let _ = writeln!(text, "* [{}](#{})", group.title, anchor(group.title));
    }
    text.push_str("* [Lost and missed](#lost-and-missed)\n* [Notes](#notes)\n");
    for Section { group, revision, findings } in sections {
        let at = if revision.is_empty() { String::new() } else { format!(", at {revision}") };
        let _ = writeln!(text, "\n## {}\n\n`{}`{at}", group.title, group.name);
        for table in &findings.tables {
            let _ = write!(text, "\n{}", table.markdown());
        }
        for plot in &findings.plots {
            let _ = writeln!(text, "\n![{}](plots/{}.svg)", plot.alt(), plot.file);
        }
    }
    let _ = write!(text, "\n## Lost and missed\n\n{}\n## Notes\n\n{NOTES}", missed(sections));
    text
}

/// The rows and promises that are missed, with the reasons.
fn missed(sections: &[Section]) -> String {
    let mut text = String::new();
    for Section { group, findings, .. } in sections {
        for table in &findings.tables {
            let mut reasons = Reasons::default();
            for (row, ratio) in table.missed() {
                reasons.add(table.reason(row), table, row, ratio);
            }
            for (reason, rows) in reasons.0 {
                let (least, rows) = (table.target.unwrap_or(1.0), rows.join("; "));
                let (group, table) = (group.title, &table.title);
                let line = format!("* {group}, {table}, under {least} ×: {rows}. {reason}");
                let _ = writeln!(text, "{}", line.trim_end());
            }
            // Rows that the best of ours wins, but others of ours lose.
            let won: Vec<&Row> =
                table.rows.iter().filter(|row| table.ratio(row) >= Some(1.0)).collect();
            for (index, column) in table.columns.iter().enumerate() {
                let mut reasons = Reasons::default();
                for row in &won {
                    if let Some(ratio) = table.own_ratio(row, index).filter(|ratio| *ratio < 1.0) {
                        reasons.add(table.own_reason(row, index), table, row, ratio);
                    }
                }
                for (reason, rows) in reasons.0 {
                    let (group, table, rows) = (group.title, &table.title, rows.join("; "));
                    let line =
                        format!("* {group}, {table}, in {} alone: {rows}. {reason}", column.name);
                    let _ = writeln!(text, "{}", line.trim_end());
                }
            }
            for promise in table.promises.iter().filter(|promise| !promise.kept) {
                let _ = writeln!(
                    text,
                    "* {}, {}: {}: **{}**. {}",
                    group.title, table.title, promise.claim, promise.found, promise.why
                );
            }
        }
    }
    if text.is_empty() { "Nothing.\n".to_owned() } else { text }
}

/// Rows that are behind, with their ratios: one line for all with the same reason.
#[derive(Default)]
struct Reasons<'t>(Vec<(&'t str, Vec<String>)>);

impl<'t> Reasons<'t> {
    fn add(&mut self, reason: &'t str, table: &Table, row: &Row, ratio: f64) {
        let text = format!("{} **{} ×**", row.name, table.rounded(ratio));
        match self.0.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, rows)) => rows.push(text),
            None => self.0.push((reason, vec![text])),
        }
    }
}

/// The anchor that the usual renderers give a heading.
fn anchor(title: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || *letter == ' ' || *letter == '-';
    title.to_lowercase().chars().filter(kept).map(|l| if l == ' ' { '-' } else { l }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Section, markdown};
    use crate::groups::{Findings, Group};
    use crate::table::{Table, Unit};

    const GROUP: &Group =
        &Group { name: "g", title: "A group, ours", run: |_| Findings::default() };

    /// The page of one group with one table.
    fn page(table: Table) -> String {
        let findings = Findings { tables: vec![table], plots: Vec::new() };
        let section = Section { group: GROUP, revision: "1234abcd".to_owned(), findings };
        markdown("| machine |", "report", &[section])
    }

    #[test]
    fn a_row_that_one_of_ours_loses_is_listed_by_its_column() {
        let mut table = Table::new("Times", "about", Unit::Time, &["peer", "*A", "*B"]);
        table.row("half", &[Some(2e-9), Some(1e-9), Some(4e-9)]);
        let text = page(table);
        assert!(text.contains("* A group, ours, Times, in B alone: half **0.50 ×**.\n"), "{text}");
        assert!(!text.contains("in A alone"), "{text}");
    }

    #[test]
    fn a_column_that_is_behind_has_its_own_reason_and_a_ratio_that_shows_it() {
        let mut table = Table::new("Times", "about", Unit::Time, &["peer", "*A", "*B"]);
        table.row("near", &[Some(0.999e-9), Some(0.5e-9), Some(1e-9)]);
        table.row("far", &[Some(1e-9), Some(1e-9), Some(1e-4)]);
        table.because("near", "Of the row.");
        table.because_in("B", "far", "Of the column.");
        let text = page(table);
        assert!(text.contains("* A group, ours, Times, in B alone: near **0.999 ×**.\n"), "{text}");
        let far = "* A group, ours, Times, in B alone: far **0.00001 ×**. Of the column.\n";
        assert!(text.contains(far), "{text}");
    }

    #[test]
    fn what_is_lost_is_listed_with_its_reason() {
        let mut table = Table::new("Times", "about", Unit::Time, &["peer", "*ours"]);
        table.row("lost here", &[Some(1e-9), Some(2e-9)]);
        table.because("lost", "It counts.");
        table.promise("under 1 ns", false, "2 ns".to_owned(), "The same.");
        let text = page(table);
        assert!(text.contains("\n`g`, at 1234abcd\n"), "{text}");
        assert!(text.contains("* [A group, ours](#a-group-ours)\n"), "{text}");
        let lost = "* A group, ours, Times, under 1 ×: lost here **0.50 ×**. It counts.\n";
        assert!(text.contains(lost), "{text}");
        assert!(text.contains("* A group, ours, Times: under 1 ns: **2 ns**. The same.\n"));
    }
}
