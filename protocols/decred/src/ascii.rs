//! Strings for which the protocol accepts only printable ASCII.

use core::fmt;

use codec_core::{Decode, Encode};

/// A string of at most `MAX` bytes, each a printable ASCII character (0x20 to 0x7e).
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::Ascii;
/// let agent = Ascii::<256>::new("/dcrwire:1.0.0/").ok_or("it is printable")?;
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

impl<const MAX: usize> Ascii<MAX> {
    /// A copy of `text`, unless it is too long or not printable.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let fits = text.len() <= MAX && is_printable(text.as_bytes()).is_ok();
        fits.then(|| Self { text: text.into() })
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

as_str!(Ascii<MAX>, AsciiRef<'_, MAX>, AsciiShared<MAX>);
