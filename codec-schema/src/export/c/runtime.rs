//! The functions that all files share: a file has those that it calls.

/// Each function begins after an empty line, perhaps with a comment.
const PIECES: &str =
    concat!(include_str!("basis.c"), "\n", include_str!("reader.c"), "\n", include_str!("writer.c"));

/// The name of the function that a piece defines.
fn name(piece: &str) -> &str {
    let head = piece.find("static ").map_or(piece, |at| &piece[at..]);
    let before = head.split('(').next().unwrap_or(head);
    before.rsplit([' ', '*']).next().unwrap_or(before)
}

fn calls(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| code[at + name.len()..].starts_with('('))
}

/// The functions that this code calls, and those that they call.
pub(super) fn used(code: &str) -> String {
    let pieces: Vec<&str> = PIECES.split("\n\n").map(str::trim).collect();
    let mut wanted = vec![false; pieces.len()];
    let mut open = vec![code];
    while let Some(code) = open.pop() {
        for (piece, is_wanted) in pieces.iter().zip(&mut wanted) {
            if !*is_wanted && calls(code, name(piece)) {
                *is_wanted = true;
                open.push(piece);
            }
        }
    }
    let used = pieces.iter().zip(&wanted).filter(|(_, is_wanted)| **is_wanted);
    used.map(|(piece, _)| format!("\n{piece}\n")).collect()
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
