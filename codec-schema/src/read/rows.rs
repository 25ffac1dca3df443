//! Values as rows, for people.

use std::ops::Range;

use codec_capture::show::{Dissection, Row};

use super::{Content, Label, Part, Read, Reason};
use crate::plan::hex;

impl<'i> Read<'i> {
    /// What each byte is, in rows under a title.
    pub fn dissection(&self, title: &str) -> Dissection<'i> {
        let mut of = Dissection::new(self.input, title);
        self.add_to(&mut of, 0);
        of
    }

    /// Adds rows to the dissection of an input in which this one begins at `base`.
    pub(super) fn add_to(&self, of: &mut Dissection<'_>, base: usize) {
        let (input, end) = (self.input, self.input.len());
        let mut rows = Vec::new();
        let stop = self.problem.as_ref().map_or(end, |problem| problem.offset.min(end));
        let root = &self.root;
        if root.parts().is_empty() {
            rows.push(row(input, root, 1, stop));
        }
        add(input, root, 1, stop, &mut rows);
        let read = rows.iter().map(|row| row.range.end).max().unwrap_or(0);
        if read < end && self.problem.is_some() {
            rows.push(Row::new(1, read..end, "not decoded", hex(&input[read..])));
        }
        for mut row in rows {
            row.range = base + row.range.start..base + row.range.end;
            of.rows.push(row);
        }
        if let Some(problem) = &self.problem {
            let mut words = problem.to_string();
            if let (Reason::Invalid(error), true) = (&problem.reason, base > 0) {
                words = format!(
                    "{}at byte {}",
                    &words[..words.len() - error.to_string().len()],
                    base + problem.offset
                );
                words = format!("{words}: {}", error.kind());
            }
            of.problems.push((base + problem.offset, words));
        }
    }
}

fn add(input: &[u8], part: &Part, depth: usize, stop: usize, rows: &mut Vec<Row>) {
    for inner in part.parts() {
        rows.push(row(input, inner, depth, stop));
        add(input, inner, depth + 1, stop, rows);
    }
}

/// The row of a part; `stop` is where reading stopped, up to which a wrong part has all bytes.
fn row(input: &[u8], part: &Part, depth: usize, stop: usize) -> Row {
    let name = match part.label {
        Label::Field("") => "value".to_owned(),
        Label::Field(name) => name.to_owned(),
        Label::Element(index) => format!("[{index}]"),
    };
    let (mut range, mut value): (Range<usize>, _) =
        (part.range.clone(), shown(input, &part.content));
    if part.is_wrong {
        range.end = range.end.max((stop + 1).min(input.len())).max(range.start);
        if value.is_empty() {
            value = hex(&input[range.clone()]);
        }
    }
    let mut row = Row::new(depth, range, &name, value);
    row.is_wrong = part.is_wrong;
    row
}

fn shown(input: &[u8], content: &Content) -> String {
    match content {
        Content::Nothing | Content::Fields(_) => String::new(),
        Content::Absent => "none".to_owned(),
        Content::Missing => "not in this version".to_owned(),
        Content::Bool(value) => value.to_string(),
        Content::Unsigned(value) => value.to_string(),
        Content::Signed(value) => value.to_string(),
        Content::Single(value) => value.to_string(),
        Content::Double(value) => value.to_string(),
        Content::Char(value) => format!("{value:?}"),
        Content::Text(text) => format!("{text:?}"),
        Content::Bytes(range) | Content::Magic(range) | Content::NoText(range) => {
            hex(&input[range.clone()])
        }
        Content::Some(inner) => shown(input, inner),
        Content::List(parts) => format!("({})", parts.len()),
        Content::Variant { name, tag, .. } => format!("{name} ({tag})"),
    }
}
