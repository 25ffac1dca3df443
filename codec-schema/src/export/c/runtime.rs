//! The functions that all files share: a file has those that it calls.

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

fn calls(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let is_end = !code[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        is_end && code[at + name.len()..].starts_with('(')
    })
}

/// The functions among these that this code calls, and those that they call.
pub(super) fn called<'c>(code: &str, functions: &[&'c str]) -> Vec<&'c str> {
    let mut wanted = vec![false; functions.len()];
    let mut open = vec![code];
    while let Some(code) = open.pop() {
        for (function, is_wanted) in functions.iter().zip(&mut wanted) {
            if !*is_wanted && calls(code, name(function)) {
                *is_wanted = true;
                open.push(function);
            }
        }
    }
    let all = functions.iter().zip(wanted);
    all.filter(|(_, is_wanted)| *is_wanted).map(|(function, _)| *function).collect()
}

/// The functions of all files that this code calls.
pub(super) fn used(code: &str) -> String {
    let pieces: Vec<&str> = PIECES.split("\n\n").map(str::trim).collect();
    format!("\n{}\n", called(code, &pieces).join("\n\n"))
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
