//! The functions that all files share: a file has those that it calls.

use std::collections::HashMap;

/// Each function begins after an empty line, perhaps with a comment.
const PIECES: &str = concat!(
    include_str!("basis.c"),
    "\n",
    include_str!("reader.c"),
    "\n",
    include_str!("writer.c")
);

/// The name of the function that a piece defines.
fn name(piece: &str) -> &str {
    let head = piece.find("static ").map_or(piece, |at| &piece[at..]);
    let before = head.split('(').next().unwrap_or(head);
    before.rsplit([' ', '*']).next().unwrap_or(before)
}

/// The places of the functions among these that this code calls, and of those that they call.
pub(super) fn called(code: &str, functions: &[&str]) -> Vec<usize> {
    let names = functions.iter().zip(0..).map(|(function, at)| (name(function), at));
    let names: HashMap<&str, usize> = names.collect();
    let mut wanted = vec![false; functions.len()];
    let mut open = vec![code];
    while let Some(code) = open.pop() {
        for (at, _) in code.match_indices('(') {
            let before = &code[..at];
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let word = &before[before.trim_end_matches(is_word).len()..];
            let Some(&function) = names.get(word) else { continue };
            if !std::mem::replace(&mut wanted[function], true) {
                open.push(functions[function]);
            }
        }
    }
    (0..functions.len()).filter(|at| wanted[*at]).collect()
}

/// The functions of all files that this code calls.
pub(super) fn used(code: &str) -> String {
    let pieces: Vec<&str> = PIECES.split("\n\n").map(str::trim).collect();
    let called: Vec<_> = called(code, &pieces).into_iter().map(|at| pieces[at]).collect();
    format!("\n{}\n", called.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_comes_with_those_that_it_calls() {
        let used = used("codec_finish(r);");
        let names: Vec<_> = used.trim().split("\n\n").map(name).collect();
        assert_eq!(names, ["codec_fail", "codec_finish"]);
        let all = PIECES.split("\n\n").map(name).collect::<Vec<_>>();
        assert!(all.iter().all(|name| name.starts_with("codec_")), "{all:?}");
    }
}
