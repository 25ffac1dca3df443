//! A list that allocates no memory for a single element.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use codec_core::field::{Counted, DecodeCounted};
use codec_core::schema::{Describe, SchemaRef};
use codec_core::{
    Borrowable, BorrowableElement, Decodable, DecodeError, Encode, EncodeError, Format, MemoryWalk,
    Reader, SeqRef, Sequence, Size, Writer,
};

/// A list that mostly has a single element, which is stored inline; several elements are
/// stored in a vector. It dereferences to a slice.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::Few;
/// let mut list = Few::from(vec![7u16]);
/// assert_eq!(*list, [7]);
/// list.push(8);
/// assert_eq!(Consensus::to_vec(&list)?, [2, 7, 0, 8, 0]);
/// assert_eq!(Consensus::from_slice::<Few<u16>>(&[2, 7, 0, 8, 0])?, list);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Few<T>(Repr<T>);

#[derive(Clone)]
enum Repr<T> {
    One([T; 1]),
    Any(Vec<T>),
}

impl<T> Few<T> {
    /// A list without elements.
    #[must_use]
    pub const fn new() -> Self {
        Self(Repr::Any(Vec::new()))
    }

    /// Appends an element.
    pub fn push(&mut self, item: T) {
        self.extend([item]);
    }

    /// The elements in a vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        match self.0 {
            Repr::One(one) => Vec::from(one),
            Repr::Any(items) => items,
        }
    }

    /// The elements, mutable.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        match &mut self.0 {
            Repr::One(one) => one,
            Repr::Any(items) => items,
        }
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(items: Vec<T>) -> Self {
        Self(Repr::Any(items))
    }
}

impl<T> From<T> for Few<T> {
    fn from(item: T) -> Self {
        Self(Repr::One([item]))
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        list.extend(items);
        list
    }
}

impl<T> Extend<T> for Few<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let mut items = items.into_iter();
        let vec = match core::mem::replace(&mut self.0, Repr::Any(Vec::new())) {
            Repr::Any(vec) if vec.capacity() == 0 => {
                let Some(first) = items.next() else { return };
                let Some(second) = items.next() else {
                    self.0 = Repr::One([first]);
                    return;
                };
                vec![first, second]
            }
            Repr::Any(vec) => vec,
            Repr::One(one) => {
                let Some(second) = items.next() else {
                    self.0 = Repr::One(one);
                    return;
                };
                let [first] = one;
                vec![first, second]
            }
        };
        let mut vec = vec;
        vec.extend(items);
        self.0 = Repr::Any(vec);
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Repr::One(one) => one,
            Repr::Any(items) => items,
        }
    }
}

impl<T> AsRef<[T]> for Few<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<'a, T> IntoIterator for &'a Few<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for Few<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Few<T> {}

impl<T: Hash> Hash for Few<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Encode> Encode for Few<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[T]>::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        (**self).encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).encode(w)
    }
}

impl<T: Encode> Counted for Few<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        (**self).content_len::<F>()
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).encode_content(w)
    }
}

/// Reads the single element, at the depth that it would have in a vector.
#[inline(always)]
fn single<F: Format, T: Decodable, O>(
    r: &mut Reader<'_, F>,
    read: impl FnOnce(&mut Reader<'_, F>) -> Result<O, DecodeError>,
) -> Result<O, DecodeError> {
    let size = T::size::<F>();
    r.ensure(size.min)?;
    if size.fixed { r.element(0, read) } else { r.nested(|r| r.element(0, read)) }
}

impl<T: Decodable> Decodable for Few<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Vec<T> as Decodable>::size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let count = r.length()?;
        Self::decode_counted(r, count)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let count = r.length()?;
        self.decode_counted_into(r, count)
    }

    fn memory<F: Format>(walk: &mut MemoryWalk) {
        walk.part::<F, Vec<T>>();
    }
}

impl<T: Decodable> DecodeCounted for Few<T> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        if count != 1 {
            return Vec::decode_counted(r, count).map(Self::from);
        }
        single::<F, T, _>(r, T::decode).map(Self::from)
    }

    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        match &mut self.0 {
            Repr::Any(items) if count != 1 || items.capacity() > 0 => {
                items.decode_counted_into(r, count)
            }
            Repr::One([item]) if count == 1 => single::<F, T, _>(r, |r| item.decode_into(r)),
            _ => {
                *self = Self::decode_counted(r, count)?;
                Ok(())
            }
        }
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Vec::decode_rest(r).map(Self::from)
    }
}

impl<T: BorrowableElement> Borrowable for Few<T> {
    type Ref<'de>
        = T::Seq<'de>
    where
        Self: 'de;

    #[inline(always)]
    fn to_ref(&self) -> Self::Ref<'_> {
        Sequence::lend(self)
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        let mut items = Self::new();
        borrowed.append_to(&mut items);
        items
    }
}

impl<T: BorrowableElement + Sync> BorrowableElement for Few<T> {
    type Seq<'de>
        = SeqRef<'de, T::Seq<'de>>
    where
        Self: 'de;
}

codec_core::shared! {
    impl<T: codec_core::ShareableElement> codec_core::Shareable for Few<T> {
        type Shared = T::SharedSeq;

        fn from_shared(shared: Self::Shared) -> Self {
            let mut items = Self::new();
            codec_core::SharedSequence::append_to(shared, &mut items);
            items
        }
    }

    impl<T: codec_core::ShareableElement> codec_core::ShareableElement for Few<T> {
        type SharedSeq = codec_core::SeqShared<T::SharedSeq>;
    }
}

impl<T: Describe> Describe for Few<T> {
    const SCHEMA: SchemaRef = <Vec<T> as Describe>::SCHEMA;
}
