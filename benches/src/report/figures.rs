//! All figures: each table and plot of each group.
#![forbid(unsafe_code)]

use std::fmt::Write as _;

use super::Section;

/// The file in Markdown.
pub(super) fn markdown(machine: &str, sections: &[Section]) -> String {
    let mut text = format!(
        "# Figures\n\nAll rows of all groups, written by `report`; [the page on performance](performance.md) \
         says how they are measured. `±` is half of what the processes' confidence intervals at 95 % \
         span. The spread is from the lowest first to the highest third quartile, of the figure of a \
         row that has the widest; plots have it as a stroke through each mark, with ours filled, peers \
         hollow, and a figure that is far off at the edge, with its value. Our columns are in bold. A \
         ratio is the best of the peers to the best of ours: over one, we are better. Where several \
         columns are ours, each has its own against the best of the peers in parentheses. What is \
         lost, or below what we promise, is in bold, and below its table with the reason.\n\n{machine}\n"
    );
    for Section { group, .. } in sections {
        let _ = writeln!(text, "* [{}](#{})", group.title, anchor(group.title));
    }
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
    text
}

/// The anchor that the usual renderers give a heading.
pub(super) fn anchor(title: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || *letter == ' ' || *letter == '-';
    title.to_lowercase().chars().filter(kept).map(|l| if l == ' ' { '-' } else { l }).collect()
}
