//! Text without characters that a terminal obeys.

use std::fmt::{self, Display, Write as _};

/// A text in which all characters but line ends, tabs and those that print as themselves are
/// `\u` and four hex digits, as in JSON: no text of a peer moves the cursor, changes the title, or
/// reverses the direction of the rest. JSON remains the same JSON.
///
/// ```
/// use codec_capture::show::Printable;
/// let text = "{\"name\":\"\u{202e}\u{9b}2Jé\"}";
/// assert_eq!(Printable(text).to_string(), r#"{"name":"\u202e\u009b2Jé"}"#);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Printable<T>(pub T);

impl<T: Display> Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Filter(f), "{}", self.0)
    }
}

struct Filter<'f, 'b>(&'f mut fmt::Formatter<'b>);

impl fmt::Write for Filter<'_, '_> {
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        while let Some((at, character)) =
            text.char_indices().find(|(_, character)| !is_printable(*character))
        {
            self.0.write_str(&text[..at])?;
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                write!(self.0, "\\u{unit:04x}")?;
            }
            text = &text[at + character.len_utf8()..];
        }
        self.0.write_str(text)
    }
}

fn is_printable(character: char) -> bool {
    match character {
        ' '..='~' | '\n' | '\t' => true,
        // Unicode's table, of which the standard library has a copy.
        other => other.escape_debug().eq([other]),
    }
}
