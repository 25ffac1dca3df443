//! Values as rows, for people.

use std::ops::Range;

use codec_capture::show::{Dissection, Row};

use super::{Content, Label, Part, Problem, Read, Reason};
use crate::plan::hex;

impl<'i> Read<'i> {
    /// The bytes, with rows for their parts, under a title.
    pub fn dissection(&self, title: &str) -> Dissection<'i> {
        let mut of = Dissection::new(self.input, title);
        self.add_rows(&mut of, 0);
        of.problems.extend(self.malformed(0));
        of
    }

    /// The offset of what is malformed, and the words, with offsets of what the input is in, in which
    /// it begins at `base`.
    pub(super) fn malformed(&self, base: usize) -> Option<(usize, String)> {
        let problem = self.problem.as_ref()?;
        let is_invalid = matches!(problem.reason, Reason::Invalid(_));
        is_invalid.then(|| (base + problem.offset, problem.at(base)))
    }

    /// Adds rows to the dissection of an input in which this one begins at `base`.
    pub(super) fn add_rows(&self, of: &mut Dissection<'_>, base: usize) {
        let (input, end) = (self.input, self.input.len());
        let mut rows = Vec::new();
        let stop = match &self.problem {
            Some(Problem { offset, reason: Reason::Invalid(_), .. }) => (offset + 1).min(end),
            _ => 0,
        };
        let root = &self.root;
        if root.parts().is_empty() {
            rows.push(row(input, root, 1, stop));
        }
        add(input, root, 1, stop, &mut rows);
        let read = rows.iter().map(|row| row.range.end).max().unwrap_or(0);
        let reason = self.problem.as_ref().map(|problem| &problem.reason);
        let name = match reason {
            Some(Reason::Undescribed(words)) => format!("not described ({words}):"),
            _ => "not decoded".to_owned(),
        };
        if reason.is_some() && (read < end || name != "not decoded") {
            rows.push(Row::new(1, read..end, &name, hex(&input[read..])));
        }
        for mut row in rows {
            row.range = base + row.range.start..base + row.range.end;
            of.rows.push(row);
        }
    }
}

/// Adds the rows of the parts, and returns the offset that they reach.
fn add(input: &[u8], part: &Part, depth: usize, stop: usize, rows: &mut Vec<Row>) -> usize {
    let mut reached = 0;
    for inner in part.parts() {
        let at = rows.len();
        rows.push(row(input, inner, depth, stop));
        let end = add(input, inner, depth + 1, stop, rows);
        rows[at].range.end = rows[at].range.end.max(end);
        reached = reached.max(rows[at].range.end);
    }
    reached
}

/// The row of a part; a wrong one has all bytes up to `stop`.
fn row(input: &[u8], part: &Part, depth: usize, stop: usize) -> Row {
    let name = match part.label {
        Label::Field("") => "value".to_owned(),
        Label::Field(name) => name.to_owned(),
        Label::Element(index) => format!("[{index}]"),
    };
    let (mut range, mut value): (Range<usize>, _) =
        (part.range.clone(), shown(input, &part.content));
    if part.is_wrong {
        range.end = range.end.max(stop).max(range.start);
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
