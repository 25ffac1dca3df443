//! Storage of the bytes of a bounded type.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::error::DecodeErrorKind;
use crate::format::Format;
use crate::read::reader::Reader;

/// Memory that owns its bytes or shares reference-counted ones: inline, on the heap,
/// or a slice of a `Bytes`. A borrowed slice is not one: it has a lifetime.
pub trait Storage: AsRef<[u8]> + Sync + Sized {
    /// The most bytes that it can hold.
    const CAPACITY: usize;

    /// `true` if it keeps the bytes on the heap.
    const ALLOCATES: bool = true;

    /// Copies `bytes`, at most [`CAPACITY`](Self::CAPACITY) of them.
    ///
    /// # Panics
    /// When there are more.
    fn copy_from(bytes: &[u8]) -> Self;

    /// Takes ownership of `bytes`, at most [`CAPACITY`](Self::CAPACITY) of them: without a copy if
    /// it stores its bytes on the heap.
    ///
    /// # Panics
    /// When there are more.
    #[cfg(feature = "alloc")]
    fn from_vec(bytes: Vec<u8>) -> Self {
        Self::copy_from(&bytes)
    }

    /// Reads `len` bytes, at most [`CAPACITY`](Self::CAPACITY). `text` decides how a trace shows
    /// them.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>, len: usize, text: bool) -> Result<Self, DecodeError> {
        take(r, len, text).map(Self::copy_from)
    }

    /// Like [`read`](Self::read), into an existing value; reuses its memory.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_over<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        len: usize,
        text: bool,
    ) -> Result<(), DecodeError> {
        *self = Self::read(r, len, text)?;
        Ok(())
    }
}

/// Takes the bytes of a bounded type from the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take<'de, F: Format>(
    r: &mut Reader<'de, F>,
    len: usize,
    text: bool,
) -> Result<&'de [u8], DecodeError> {
    if text { r.take_str_bytes(len) } else { r.take(len) }
}

/// Up to `N` bytes stored inline, without an allocation. `N` is at most 255.
#[derive(Clone, Copy)]
pub struct InlineBytes<const N: usize> {
    len: u8,
    bytes: [u8; N],
}

impl<const N: usize> InlineBytes<N> {
    /// Bytes from the front of `window`, which may be longer than `len`.
    ///
    /// A copy of constant length is two loads and two stores, so where the window allows it `N`
    /// bytes are copied, whatever the length; those beyond it are never read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_window(window: &[u8], len: usize) -> Self {
        assert!(len <= N && N <= 255);
        #[expect(clippy::cast_possible_truncation, reason = "at most 255 by the assertion")]
        let short = len as u8;
        if let Some(bytes) = window.first_chunk::<N>() {
            return Self { len: short, bytes: *bytes };
        }
        let mut bytes = [0; N];
        bytes[..len].copy_from_slice(&window[..len]);
        Self { len: short, bytes }
    }

    /// Like [`from_window`](Self::from_window), in place. A new value would be built elsewhere, and
    /// then moved field by field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set_to_window(&mut self, window: &[u8], len: usize) {
        assert!(len <= N && N <= 255);
        #[expect(clippy::cast_possible_truncation, reason = "at most 255 by the assertion")]
        let short = len as u8;
        match window.first_chunk::<N>() {
            Some(bytes) => self.bytes = *bytes,
            None => self.bytes[..len].copy_from_slice(&window[..len]),
        }
        self.len = short;
    }
}

impl<const N: usize> AsRef<[u8]> for InlineBytes<N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl<const N: usize> Storage for InlineBytes<N> {
    const CAPACITY: usize = N;
    const ALLOCATES: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copy_from(bytes: &[u8]) -> Self {
        Self::from_window(bytes, bytes.len())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>, len: usize, text: bool) -> Result<Self, DecodeError> {
        r.fetch(len);
        let window = r.cursor().rest();
        take(r, len, text)?;
        Ok(Self::from_window(window, len))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_over<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        len: usize,
        text: bool,
    ) -> Result<(), DecodeError> {
        r.fetch(len);
        let window = r.cursor().rest();
        take(r, len, text)?;
        self.set_to_window(window, len);
        Ok(())
    }
}

