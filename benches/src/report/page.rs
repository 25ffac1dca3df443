//! The page on performance: its text, with headline rows and a summary of each group.
#![forbid(unsafe_code)]

use std::fmt::Write as _;

use super::{Section, figures};

/// The page, with what is filled in: its rows, typical ones and what is lost the most, in braces.
const TEXT: &str = include_str!("page.md");

const FIGURES: &str = "https://github.com/codec-rs/codec/blob/main/docs/figures.md";

/// The whole page in Markdown.
pub(super) fn markdown(machine: &str, sections: &[Section]) -> String {
    let mut parts = TEXT.split(['{', '}']);
    let mut page = parts.next().unwrap_or_default().to_owned();
    while let (Some(name), Some(text)) = (parts.next(), parts.next()) {
        let filled = match name {
            "machine" => Some(machine.trim_end().to_owned()),
            "groups" => Some(groups(sections)),
            _ => headline(name, sections),
        };
        page += &filled.unwrap_or_else(|| "not measured | | ".to_owned());
        page += text;
    }
    page
}

/// The cells of a row that the page names as `GROUP/TABLE/ROW`.
fn headline(name: &str, sections: &[Section]) -> Option<String> {
    let (group, name) = name.split_once('/')?;
    let (table, row) = name.split_once('/')?;
    let section = sections.iter().find(|section| section.group.name == group)?;
    section.findings.tables.iter().find(|known| known.title == table)?.headline(row)
}

/// A row for each group with peers: how many rows it has, and the ratios of the best of ours.
fn groups(sections: &[Section]) -> String {
    let mut text = String::new();
    for Section { group, revision, findings } in sections {
        let tables = findings.tables.iter();
        let mut ratios: Vec<f64> =
            tables.flat_map(|table| table.rows.iter().filter_map(|row| table.ratio(row))).collect();
        ratios.sort_by(f64::total_cmp);
        let (count, lost) = (ratios.len(), ratios.iter().filter(|ratio| **ratio < 1.0).count());
        if let (Some(median), Some(least)) = (ratios.get(count / 2), ratios.first()) {
            let _ = write!(
                text,
                "\n| [{}]({FIGURES}#{}) | {revision} | {count} | {lost} | {median:.2} × | {least:.2} × |",
                group.title,
                figures::anchor(group.title)
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use std::path::Path;

    use super::{Section, groups};
    use crate::groups::{Findings, Group};
    use crate::report::Report;
    use crate::table::{Table, Unit};

    #[test]
    fn the_committed_page_and_figures_are_those_of_the_saved_data() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let report = Report::read(&docs.join("plots/data")).unwrap();
        for (file, text) in report.pages() {
            let committed = std::fs::read_to_string(docs.join(file)).unwrap();
            assert!(committed == text, "docs/{file}: `report --redraw docs/plots/data`");
            assert!(!text.contains("not measured |"), "a row that {file} names is gone");
        }
    }

    #[test]
    fn a_group_says_what_it_loses() {
        const GROUP: &Group =
            &Group { name: "g", title: "A group, ours", run: |_| Findings::default() };
        let mut table = Table::new("Times", "about", Unit::Time, &["peer", "*ours"]);
        table.row("lost here", &[Some(1e-9), Some(2e-9)]);
        table.row("won", &[Some(2e-9), Some(1e-9)]);
        let findings = Findings { tables: vec![table], plots: Vec::new() };
        let text = groups(&[Section { group: GROUP, revision: "1234abcd".to_owned(), findings }]);
        let row = "#a-group-ours) | 1234abcd | 2 | 1 | 2.00 × | 0.50 × |";
        assert!(text.ends_with(row), "{text}");
    }
}
