//! A borrowed double-ended queue, whose elements are in one part or in two.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::counted::{Counted, DecodeCountedRef};
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::Borrow;
use crate::value::offsets::{DecodeIndexed, EncodeIndexed};
use crate::write::writer::Writer;

/// The borrowed form of a `VecDeque`: `S` is the borrowed form of a
/// sequence of its elements, `&[u8]` or a [`SeqRef`](crate::SeqRef). Decoded, all elements are in the
/// front part; an owned queue may lend a back part as well. Like queues, they are compared, ordered and hashed by their elements,
/// wherever the parts are divided.
///
/// ```
/// use codec_core::{DequeRef, DecodeError, Format, Postcard};
/// let queue: DequeRef<&[u8]> = Postcard::from_slice_ref(&[2, 7, 8])?;
/// assert_eq!((queue.front(), queue.back()), (&[7u8, 8][..], None));
/// assert_eq!(queue, DequeRef::new(&[7][..], Some(&[8][..])));
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct DequeRef<S> {
    pub(crate) front: S,
    pub(crate) back: Option<S>,
}

impl<S: Copy> DequeRef<S> {
    /// A queue of one part, or of two.
    #[inline]
    pub const fn new(front: S, back: Option<S>) -> Self {
        Self { front, back }
    }

    /// The elements at the front.
    #[inline]
    pub const fn front(&self) -> S {
        self.front
    }

    /// The elements after those at the front, if there are any.
    #[inline]
    pub const fn back(&self) -> Option<S> {
        self.back
    }
}

impl<S: Copy + IntoIterator> DequeRef<S> {
    fn elements(&self) -> impl Iterator<Item = S::Item> + use<S> {
        self.front.into_iter().chain(self.back.into_iter().flatten())
    }

    /// Number of elements. Of the iterators, since only what can be encoded is `Counted`.
    fn len(&self) -> usize
    where
        S::IntoIter: ExactSizeIterator,
    {
        let back = self.back.map_or(0, |back| back.into_iter().len());
        self.front.into_iter().len().saturating_add(back)
    }
}

// Two that have one part each, as decoded ones do, are compared as `S` is: bytes by `memcmp`.
impl<S> PartialEq for DequeRef<S>
where
    S: Copy + PartialEq + IntoIterator<Item: PartialEq, IntoIter: ExactSizeIterator>,
{
    fn eq(&self, other: &Self) -> bool {
        match (self.back, other.back) {
            (None, None) => self.front == other.front,
            _ => self.len() == other.len() && self.elements().eq(other.elements()),
        }
    }
}

impl<S> Eq for DequeRef<S> where S: Copy + Eq + IntoIterator<Item: Eq, IntoIter: ExactSizeIterator> {}

impl<S> PartialOrd for DequeRef<S>
where
    S: Copy + PartialOrd + IntoIterator<Item: PartialOrd, IntoIter: ExactSizeIterator>,
{
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.back, other.back) {
            (None, None) => self.front.partial_cmp(&other.front),
            _ => self.elements().partial_cmp(other.elements()),
        }
    }
}

impl<S> Ord for DequeRef<S>
where
    S: Copy + Ord + IntoIterator<Item: Ord, IntoIter: ExactSizeIterator>,
{
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.back, other.back) {
            (None, None) => self.front.cmp(&other.front),
            _ => self.elements().cmp(other.elements()),
        }
    }
}

impl<S> Hash for DequeRef<S>
where
    S: Copy + IntoIterator<Item: Hash, IntoIter: ExactSizeIterator>,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A queue hashes its length first, so that no two sequences of queues hash alike.
        state.write_usize(self.len());
        self.elements().for_each(|element| element.hash(state));
    }
}

crate::value::decode_ref::decode_ref_as! {
    {S: DecodableRef<'de>} DequeRef<S> as S; |front| Self { front, back: None }
}

impl<S: Encode + Counted> Encode for DequeRef<S> {
    sizes!(encoded_size: S::encoded_size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        let Some(_) = &self.back else { return self.front.encoded_len::<F>() };
        F::len_len(self.count()).wrapping_add(self.content_len::<F>())
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let Some(_) = &self.back else { return self.front.encode(w) };
        w.length(self.count())?;
        self.encode_content(w)
    }
}

impl<S: Counted> Counted for DequeRef<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.front.count().saturating_add(self.back.as_ref().map_or(0, S::count))
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let back = self.back.as_ref().map_or(0, S::content_len::<F>);
        self.front.content_len::<F>().wrapping_add(back)
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.front.encode_content(w)?;
        self.back.as_ref().map_or(Ok(()), |back| back.encode_content(w))
    }
}

impl<S: EncodeIndexed> EncodeIndexed for DequeRef<S> {
    #[inline]
    fn indexed_count(&self) -> usize {
        let back = self.back.as_ref().map_or(0, S::indexed_count);
        self.front.indexed_count().saturating_add(back)
    }

    #[inline]
    fn indexed(&self) -> impl Iterator<Item: Encode> {
        self.front.indexed().chain(self.back.iter().flat_map(S::indexed))
    }
}

impl<'de, S: DecodeIndexed<'de, Borrow>> DecodeIndexed<'de, Borrow> for DequeRef<S> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        S::decode_indexed(r, count).map(|front| Self { front, back: None })
    }
}

crate::value::counted::content! {borrow
    #[inline] {S: DecodeCountedRef<'de>} DequeRef<S>;
    |r, count| S::decode_counted_ref(r, count).map(|front| Self { front, back: None });
    S::decode_rest_ref(r).map(|front| Self { front, back: None })
}
