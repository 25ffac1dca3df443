//! A page in HTML.

use std::fmt::Write as _;

use super::document::{Block, anchor};

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; \
color-scheme: light dark; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8886; }
code { font: .92em ui-monospace, monospace; }
";

pub(super) fn write(blocks: &[Block]) -> String {
    let title = blocks.iter().find_map(|block| match block {
        Block::Heading(1, text) => Some(inline(text)),
        _ => None,
    });
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n",
        title.unwrap_or_default()
    );
    for block in blocks {
        match block {
            Block::Heading(level, text) => {
                let anchor = escaped(&anchor(text));
                let _ = writeln!(page, "<h{level} id=\"{anchor}\">{}</h{level}>", inline(text));
            }
            Block::Paragraph(text) => {
                let _ = writeln!(page, "<p>{}</p>", inline(text));
            }
            Block::Table(heads, rows) => {
                let cells = |cells: &[String], tag: &str| {
                    let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", inline(cell)));
                    format!("<tr>{}</tr>\n", cells.collect::<String>())
                };
                let heads: Vec<_> = heads.iter().map(|head| (*head).to_owned()).collect();
                let rows: String = rows.iter().map(|row| cells(row, "td")).collect();
                let _ = write!(
                    page,
                    "<table>\n<thead>\n{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
                    cells(&heads, "th")
                );
            }
        }
    }
    page + "</body>\n</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Code in backticks, and links.
fn inline(text: &str) -> String {
    let (mut out, mut is_code) = (String::new(), false);
    let parts: Vec<_> = text.split('`').collect();
    // A backtick without a closing one is a plain character.
    let closed = parts.len() % 2 == 1;
    for (part, position) in parts.iter().zip(0..) {
        let last = position + 1 == parts.len();
        if is_code && (closed || !last) {
            let _ = write!(out, "<code>{}</code>", escaped(part));
        } else {
            out.push_str(if is_code { "`" } else { "" });
            out.push_str(&linked(part));
        }
        is_code = !is_code;
    }
    out
}

/// Markdown links, to anchors in the page and to URLs.
fn linked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once("](").and_then(|(label, after)| {
            let (target, beyond) = after.split_once(')')?;
            let is_address = target.starts_with('#') || target.starts_with("https://");
            is_address.then_some((label, target, beyond))
        });
        out.push_str(&escaped(before));
        if let Some((label, target, beyond)) = link {
            let _ = write!(out, "<a href=\"{}\">{}</a>", escaped(target), escaped(label));
            rest = beyond;
        } else {
            out.push('[');
            rest = after;
        }
    }
    out + &escaped(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_links_and_other_characters() {
        assert_eq!(
            inline("a `<b>` [C](#c) [d] & `"),
            "a <code>&lt;b&gt;</code> <a href=\"#c\">C</a> [d] &amp; `"
        );
    }

    /// No text, code, label or target ends an attribute or begins an element.
    #[test]
    fn each_character_of_html_is_escaped_wherever_it_is() {
        const TEXT: &str = "&<>\"'";
        const SHOWN: &str = "&amp;&lt;&gt;&quot;'";
        let source = format!("{TEXT} `{TEXT}` [{TEXT}](#{TEXT}) [{TEXT}");
        let link = format!("<a href=\"#{SHOWN}\">{SHOWN}</a>");
        assert_eq!(inline(&source), format!("{SHOWN} <code>{SHOWN}</code> {link} [{SHOWN}"));
        let page = write(&[Block::Heading(1, TEXT.to_owned()), Block::Paragraph(TEXT.to_owned())]);
        let anchor = escaped(&anchor(TEXT));
        assert!(page.contains(&format!("<title>{SHOWN}</title>")), "{page}");
        assert!(page.contains(&format!("<h1 id=\"{anchor}\">{SHOWN}</h1>")), "{page}");
        assert!(page.contains(&format!("<p>{SHOWN}</p>")), "{page}");
        assert_eq!(page.matches(TEXT).count(), 0);
    }
}