/// Up to 30 bytes inline, more on the heap: 32 bytes in total, as much as a `Vec` and its alignment
/// would take.
#[cfg(feature = "alloc")]
#[derive(Clone)]
pub struct SmallBytes(Small);

#[cfg(feature = "alloc")]
#[derive(Clone)]
enum Small {
    Inline(InlineBytes<INLINE>),
    Heap(Vec<u8>),
}

#[cfg(feature = "alloc")]
const INLINE: usize = 30;

#[cfg(feature = "alloc")]
const _: () = assert!(size_of::<SmallBytes>() == 32);

#[cfg(feature = "alloc")]
impl AsRef<[u8]> for SmallBytes {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Small::Inline(bytes) => bytes.as_ref(),
            Small::Heap(bytes) => bytes,
        }
    }
}

#[cfg(feature = "alloc")]
impl Storage for SmallBytes {
    const CAPACITY: usize = usize::MAX;

    #[inline]
    fn copy_from(bytes: &[u8]) -> Self {
        if bytes.len() <= INLINE {
            Self(Small::Inline(InlineBytes::copy_from(bytes)))
        } else {
            Self(Small::Heap(bytes.to_vec()))
        }
    }

    #[inline]
    fn from_vec(bytes: Vec<u8>) -> Self {
        if bytes.len() <= INLINE { Self::copy_from(&bytes) } else { Self(Small::Heap(bytes)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>, len: usize, text: bool) -> Result<Self, DecodeError> {
        if len <= INLINE {
            InlineBytes::read(r, len, text).map(|bytes| Self(Small::Inline(bytes)))
        } else {
            Vec::read(r, len, text).map(|bytes| Self(Small::Heap(bytes)))
        }
    }

    #[inline]
    fn read_over<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        len: usize,
        text: bool,
    ) -> Result<(), DecodeError> {
        match &mut self.0 {
            Small::Heap(bytes) => bytes.read_over(r, len, text),
            Small::Inline(bytes) if len <= INLINE => bytes.read_over(r, len, text),
            Small::Inline(_) => Self::read(r, len, text).map(|own| *self = own),
        }
    }
}

#[cfg(feature = "alloc")]
impl Storage for Vec<u8> {
    const CAPACITY: usize = usize::MAX;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copy_from(bytes: &[u8]) -> Self {
        bytes.to_vec()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_vec(bytes: Vec<u8>) -> Self {
        bytes
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>, len: usize, text: bool) -> Result<Self, DecodeError> {
        let bytes = take(r, len, text)?;
        r.charge(len)?;
        crate::raw::copied(bytes).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
    }

    #[inline]
    fn read_over<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        len: usize,
        text: bool,
    ) -> Result<(), DecodeError> {
        let bytes = take(r, len, text)?;
        r.charge(len)?;
        self.clear();
        crate::raw::append_bytes(self, bytes).ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
    }
}

/// Up to 30 bytes inline, more on the heap. Without the feature `alloc`, none.
#[cfg(not(feature = "alloc"))]
pub type SmallBytes = super::Vec<u8>;

#[cfg(feature = "bytes")]
impl Storage for bytes::Bytes {
    const CAPACITY: usize = usize::MAX;

    #[inline]
    fn copy_from(bytes: &[u8]) -> Self {
        Self::copy_from_slice(bytes)
    }

    #[inline]
    fn from_vec(bytes: Vec<u8>) -> Self {
        bytes.into()
    }

    #[inline]
    fn read<F: Format>(r: &mut Reader<'_, F>, len: usize, text: bool) -> Result<Self, DecodeError> {
        if text { r.shared_str(len) } else { r.shared(len) }
    }
}
