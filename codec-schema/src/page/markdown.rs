//! A page in Markdown.

use super::document::Block;

pub(super) fn write(blocks: &[Block]) -> String {
    let blocks = blocks.iter().map(|block| match block {
        Block::Heading(level, text) => format!("{} {text}\n", "#".repeat(usize::from(*level))),
        Block::Paragraph(text) => format!("{text}\n"),
        Block::Table(heads, rows) => {
            let rule = vec!["---"; heads.len()].join(" | ");
            let rows = rows.iter().map(|row| {
                let cells: Vec<_> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
                format!("| {} |\n", cells.join(" | "))
            });
            let rows: String = rows.collect();
            format!("| {} |\n| {rule} |\n{rows}", heads.join(" | "))
        }
    });
    blocks.collect::<Vec<_>>().join("\n")
}
