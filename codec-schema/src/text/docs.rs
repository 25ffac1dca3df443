//! Doc comments in a lock: lines with `///` before what they are about, which no fingerprint and no
//! comparison sees.

use super::prose::paragraphs;
use crate::model::{Body, Model};

/// The longest line of a comment, in letters.
const WIDTH: usize = 100;

/// The line of a doc comment that this is, without the space before it.
pub(super) fn line(text: &str) -> Option<&str> {
    let doc = text.trim_start_matches(' ').strip_prefix("///")?;
    Some(doc.strip_prefix(' ').unwrap_or(doc))
}

/// The lines of a lock without doc comments, and without its last, the sum of them all.
pub(crate) fn bare(lock: &str) -> impl Iterator<Item = &str> {
    lock.lines().filter(|text| line(text).is_none() && !text.starts_with("sum "))
}

/// The lines of a doc comment without its examples, headings and links into code, which are Rust's.
fn prose(doc: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in paragraphs(doc) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(String::new());
        for word in paragraph.split_whitespace() {
            let line = lines.last().map_or(0, |line| line.chars().count());
            if line != 0 && line + 1 + word.chars().count() > WIDTH {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                let space = if line.is_empty() { "" } else { " " };
                line.extend([space, word]);
            }
        }
    }
    lines
}

/// The text of a model with doc comments.
pub(crate) fn documented(model: &Model) -> String {
    let (mut docs, mut written) = (docs(model).into_iter(), String::new());
    let mut is_described = false;
    for line in super::text(model).lines() {
        let content = line.trim_start();
        if content.len() == line.len() {
            is_described = line.starts_with("struct ") || line.starts_with("enum ");
        }
        if is_described && !content.is_empty() {
            let margin = &line[..line.len() - content.len()];
            for doc in prose(docs.next().unwrap_or_default()) {
                written.push_str(format!("{margin}/// {doc}").trim_end());
                written.push('\n');
            }
        }
        written.push_str(line);
        written.push('\n');
    }
    written
}

/// The doc comment of each line of a struct or an enum.
fn docs(model: &Model) -> Vec<&str> {
    let mut docs = Vec::new();
    for named in &model.named {
        match &named.body {
            Body::Struct(of) => {
                docs.push(&*named.doc);
                docs.extend(of.fields.iter().map(|field| &*field.doc));
            }
            Body::Enum(of) => {
                docs.push(&*named.doc);
                for variant in &of.variants {
                    docs.push(&*variant.doc);
                    docs.extend(variant.fields.iter().map(|field| &*field.doc));
                }
            }
            Body::Messages(_) => {}
        }
    }
    docs
}

#[cfg(test)]
#[path = "docs_tests.rs"]
mod tests;
