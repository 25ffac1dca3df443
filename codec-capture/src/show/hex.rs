//! Frames written as text: one frame per line, in hex.

/// The bytes of a line: pairs of hex digits, with or without spaces in between. Anything before a
/// `|` is a label, and anything after a `#` a comment. `None` if nothing remains.
///
/// ```
/// use codec_capture::show::hex;
/// assert_eq!(hex::parse("a|b|00 80 1B # note"), Ok(Some(vec![0x00, 0x80, 0x1b])));
/// assert_eq!(hex::parse("# nothing"), Ok(None));
/// ```
///
/// # Errors
/// The fault, in words: a character that is no digit, or an odd number of digits.
pub fn parse(line: &str) -> Result<Option<Vec<u8>>, String> {
    let line = line.split('#').next().unwrap_or_default();
    let hex = line.rsplit('|').next().unwrap_or_default().trim();
    let hex = hex.strip_prefix("0x").unwrap_or(hex);
    let mut digits = Vec::with_capacity(hex.len());
    for character in hex.chars().filter(|character| !character.is_whitespace()) {
        match character.to_digit(16).and_then(|digit| u8::try_from(digit).ok()) {
            Some(digit) => digits.push(digit),
            None => return Err(format!("{character:?} is no hex digit")),
        }
    }
    match digits.as_chunks::<2>() {
        ([], []) => Ok(None),
        (pairs, []) => Ok(Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())),
        (_, _) => Err(format!("{} hex digits, an odd number, are no bytes", digits.len())),
    }
}

/// Returns whether an input with this start is text. A raw frame whose six header bytes are all
/// text would be longer than half a megabyte.
///
/// ```
/// use codec_capture::show::hex;
/// assert!(hex::is_text(b"00 80") && !hex::is_text(&[0, 0x80]));
/// ```
pub fn is_text(start: &[u8]) -> bool {
    start.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~'))
}

/// The bytes of an input: itself, or what its lines [say](parse) if it is [text](is_text).
///
/// ```
/// use codec_capture::show::hex;
/// assert_eq!(hex::all(b"00 80 # first\n1b\n".to_vec()), Ok(vec![0x00, 0x80, 0x1b]));
/// assert_eq!(hex::all(vec![0x00, 0x80]), Ok(vec![0x00, 0x80]));
/// ```
///
/// # Errors
/// The same as [`parse`].
pub fn all(input: Vec<u8>) -> Result<Vec<u8>, String> {
    if !is_text(&input) {
        return Ok(input);
    }
    let mut whole = Vec::new();
    for line in String::from_utf8_lossy(&input).lines() {
        whole.extend(parse(line)?.unwrap_or_default());
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_labels_comments_and_spaces() {
        assert_eq!(parse("a|b|00 80 1B # note"), Ok(Some(vec![0x00, 0x80, 0x1b])));
        assert_eq!(parse("0x0a"), Ok(Some(vec![0x0a])));
        assert_eq!(parse("  # only a comment"), Ok(None));
    }

    #[test]
    fn refuses_what_is_no_hex() {
        assert!(parse("0g").is_err_and(|reason| reason.contains("'g'")));
        assert!(parse("abc").is_err_and(|reason| reason.contains("odd")));
    }
}
