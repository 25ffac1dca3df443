//! The changes of `tools/mutants/places`: one for each place of unsafe code, written by hand. A line
//! has the file, the item and which of its places it is, an expression, which the file has once,
//! what it becomes, and who notices: a test, the compiler (`build`), or Miri (`miri` and a test).

use crate::list::{Genre, Mutant, Place, Span};
use std::path::Path;

struct Line {
    file: String,
    item: String,
    old: String,
    new: String,
    by: String,
}

fn read(places: &str) -> Vec<Line> {
    let text = std::fs::read_to_string(places).expect("the list of places");
    let line = |line: &str| {
        let mut columns = line.split('\t').map(str::to_owned);
        let mut column = || columns.next().unwrap_or_else(|| panic!("too few columns: {line}"));
        let (file, item, _, old, new) = (column(), column(), column(), column(), column());
        Line { file, item, old, new, by: column() }
    };
    text.lines().map(line).collect()
}

/// Offset of the only place of the text.
fn only(text: &str, Line { file, old, .. }: &Line) -> usize {
    let mut found = text.match_indices(old.as_str());
    let (at, _) = found.next().unwrap_or_else(|| panic!("{file} has no {old}"));
    assert!(found.next().is_none(), "{file} has more than one {old}");
    at
}

fn place(text: &str, offset: usize) -> Place {
    let before = &text[..offset];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[line..].chars().count() + 1;
    Place { line: before.matches('\n').count() + 1, column }
}

/// The changes of a crate that tests notice. Places may share one.
pub fn switched(places: &str, of: &str) -> Vec<Mutant> {
    let mut found: Vec<Mutant> = Vec::new();
    for line in read(places) {
        let unswitched = ["build ", "miri ", "none "].iter().any(|by| line.by.starts_with(by));
        if !line.file.starts_with(of) || unswitched {
            continue;
        }
        let text = std::fs::read_to_string(&line.file).expect("a file of Rust");
        let start = only(&text, &line);
        let Line { file, item, old, new, by } = line;
        let span = Span { start: place(&text, start), end: place(&text, start + old.len()) };
        let (row, column) = (span.start.line, span.start.column);
        let name = format!("{file}:{row}:{column}: replace {old} with {new} in {item}");
        if found.iter().all(|known| known.name != name) {
            let genre = Genre::Expression;
            found.push(Mutant { name, file, genre, replacement: new, span, by });
        }
    }
    found
}

/// Makes the change of this line, counted from one, in a tree.
pub fn apply(places: &str, line: usize, tree: &Path) {
    let line = &read(places)[line - 1];
    let path = tree.join(&line.file);
    let text = std::fs::read_to_string(&path).expect("a file of Rust");
    let start = only(&text, line);
    let changed = [&text[..start], &line.new, &text[start + line.old.len()..]].concat();
    std::fs::write(path, changed).expect("the file, changed");
}
