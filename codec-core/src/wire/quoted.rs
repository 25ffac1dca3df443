//! Bytes that are meant as text, in quotes.
#![forbid(unsafe_code)]

use core::fmt::{self, Write as _};

/// Shown as the `Debug` of a `str`, with escapes for the bytes that are not UTF-8.
pub(crate) struct Quoted<'b>(pub(crate) &'b [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for chunk in self.0.utf8_chunks() {
            chunk.valid().chars().try_for_each(|character| match character {
                '\'' => f.write_char(character),
                _ => write!(f, "{}", character.escape_debug()),
            })?;
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        f.write_char('"')
    }
}
