//! Owned types of programs without an allocator: they hold nothing, and name what is borrowed.
//!
//! A message is declared once, by its owned form, and its borrowed form refers to it. Without the
//! feature `alloc` that form exists and can't be decoded: a program that tries does not compile.
#![forbid(unsafe_code)]

use super::{LengthPrefix, Seq, SeqStorage, Storage};
use crate::error::DecodeError;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::counted::DecodeCounted;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;

/// A vector without memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vec<T>([T; 0]);

impl<T> Vec<T> {
    /// Stops a build that makes an owned sequence: when the type of its elements is known, which is
    /// never that large.
    const fn needs_alloc() -> Self {
        const {
            assert!(
                size_of::<T>() == usize::MAX,
                "owned values need the feature `alloc` of codec-core"
            );
        }
        Self([])
    }

    /// The elements as a slice, which is empty.
    #[inline]
    pub const fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> Default for Vec<T> {
    fn default() -> Self {
        Self([])
    }
}

impl<T> core::ops::Deref for Vec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(_: I) -> Self {
        Self::needs_alloc()
    }
}

impl Storage for Vec<u8> {
    const CAPACITY: usize = 0;

    fn copy_from(bytes: &[u8]) -> Self {
        assert!(bytes.is_empty(), "owned bytes need the feature `alloc` of codec-core");
        Self([])
    }
}

impl<T> SeqStorage for Vec<T> {
    #[inline]
    fn count(&self) -> usize {
        0
    }
}

crate::value::encode::encode_as!({T: Encode} Vec<T> as [T]; |it| it);

crate::value::counted::as_counted!({T: Encode} Vec<T>);

impl<T: Decodable> DecodeCounted for Vec<T> {
    fn decode_counted<F: Format>(_: &mut Reader<'_, F>, _: usize) -> Result<Self, DecodeError> {
        Ok(Self::needs_alloc())
    }

    fn decode_rest<F: Format>(_: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Ok(Self::needs_alloc())
    }
}

crate::form::element::borrows! {
    {T: BorrowableElement} Vec<T> as T::Seq<'de>;
    |value| Sequence::lend(value);
    |_borrowed| Self::needs_alloc()
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} Vec<T>);

/// Owned sequences, none of which is ever read.
macro_rules! never_read {
    ($({$($params:tt)*} $type:ty, $size:expr, $made:expr;)*) => {$(
        impl<$($params)*> Decodable for $type {
            fn size<F: Format>() -> Size {
                Size::at_least($size)
            }

            fn decode<F: Format>(_: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Ok($made)
            }

            crate::value::memory::no_memory!();
        }

        crate::impl_decodable_ref!({$($params)*} $type);
    )*};
}

never_read! {
    {T: Decodable} Vec<T>, F::len_size().min, Self::needs_alloc();
    {L: LengthPrefix, T: Decodable} Seq<L, Vec<T>>, L::SIZE, Self::unchecked(Vec::needs_alloc());
}
