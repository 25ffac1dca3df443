//! A dissection as a page of HTML: its bytes and its fields side by side.
//!
//! Every byte is a link to its field, and every field one to its first byte, so the page works
//! without scripts; with scripts, hovering over one highlights the other.

use std::fmt::Write as _;

use super::Printable;
use super::dissection::{Dissection, Row};

const STYLE: &str = "\
:root { color-scheme: light dark; --mark: #ffd54f; --wrong: #e53935; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem; }
main { display: flex; gap: 2rem; align-items: flex-start; flex-wrap: wrap; }
.bytes { font: 14px/1.7 ui-monospace, monospace; display: grid; position: sticky; top: 1rem; \
grid-template-columns: 4rem repeat(16, 1.8rem); }
.bytes span { opacity: .6; }
ul { list-style: none; padding: 0; margin: 0; flex: 1; min-width: 20rem; }
li a { display: block; padding: 0 .4rem 0 calc(.4rem + var(--depth) * 1.2rem); \
overflow-wrap: anywhere; }
a { color: inherit; text-decoration: none; }
.on, a:target { background: var(--mark); color: #000; }
.wrong { outline: 2px solid var(--wrong); }
small { opacity: .6; }
";

/// Marks the bytes of the field under the pointer, and the field of the byte. Arrow keys move among
/// fields and among bytes, each of which are one stop of the tabulator.
const SCRIPT: &str = "\
const fields = [...document.querySelectorAll('li a')], bytes = [...document.querySelectorAll('.bytes a')];
function mark(field, scrolled) {
  document.querySelectorAll('.on').forEach((one) => one.classList.remove('on'));
  if (!field) return;
  field.classList.add('on');
  for (let at = +field.dataset.start; at < +field.dataset.end; at++) bytes[at].classList.add('on');
  scrolled?.scrollIntoView({ block: 'nearest' });
}
const owner = (byte) => document.getElementById(byte.hash.slice(1));
function all(links, field, other, steps) {
  let stop = links[0];
  links.forEach((link, at) => {
    link.tabIndex = at ? -1 : 0;
    link.addEventListener('mouseenter', () => mark(field(link)));
    link.addEventListener('focus', () => {
      stop.tabIndex = -1;
      stop = link;
      link.tabIndex = 0;
      mark(field(link), other(link));
    });
    link.addEventListener('click', (event) => {
      event.preventDefault();
      link.focus();
      mark(field(link), other(link));
    });
    link.addEventListener('keydown', (event) => {
      const to = links[at + (steps[event.key] ?? NaN)];
      if (!to) return;
      event.preventDefault();
      to.focus();
    });
  });
}
all(fields, (field) => field, (field) => bytes[+field.dataset.start], { ArrowUp: -1, ArrowDown: 1 });
all(bytes, owner, owner, { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16 });
";

fn escaped(text: &str) -> String {
    Printable(text)
        .to_string()
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The page.
pub(super) fn write(of: &Dissection<'_>) -> String {
    let title = escaped(&of.title);
    let problems = of
        .problems
        .iter()
        .map(|(_, problem)| format!("<p role=\"alert\">Malformed: {}</p>\n", escaped(problem)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}<main>\n\
         <div class=\"bytes\" role=\"group\" aria-label=\"Bytes\">\n{}</div>\n\
         <ul aria-label=\"Fields\">\n{}</ul>\n</main>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        problems.collect::<String>(),
        bytes(of),
        fields(of)
    )
}

/// The innermost row that each byte is in. Each level of rows passes the bytes once.
fn owners(of: &Dissection<'_>) -> Vec<Option<usize>> {
    let mut owners = vec![None; of.bytes.len()];
    for (index, row) in of.rows.iter().enumerate() {
        let (start, end) = (row.range.start, row.range.end.min(owners.len()));
        if let Some(bytes) = owners.get_mut(start..end) {
            bytes.fill(Some(index));
        }
    }
    owners
}

fn bytes(of: &Dissection<'_>) -> String {
    let mut text = String::new();
    for ((at, byte), owner) in of.bytes.iter().enumerate().zip(owners(of)) {
        if at % 16 == 0 {
            let _ = writeln!(text, "<span>{at:04x}</span>");
        }
        let wrong = owner.is_some_and(|row| of.rows[row].is_wrong)
            || of.problems.iter().any(|problem| problem.0 == at);
        let class = if wrong { " class=\"wrong\"" } else { "" };
        let field = owner.map(|row| {
            format!(" href=\"#f{row}\" aria-label=\"{byte:02x}, {}\"", escaped(&of.rows[row].name))
        });
        let field = field.unwrap_or_default();
        let _ = writeln!(text, "<a id=\"b{at}\"{field}{class}>{byte:02x}</a>");
    }
    text
}

fn fields(of: &Dissection<'_>) -> String {
    let mut text = String::new();
    for (row, at) in of.rows.iter().zip(0..) {
        let Row { depth, range, name, value, is_wrong } = row;
        let (start, end) = (range.start, range.end.min(of.bytes.len()));
        let class = if *is_wrong { " class=\"wrong\"" } else { "" };
        let wrong = if *is_wrong { " <i>malformed</i>" } else { "" };
        let link = if start < end { format!(" href=\"#b{start}\"") } else { String::new() };
        let _ = writeln!(
            text,
            "<li><a id=\"f{at}\"{link}{class} data-start=\"{start}\" data-end=\"{end}\" \
             style=\"--depth:{depth}\">{} <b>{}</b> <small>{start}..{end}</small>{wrong}</a></li>",
            escaped(name),
            escaped(value)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row for each byte.
    fn page_of(len: usize) -> String {
        let row = |at| Row::new(0, at..at + 1, "byte", "7".to_owned());
        let bytes = vec![7; len];
        let mut of = Dissection::new(&bytes, "Bytes");
        of.rows = (0..len).map(row).collect();
        write(&of)
    }

    #[test]
    fn a_page_takes_time_and_room_in_proportion_to_its_rows() {
        let time = |len, times| {
            let start = std::time::Instant::now();
            let pages = (0..times).map(|_| page_of(len).len());
            (pages.sum::<usize>(), start.elapsed())
        };
        // The same number of rows both times: one for each byte would take sixteen times as long.
        let is_linear = |_| {
            let ((few, short), (many, long)) = (time(1_000, 16), time(16_000, 1));
            many < 2 * few && long < 4 * short
        };
        assert!((0..5).any(is_linear));
    }

    /// No text of a frame begins an element or ends an attribute.
    #[test]
    fn each_character_of_html_is_escaped_wherever_it_is() {
        const TEXT: &str = "&<>\"\u{1b}";
        const SHOWN: &str = "&amp;&lt;&gt;&quot;\\u001b";
        let mut of = Dissection::new(&[7], TEXT);
        of.rows.push(Row::new(0, 0..1, TEXT, TEXT.to_owned()));
        of.problems.push((0, TEXT.to_owned()));
        let page = write(&of);
        for shown in [
            format!("<title>{SHOWN}</title>"),
            format!("<h1>{SHOWN}</h1>"),
            format!("Malformed: {SHOWN}</p>"),
            format!("\">{SHOWN} <b>{SHOWN}</b> <small>0..1</small></a>"),
        ] {
            assert!(page.contains(&shown), "{shown} is not in {page}");
        }
    }
}
