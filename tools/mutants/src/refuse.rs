//! Finds the changes that don't compile, by where the compiler's errors point.

use crate::list::Mutant;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufRead;
use std::path::Path;

/// Adds the changes that cargo's messages name to the file of those refused.
pub fn all(mutants: &[Mutant], tree: &Path, refused: &str) {
    let mut found = BTreeMap::new();
    let mut strays = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line.expect("cargo's messages")) else {
            continue;
        };
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let code = message["code"]["code"].as_str().unwrap_or("error").to_owned();
        let spans = message["spans"].as_array().into_iter().flatten();
        let numbers: Vec<usize> =
            spans.clone().filter_map(|span| change_at(tree, mutants, span)).collect();
        match numbers.first() {
            Some(&number) => drop(found.insert(number, code)),
            None if spans.count() > 0 => strays.push(message["rendered"].to_string()),
            None => {}
        }
    }
    let mut text = std::fs::read_to_string(refused).unwrap_or_default();
    for (number, code) in &found {
        let _ = writeln!(text, "{number} {code} {}", mutants[*number].name);
    }
    std::fs::write(refused, text).expect("the file of those refused");
    println!("{} changes don't compile", found.len());
    assert!(!found.is_empty() || strays.is_empty(), "errors of no change:\n{}", strays.join("\n"));
}

/// The change whose text an error points at, or into whose text.
fn change_at(tree: &Path, mutants: &[Mutant], span: &Value) -> Option<usize> {
    let file = span["file_name"].as_str()?;
    let known = mutants.iter().any(|mutant| file.ends_with(&mutant.file));
    let text = std::fs::read_to_string(tree.join(file)).ok().filter(|_| known)?;
    let (start, end) = (span["byte_start"].as_u64()? as usize, span["byte_end"].as_u64()? as usize);
    // The innermost that was opened before and not closed.
    let before = text.get(..start)?;
    let mut open = Vec::new();
    let mut rest = before;
    while let Some(at) = rest.find("/*") {
        rest = &rest[at + 2..];
        let digits = |text: &str| text.split("*/").next().and_then(|text| text.parse().ok());
        if let Some(number) = rest.strip_prefix('<').and_then(digits) {
            open.push(number);
        } else if let Some(number) = rest.strip_prefix('>').and_then(digits) {
            open.retain(|&other: &usize| other != number);
        }
    }
    // An error about an expression as a whole begins before its mark.
    let within = || {
        let inside = text.get(start..end).filter(|inside| inside.len() < 400)?;
        inside.split("/*<").nth(1)?.split("*/").next()?.parse().ok()
    };
    open.last().copied().or_else(within)
}
