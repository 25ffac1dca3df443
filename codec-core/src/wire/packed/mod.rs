//! An owned sequence in two allocations, however many elements it has.
//!
//! The elements are stored one after another in one allocation, encoded in a format that their type
//! picks, and are read as borrowed forms on demand. A second allocation holds the offset of each
//! but the first: a single element needs none.
#![forbid(unsafe_code)]

mod as_item;
mod codec;
mod compare;
mod convert;
mod iter;
mod packable;
pub(super) mod seq;

pub use as_item::EncodesAs;
pub use iter::PackedIter;
pub use packable::Packable;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::error::{EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::read::reader::Reader;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

/// The elements of a `Vec<T>`, in two allocations instead of one for each element:
/// `Packed<Vec<u8>>`, `Packed<String>`, and any type that implements [`Packable`]. On the wire it
/// is the same as a `Vec<T>`, in every format, and so are its borrowed and shared forms.
///
/// Its elements are read in their borrowed form (`&[u8]` of a `Vec<u8>`, `FooRef` of a `Foo`), in
/// constant time each. An element can't be changed in place. The UTF-8 of a string is checked again
/// on each read: keep the `&str` if it is read often.
///
/// ```
/// use codec_core::{Bincode, Format, Packed, Postcard};
/// let names: Packed<String> = ["ab", "", "c"].into_iter().collect();
/// assert_eq!(Postcard::to_vec(&names)?, b"\x03\x02ab\x00\x01c");
/// assert_eq!((&names[0], names.get(2), names.get(3)), ("ab", Some("c"), None));
///
/// let read: Packed<String> = Postcard::from_slice(b"\x03\x02ab\x00\x01c")?;
/// assert_eq!(read, names);
/// let vector = vec!["ab".to_string(), String::new(), "c".to_string()];
/// assert_eq!(Bincode::to_vec(&read)?, Bincode::to_vec(&vector)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Packed<T> {
    /// The elements in the format of their type, as it encodes them.
    bytes: Vec<u8>,
    /// The start of each element but the first. No element is zero-length, so that there are no
    /// elements when there are no bytes.
    bounds: Vec<usize>,
    items: PhantomData<fn() -> T>,
}

impl<T> Packed<T> {
    /// An empty sequence, which allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), bounds: Vec::new(), items: PhantomData }
    }

    /// An empty sequence with capacity for `elements` elements that take `bytes` bytes in total. A
    /// byte string or a string takes its length and a prefix of one, three, five or nine bytes, as
    /// a `CompactSize`.
    ///
    /// # Panics
    /// The same as [`Vec::with_capacity`].
    ///
    /// ```
    /// use codec_core::Packed;
    /// let mut blobs = Packed::<Vec<u8>>::with_capacity(2, 8);
    /// blobs.extend([&[1, 2, 3][..], &[4, 5, 6]]);
    /// assert_eq!(blobs.as_bytes(), [3, 1, 2, 3, 3, 4, 5, 6]); // asked for no more memory
    /// ```
    #[must_use]
    pub fn with_capacity(elements: usize, bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            bounds: Vec::with_capacity(elements.saturating_sub(1)),
            items: PhantomData,
        }
    }

    /// Number of elements.
    #[inline]
    pub const fn len(&self) -> usize {
        if self.bytes.is_empty() { 0 } else { self.bounds.len() + 1 }
    }

    /// Returns whether there is no element.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The elements as they are stored, in the format of their type: [`Packable::Layout`].
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// The capacity, in elements and in bytes.
    #[must_use]
    pub const fn capacity(&self) -> (usize, usize) {
        let elements = if self.bytes.capacity() == 0 { 0 } else { self.bounds.capacity() + 1 };
        (elements, self.bytes.capacity())
    }

    /// Removes all elements, and keeps the capacity.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.bounds.clear();
    }

    /// Removes all elements after the first `len`, and keeps the capacity.
    pub fn truncate(&mut self, len: usize) {
        if len == 0 {
            self.clear();
        } else if let Some(&end) = self.bounds.get(len - 1) {
            self.bytes.truncate(end);
            self.bounds.truncate(len - 1);
        }
    }

    /// Releases unused capacity.
    pub fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
        self.bounds.shrink_to_fit();
    }

    /// The bytes of the element at `index`.
    #[inline]
    fn element(&self, index: usize) -> Option<&[u8]> {
        let start = match index.checked_sub(1) {
            None => 0,
            Some(before) => *self.bounds.get(before)?,
        };
        let end = self.bounds.get(index).copied().unwrap_or(self.bytes.len());
        self.bytes.get(start..end).filter(|bytes| !bytes.is_empty())
    }
}

impl<T: Packable> Packed<T> {
    /// Appends an element: a `T`, a reference to one, or its borrowed form.
    ///
    /// # Errors
    /// The errors of encoding it, of which a byte string or a string has none;
    /// [`InvalidValue`](EncodeErrorKind::InvalidValue) when it is zero-length. Nothing is appended
    /// then.
    ///
    /// ```
    /// use codec_core::Packed;
    /// let mut blobs = Packed::<Vec<u8>>::new();
    /// blobs.push(vec![1, 2])?;
    /// blobs.push(&[3][..])?;
    /// assert_eq!(blobs.iter().collect::<Vec<_>>(), [&[1, 2][..], &[3]]);
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "as `Vec::push`, for what is not needed on")]
    pub fn push<I: EncodesAs<T>>(&mut self, item: I) -> Result<(), EncodeError> {
        self.append(&item)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn append<I: Encode>(&mut self, item: &I) -> Result<(), EncodeError> {
        let start = self.bytes.len();
        let written = T::Layout::encode_into(item, &mut self.bytes)?;
        if written == 0 {
            return Err(EncodeError::new(EncodeErrorKind::InvalidValue, start));
        }
        if start > 0 {
            if self.bounds.len() == self.bounds.capacity() && self.bounds.try_reserve(1).is_err() {
                self.bytes.truncate(start);
                return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, start));
            }
            self.bounds.push(start);
        }
        Ok(())
    }

    /// The element at `index`, in constant time.
    ///
    /// # Panics
    /// When the type can't decode what it encoded.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::Ref<'_>> {
        self.element(index).map(read::<T>)
    }

    /// The first element.
    ///
    /// # Panics
    /// The same as [`get`](Self::get).
    #[inline]
    pub fn first(&self) -> Option<T::Ref<'_>> {
        self.get(0)
    }

    /// The last element.
    ///
    /// # Panics
    /// The same as [`get`](Self::get).
    #[inline]
    pub fn last(&self) -> Option<T::Ref<'_>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The elements in order.
    ///
    /// # Panics
    /// The iterator panics as [`get`](Self::get) does.
    #[inline]
    pub const fn iter(&self) -> PackedIter<'_, T> {
        PackedIter::new(self)
    }

    /// Each element as an owned value.
    ///
    /// # Panics
    /// The same as [`get`](Self::get).
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().map(T::from_ref).collect()
    }
}

/// Reads an element from the bytes that its type wrote.
#[inline]
fn read<T: Packable>(bytes: &[u8]) -> T::Ref<'_> {
    // Depth was limited when the element was decoded.
    let cursor = Cursor::new(bytes).with_depth(u32::MAX);
    let mut r = Reader::<T::Layout>::from_cursor(cursor);
    T::Ref::decode_ref(&mut r).expect("what the type of an element wrote, it reads")
}
