//! Bytes and what each of them is.

use std::fmt;
use std::ops::Range;

use super::{Printable, page};

/// Bytes, what each of them is, and what is wrong with them.
///
/// `Display` is the text: one row a line, with a `!` before the one in which decoding failed.
///
/// ```
/// use codec_capture::show::{Dissection, Row};
/// let mut of = Dissection::new(&[1, 0, 7], "Ping");
/// of.rows.push(Row::new(0, 0..3, "Ping", String::new()));
/// of.rows.push(Row::new(1, 0..2, "nonce", "1".into()));
/// of.rows.push(Row::new(1, 2..3, "loud", "07".into()).wrong());
/// of.problems.push((2, "boolean is neither 0 nor 1".into()));
/// assert_eq!(
///     of.to_string(),
///     "       0..3  Ping\n       0..2    nonce 1\n       2..3 !  loud 07\n\
///      malformed: boolean is neither 0 nor 1\n"
/// );
/// assert!(of.html().contains("<b>07</b> <small>2..3</small>"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dissection<'b> {
    /// The bytes.
    pub bytes: &'b [u8],
    /// The title of a page.
    pub title: String,
    /// Rows in the order of the bytes, each within the nearest above it that is less deep.
    pub rows: Vec<Row>,
    /// Problems, each at an offset.
    pub problems: Vec<(usize, String)>,
}

/// A row: what some bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The number of rows that it is within.
    pub depth: usize,
    /// The offsets of its bytes.
    pub range: Range<usize>,
    /// The name.
    pub name: String,
    /// The value, as text.
    pub value: String,
    /// `true` if decoding failed in it.
    pub is_wrong: bool,
}

impl Row {
    /// A row in which nothing is wrong.
    pub fn new(depth: usize, range: Range<usize>, name: &str, value: String) -> Self {
        Self { depth, range, name: name.to_owned(), value, is_wrong: false }
    }

    /// Marks it as the one in which decoding failed.
    #[must_use]
    pub fn wrong(mut self) -> Self {
        self.is_wrong = true;
        self
    }
}

impl<'b> Dissection<'b> {
    /// Bytes without rows yet.
    pub fn new(bytes: &'b [u8], title: &str) -> Self {
        Self { bytes, title: title.to_owned(), rows: Vec::new(), problems: Vec::new() }
    }

    /// A page of HTML that needs no other file: bytes and rows side by side, each linked to the
    /// other.
    pub fn html(&self) -> String {
        page::write(self)
    }
}

impl fmt::Display for Dissection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let Row { depth, range, name, value, is_wrong } = row;
            let place = format!("{}..{}", range.start, range.end);
            let (indent, mark) = (2 * depth, if *is_wrong { '!' } else { ' ' });
            let line = format!("{place:>11} {mark}{:indent$}{name} {value}", "");
            writeln!(f, "{}", one_line(line.trim_end()))?;
        }
        for (_, problem) in &self.problems {
            writeln!(f, "malformed: {}", one_line(problem))?;
        }
        Ok(())
    }
}

/// A text on one line, whatever bytes it has names from.
fn one_line(text: &str) -> String {
    Printable(text).to_string().replace('\n', "\\u000a").replace('\t', "\\u0009")
}
