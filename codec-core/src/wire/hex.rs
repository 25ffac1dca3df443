//! Bytes as hex digits, and back.
#![forbid(unsafe_code)]

use core::fmt;

/// Why a string is not the hex of a value of this length.
///
/// ```
/// use codec_core::wire::{Mac, ParseHexError};
/// assert_eq!("00".parse::<Mac>(), Err(ParseHexError::Length { digits: 2, expected: 32 }));
/// let error = "0000000000000000000000000000000g".parse::<Mac>().unwrap_err();
/// assert_eq!(error.to_string(), "no hex digit at byte 31");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseHexError {
    /// The string is shorter or longer than the value's digits.
    Length {
        /// Bytes of the string.
        digits: usize,
        /// Two for each byte of the value.
        expected: usize,
    },
    /// A character other than `0` to `9`, `a` to `f` and `A` to `F`.
    Digit {
        /// The offset in the string, in bytes.
        at: usize,
    },
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { digits, expected } => write!(f, "{digits} hex digits, not {expected}"),
            Self::Digit { at } => write!(f, "no hex digit at byte {at}"),
        }
    }
}

impl core::error::Error for ParseHexError {}

/// The bytes of a string of hex digits, two digits each, in the order of the string.
pub(super) fn parse<const N: usize>(text: &str) -> Result<[u8; N], ParseHexError> {
    let (digits, expected) = (text.len(), 2 * N);
    let pairs = match text.as_bytes().as_chunks::<2>() {
        (pairs, []) if pairs.len() == N => pairs,
        _ => return Err(ParseHexError::Length { digits, expected }),
    };
    let mut bytes = [0; N];
    for ((byte, pair), index) in bytes.iter_mut().zip(pairs).zip(0..) {
        let digit = |half: usize| {
            let value = char::from(pair[half]).to_digit(16).and_then(|value| value.try_into().ok());
            value.ok_or(ParseHexError::Digit { at: 2 * index + half })
        };
        let (high, low): (u8, u8) = (digit(0)?, digit(1)?);
        *byte = high << 4 | low;
    }
    Ok(bytes)
}

/// Writes bytes in lower case, after `0x` with the flag `#`.
pub(super) fn lower(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(if f.alternate() { "0x" } else { "" })?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Like [`lower`], in upper case.
pub(super) fn upper(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(if f.alternate() { "0x" } else { "" })?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
}
