//! Bounded sequences in two allocations, however many elements they have.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::{Packable, Packed, PackedIter};
use crate::error::{DecodeError, EncodeError};
use crate::form::seq_ref::SeqRef;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::counted::{Counted, DecodeCounted, DecodeCountedRef as _};
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::wire::{Bounded, Kind, LengthPrefix, Seq, SeqStorage, Storage, TooLong};
use crate::write::writer::Writer;

/// `SEQ0_255[T]`, its elements [packed](Packed).
pub type PackedSeq0255<T> = Seq<u8, Packed<T>>;
/// `SEQ0_64K[T]`, its elements [packed](Packed): a list of transactions, for example.
///
/// ```
/// use codec_core::wire::{B016M, PackedSeq064K};
/// use codec_core::{Format, Sv2};
/// let list = PackedSeq064K::<B016M>::from_blobs([&b"ab"[..], b"c"])?;
/// assert_eq!(Sv2::to_vec(&list)?, b"\x02\0\x02\0\0ab\x01\0\0c");
/// assert_eq!(list.get(1).map(|transaction| transaction.bytes()), Some(&b"c"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PackedSeq064K<T> = Seq<u16, Packed<T>>;

impl<T> SeqStorage for Packed<T> {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }
}

impl<L: LengthPrefix, T: Packable> Seq<L, Packed<T>> {
    /// The elements in order. See [`Packed::iter`].
    #[inline]
    pub const fn iter(&self) -> PackedIter<'_, T> {
        self.inner().iter()
    }

    /// The element at `index`, in constant time. See [`Packed::get`].
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::Ref<'_>> {
        self.inner().get(index)
    }

    /// Each element as an owned value.
    pub fn to_vec(&self) -> Vec<T> {
        self.inner().to_vec()
    }

    /// Removes all elements, and keeps the capacity.
    pub fn clear(&mut self) {
        self.inner_mut().clear();
    }
}

impl<L: LengthPrefix, K: Kind, P: LengthPrefix, const MAX: usize, S: Storage + 'static>
    Seq<L, Packed<Bounded<K, P, MAX, S>>>
{
    /// Appends an element with these bytes.
    ///
    /// # Errors
    /// [`TooLong`] when there are more bytes than an element may have, or the sequence is full;
    /// nothing is appended then.
    ///
    /// ```
    /// use codec_core::wire::{B0255, PackedSeq0255};
    /// let mut list = PackedSeq0255::<B0255>::default();
    /// list.push_bytes(&[1, 2])?;
    /// assert_eq!(list.push_bytes(&[0; 256]).unwrap_err().max, 255);
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), codec_core::wire::TooLong>(())
    /// ```
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        let item = Bounded::<K, P, MAX, &[u8]>::new(bytes)?;
        if self.len() == L::MAX {
            return Err(TooLong { len: L::MAX + 1, max: L::MAX });
        }
        let too_long = TooLong { len: bytes.len(), max: P::MAX };
        self.inner_mut().append(&item).map_err(|_| too_long)
    }

    /// Packs elements with these bytes.
    ///
    /// # Errors
    /// The same as [`push_bytes`](Self::push_bytes).
    pub fn from_blobs<I>(blobs: I) -> Result<Self, TooLong>
    where
        I: IntoIterator<Item: AsRef<[u8]>>,
    {
        let mut list = Self::default();
        blobs.into_iter().try_for_each(|blob| list.push_bytes(blob.as_ref()))?;
        Ok(list)
    }
}

impl<L, T> Default for Seq<L, Packed<T>> {
    fn default() -> Self {
        Self::unchecked(Packed::new())
    }
}

impl<L: LengthPrefix, T> TryFrom<Packed<T>> for Seq<L, Packed<T>> {
    type Error = TooLong;

    fn try_from(items: Packed<T>) -> Result<Self, TooLong> {
        Self::new(items)
    }
}

/// From owned elements.
///
/// ```
/// use codec_core::wire::{B016M, PackedSeq064K};
/// let list = PackedSeq064K::<B016M>::try_from(vec![B016M::try_from(b"ab")?])?;
/// assert_eq!(list.iter().next().map(|blob| blob.bytes()), Some(&b"ab"[..]));
/// # Ok::<(), codec_core::wire::TooLong>(())
/// ```
impl<L: LengthPrefix, K: Kind, P: LengthPrefix, const MAX: usize, S: Storage + 'static>
    TryFrom<Vec<Bounded<K, P, MAX, S>>> for Seq<L, Packed<Bounded<K, P, MAX, S>>>
{
    type Error = TooLong;

    fn try_from(items: Vec<Bounded<K, P, MAX, S>>) -> Result<Self, TooLong> {
        Self::from_blobs(items)
    }
}

impl<L: LengthPrefix, T: Packable> From<Seq<L, Packed<T>>> for Seq<L, Vec<T>> {
    fn from(packed: Seq<L, Packed<T>>) -> Self {
        Self::unchecked(packed.to_vec())
    }
}

crate::wire::seq_codec::encode_counted!({T: Packable} Packed<T> where for<'a> T::Ref<'a>: Encode);

impl<L: LengthPrefix, T: Packable> Decodable for Seq<L, Packed<T>>
where
    for<'a> T::Ref<'a>: Encode,
{
    sizes!(size: Size::at_least(L::SIZE));

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let count = L::read(r)?;
        Packed::decode_counted(r, count).map(Self::unchecked)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let count = L::read(r)?;
        self.inner_mut().decode_counted_into(r, count)
    }

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let count = L::read(r)?;
        SeqRef::<T::Ref<'_>>::decode_counted_ref(r, count).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        super::codec::memory::<F, T>(walk);
    }
}

crate::form::element::borrows! {
    {L: LengthPrefix, T: Packable} Seq<L, Packed<T>> as Seq<L, SeqRef<'de, T::Ref<'de>>>
        where { for<'a> T::Ref<'a>: Encode, };
    |value| Seq::unchecked(value.inner().to_ref());
    |borrowed| Self::unchecked(Packed::from_ref(borrowed.into_inner()))
}

crate::form::element::lazy_element!({L: LengthPrefix, T: Packable} Seq<L, Packed<T>> where {for<'a> T::Ref<'a>: Encode,});

crate::form::element::shares! {
    {L: LengthPrefix, T: Packable + crate::Shareable} Seq<L, Packed<T>> as Seq<L, crate::SeqShared<T::Shared>>
        where { for<'a> T::Ref<'a>: Encode, };
    |shared| Self::unchecked(Packed::from_shared(shared.into_inner()))
}

impl<L: LengthPrefix, T: Packable> core::fmt::Display for Seq<L, Packed<T>>
where
    for<'a> T::Ref<'a>: core::fmt::Display,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("[")?;
        for (index, item) in self.iter().enumerate() {
            write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
        }
        f.write_str("]")
    }
}

crate::impl_decodable_ref!({L: LengthPrefix, T: Packable} Seq<L, Packed<T>> where { for<'a> T::Ref<'a>: Encode });
