//! Strings for which the protocol accepts only printable ASCII.

use core::fmt;
#[cfg(feature = "alloc")]
use core::str::FromStr;

use codec_core::wire::{TooLong, Vec};
use codec_derive::{Decode, Encode};

/// A string of at most `MAX` bytes, each a printable ASCII character (0x20 to 0x7e).
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::Ascii;
/// let agent: Ascii<256> = "/dcrwire:1.0.0/".try_into()?;
/// assert_eq!(Consensus::to_vec(&agent)?, b"\x0f/dcrwire:1.0.0/");
/// assert!(Consensus::from_slice::<Ascii<3>>(b"\x04abcd").is_err());
/// assert!(Consensus::from_slice::<Ascii<3>>(b"\x02a\n").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Ascii<const MAX: usize> {
    #[codec(max = MAX, check = is_printable)]
    text: Vec<u8>,
}

fn is_printable(bytes: &[u8]) -> Result<(), &'static str> {
    if bytes.iter().all(|byte| matches!(byte, 0x20..=0x7e)) {
        Ok(())
    } else {
        Err("must be printable ASCII")
    }
}

#[cfg(feature = "alloc")]
impl<const MAX: usize> Ascii<MAX> {
    /// A copy of `text`, unless it is too long or not printable.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        Self::try_from(text).ok()
    }
}

/// Why a string is not an [`Ascii`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AsciiError {
    /// It is longer than the limit, in bytes.
    TooLong(TooLong),
    /// It has a character that is not printable ASCII, at this byte.
    NotPrintable(usize),
}

impl fmt::Display for AsciiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(error) => write!(f, "length {error}"),
            Self::NotPrintable(at) => write!(f, "no printable ASCII character at byte {at}"),
        }
    }
}

impl core::error::Error for AsciiError {}

/// A copy.
///
/// ```
/// use codec_decred::{Ascii, AsciiError};
/// assert_eq!(Ascii::<3>::try_from("a.b")?.as_str(), "a.b");
/// assert_eq!(Ascii::<3>::try_from("a.\n").unwrap_err(), AsciiError::NotPrintable(2));
/// let error = "a.bc".parse::<Ascii<3>>().unwrap_err();
/// assert_eq!(error.to_string(), "length 4 is over the limit 3");
/// # Ok::<(), AsciiError>(())
/// ```
#[cfg(feature = "alloc")]
impl<const MAX: usize> TryFrom<&str> for Ascii<MAX> {
    type Error = AsciiError;

    fn try_from(text: &str) -> Result<Self, AsciiError> {
        if text.len() > MAX {
            return Err(AsciiError::TooLong(TooLong { len: text.len(), max: MAX }));
        }
        match text.bytes().position(|byte| !matches!(byte, 0x20..=0x7e)) {
            Some(at) => Err(AsciiError::NotPrintable(at)),
            None => Ok(Self { text: text.into() }),
        }
    }
}

#[cfg(feature = "alloc")]
impl<const MAX: usize> FromStr for Ascii<MAX> {
    type Err = AsciiError;

    fn from_str(text: &str) -> Result<Self, AsciiError> {
        Self::try_from(text)
    }
}

/// The bytes were checked to be ASCII.
fn text(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or_default()
}

impl<const MAX: usize> fmt::Debug for Ascii<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

macro_rules! as_str {
    ($($form:ty),*) => {$(
        impl<const MAX: usize> $form {
            /// The string.
            #[must_use]
            pub fn as_str(&self) -> &str {
                text(&self.text)
            }
        }

        impl<const MAX: usize> fmt::Display for $form {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl<const MAX: usize> AsRef<str> for $form {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
    )*};
}

as_str!(Ascii<MAX>, AsciiRef<'_, MAX>);
codec_core::shared! { as_str!(AsciiShared<MAX>); }
