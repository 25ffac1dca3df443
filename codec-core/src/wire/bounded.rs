//! Byte strings with a length prefix and a limit: one type for opaque bytes and for text, in any
//! storage.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;
use core::str::Utf8Error;

use super::TooLong;
use super::quoted::Quoted;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Opaque {}
    impl Sealed for super::Textual {}
}

/// The meaning of the bytes of a [`Bounded`]: [`Opaque`] or [`Textual`]. Sealed.
pub trait Kind: sealed::Sealed + 'static {
    /// `true` if they are meant as text.
    const TEXT: bool;
}

/// Bytes without a meaning of their own; shown in hex.
#[derive(Debug, Clone, Copy)]
pub enum Opaque {}

/// Bytes meant as text, though they need not be UTF-8; shown as text.
#[derive(Debug, Clone, Copy)]
pub enum Textual {}

impl Kind for Opaque {
    const TEXT: bool = false;
}

impl Kind for Textual {
    const TEXT: bool = true;
}

/// Opaque bytes with a length prefix `L`, at most `MAX` of them, in the storage `S`.
pub type Blob<L, const MAX: usize, S> = Bounded<Opaque, L, MAX, S>;

/// Text with a length prefix `L`, at most `MAX` bytes of it, in the storage `S`.
///
/// ```
/// use codec_core::{Format, Sv2, wire::{Str0255, Str0255Ref}};
/// let name: Str0255Ref = Sv2::from_slice_ref(b"\x03a.b")?;
/// assert_eq!(name.as_str(), Ok("a.b"));
/// assert_eq!(Str0255::from(name), name);
/// assert_eq!(Str0255::try_from("x".repeat(256)).unwrap_err().max, 255);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
pub type Text<L, const MAX: usize, S> = Bounded<Textual, L, MAX, S>;

/// At most `MAX` bytes after a length prefix `L`, in the storage `S`: a slice, `Bytes`, or owned
/// memory. A value never holds more than `MAX` bytes, so it always encodes. Two values are equal
/// when their bytes are, whatever their storage.
pub struct Bounded<K, L, const MAX: usize, S> {
    /// At most `MAX` bytes.
    bytes: S,
    kind: PhantomData<fn() -> (K, L)>,
}

impl<K, L, const MAX: usize, S> Bounded<K, L, MAX, S> {
    /// The most bytes that it can hold.
    pub const MAX: usize = MAX;

    /// A value of these bytes, whose length the caller has checked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn unchecked(bytes: S) -> Self {
        Self { bytes, kind: PhantomData }
    }

    /// The storage.
    #[inline]
    pub fn into_inner(self) -> S {
        self.bytes
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) const fn inner_mut(&mut self) -> &mut S {
        &mut self.bytes
    }
}

impl<K, L, const MAX: usize, S: AsRef<[u8]>> Bounded<K, L, MAX, S> {
    /// Wraps `bytes`, of which there may be at most `MAX`.
    ///
    /// # Errors
    /// [`TooLong`] when there are more than `MAX`.
    #[inline]
    pub fn new(bytes: S) -> Result<Self, TooLong> {
        check(bytes.as_ref(), MAX)?;
        Ok(Self::unchecked(bytes))
    }

    /// The bytes, without the length prefix.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Number of bytes, without the length prefix.
    #[inline]
    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }

    /// Returns whether there are no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }
}

impl<'de, K, L, const MAX: usize> Bounded<K, L, MAX, &'de [u8]> {
    /// The bytes, for as long as the input lives.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn bytes(&self) -> &'de [u8] {
        self.bytes
    }
}

impl<L, const MAX: usize, S: AsRef<[u8]>> Text<L, MAX, S> {
    /// The string.
    ///
    /// # Errors
    /// When the bytes are not UTF-8, which decoding does not require.
    #[inline]
    pub fn as_str(&self) -> Result<&str, Utf8Error> {
        core::str::from_utf8(self.as_bytes())
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) const fn check(bytes: &[u8], max: usize) -> Result<(), TooLong> {
    if bytes.len() > max { Err(TooLong { len: bytes.len(), max }) } else { Ok(()) }
}

impl<K, L, const MAX: usize, S: AsRef<[u8]>> AsRef<[u8]> for Bounded<K, L, MAX, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

super::bounded_codec::compared!({K, L, const MAX: usize} Bounded<K, L, MAX>; as_bytes);

/// Hex of opaque bytes; text with U+FFFD in place of invalid UTF-8.
impl<K: Kind, L, const MAX: usize, S: AsRef<[u8]>> fmt::Display for Bounded<K, L, MAX, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !K::TEXT {
            return self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"));
        }
        self.as_bytes().utf8_chunks().try_for_each(|chunk| {
            f.write_str(chunk.valid())?;
            f.write_str(if chunk.invalid().is_empty() { "" } else { "\u{fffd}" })
        })
    }
}

/// Hex of opaque bytes; text in quotes, with escapes for invalid UTF-8.
impl<K: Kind, L, const MAX: usize, S: AsRef<[u8]>> fmt::Debug for Bounded<K, L, MAX, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !K::TEXT {
            return fmt::Display::fmt(self, f);
        }
        fmt::Display::fmt(&Quoted(self.as_bytes()), f)
    }
}
