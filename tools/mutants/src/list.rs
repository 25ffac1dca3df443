//! Output of `cargo mutants --list --json`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

/// A change; its number is its place in the list.
#[derive(Deserialize, Serialize)]
pub struct Mutant {
    pub name: String,
    pub file: String,
    pub genre: Genre,
    pub replacement: String,
    pub span: Span,
    /// The test that is to notice it, with its program, if one is named: it is tried first.
    #[serde(default)]
    pub by: String,
}

#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
    /// Any expression, from `tools/mutants/places`.
    Expression,
}

#[derive(Deserialize, Serialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// Both count from one; the column counts characters.
#[derive(Deserialize, Serialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    fn offset(&self, text: &str) -> usize {
        let line: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let column: usize = text[line..].chars().take(self.column - 1).map(char::len_utf8).sum();
        line + column
    }
}

impl Mutant {
    /// The bytes of the file that change.
    pub fn range(&self, text: &str) -> Range<usize> {
        self.span.start.offset(text)..self.span.end.offset(text)
    }
}

pub fn read(path: &str) -> Vec<Mutant> {
    let text = std::fs::read_to_string(path).expect("the list of changes");
    serde_json::from_str(&text).expect("a list by cargo-mutants")
}

/// The numbers of the changes that don't compile, none if there is no such file.
pub fn refused(path: &str) -> BTreeSet<usize> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.split(' ').next()?.parse().ok()).collect()
}
