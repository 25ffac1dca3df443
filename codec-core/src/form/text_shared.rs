//! A string in the reference-counted memory of the input.
#![forbid(unsafe_code)]

use core::fmt;
use core::ops::Deref;

use bytes::Bytes;

use crate::error::{DecodeError, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// The shared form of a `String`: UTF-8 in reference-counted memory.
///
/// It was checked once when it was decoded. [`as_str`](Self::as_str) checks it
/// again, which costs a pass over the string: keep the `&str` where it is read often.
///
/// ```
/// use bytes::Bytes;
/// use codec_core::{Bincode, DecodeError, Format, TextShared};
/// let source = Bytes::from_static(b"\x02\0\0\0\0\0\0\0hi");
/// let text: TextShared = Bincode::from_bytes(&source)?;
/// assert_eq!((text.as_str(), text.as_bytes().as_ptr()), ("hi", source[8..].as_ptr()));
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextShared(Bytes);

impl TextShared {
    /// The string.
    #[inline]
    pub fn as_str(&self) -> &str {
        // UTF-8 by construction: `decode` checks it, and bytes don't change.
        core::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The bytes of the string.
    #[inline]
    pub const fn as_bytes(&self) -> &Bytes {
        &self.0
    }
}

impl Deref for TextShared {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for TextShared {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl PartialEq<&str> for TextShared {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for TextShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Debug for TextShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Encode for TextShared {
    sizes!(encoded_size: str::encoded_size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        F::len_len(self.0.len()) + self.0.len()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        w.length(self.0.len())?;
        w.bytes(&self.0)
    }
}

impl Decodable for TextShared {
    sizes!(size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let len = r.length()?;
        let text = r.str(len)?;
        r.cursor_mut().charge_copy(len)?;
        r.cursor().share(text.as_bytes()).map(Self)
    }

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let len = r.length()?;
        r.str(len).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(1);
    }
}

crate::impl_decodable_ref!(TextShared);

crate::value::counted::as_counted!(TextShared; |it| &*it.0);

crate::value::counted::content! {own
    #[inline] TextShared;
    |r, count| {
        let text = r.str(count)?;
        r.cursor().share(text.as_bytes()).map(Self)
    };
    {
        r.fetch_all();
        Self::decode_counted(r, r.remaining())
    }
}
