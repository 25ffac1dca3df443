//! A borrowed map: checked once, read on demand.
#![forbid(unsafe_code)]

use core::borrow::Borrow;

#[cfg(feature = "alloc")]
use super::entries;
use super::forward::lent_traits;
use super::key_order::{self, Extent, is_alone};
#[cfg(feature = "alloc")]
use super::lent::Lend;
use super::lent::{Lent, LentIter};
#[cfg(feature = "alloc")]
use super::map_key::refuse_unordered;
use super::map_key::{MapKey, refuse_uncounted};
use super::seq_ref::SeqRef;
use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::record::Trace;
#[cfg(feature = "alloc")]
use crate::value::counted::Counted;
use crate::value::counted::DecodeCountedRef;
use crate::value::decode_ref::DecodableRef;
#[cfg(feature = "alloc")]
use crate::value::encode::{Encode, encode_counted};
#[cfg(feature = "alloc")]
use crate::write::writer::Writer;

/// The borrowed form of a map: the entries as they are in the input, none of them
/// allocated.
///
/// Every entry was decoded once when the map was, so that reading it again can't
/// fail. A map that is borrowed from an owned one iterates through a box. Of
/// several entries with the same key, which only a format that is not
/// [`Strict`](crate::Strict) lets pass, all are iterated over and the last
/// counts. Maps compare as their entries do, in their order.
///
/// ```
/// use std::collections::BTreeMap;
/// use codec_core::{Format, MapRef, Postcard};
/// let input = Postcard::to_vec(&BTreeMap::from([("a", 1u16), ("b", 300)]))?;
/// assert_eq!(input, [2, 1, b'a', 1, 1, b'b', 0xac, 2]);
/// let map: MapRef<'_, &str, u16> = Postcard::from_slice_ref(&input)?;
/// assert_eq!((map.len(), map.get("b")), (2, Some(300)));
/// assert_eq!(map.iter().map(|(_, value)| value).sum::<u16>(), 301);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MapRef<'de, K, V> {
    entries: Lent<'de, (K, V)>,
}

impl<'de, K, V> MapRef<'de, K, V> {
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn from_owned(map: &'de (impl Lend<'de, (K, V)> + 'de)) -> Self {
        Self { entries: Lent::Owned(map) }
    }

    /// Number of entries, those with the same key included.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.count()
    }

    /// Returns whether there is no entry.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries in the order of the input.
    ///
    /// # Panics
    /// The iterator panics when an entry that was decoded before fails to
    /// decode again; a deterministic `DecodableRef` never does.
    #[inline]
    pub fn iter(&self) -> LentIter<'de, (K, V)> {
        self.entries.iter()
    }

    /// The value of a key, by reading all entries: the last one counts.
    ///
    /// # Panics
    /// The same as [`iter`](Self::iter).
    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.iter().filter(|(own, _)| own.borrow() == key).last().map(|(_, value)| value)
    }
}

/// A map without entries.
impl<K, V> Default for MapRef<'_, K, V> {
    #[inline]
    fn default() -> Self {
        Self { entries: Lent::Encoded(SeqRef::default()) }
    }
}

lent_traits!(MapRef<K, V>, (K, V), LentIter<'de, (K, V)>, debug_map);

impl<K: PartialEq, V: PartialEq> PartialEq for MapRef<'_, K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'de, K, V> DecodableRef<'de> for MapRef<'de, K, V>
where
    K: DecodableRef<'de> + MapKey,
    V: DecodableRef<'de>,
{
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_map::<K>() };
        let count = r.length()?;
        Self::decode_entries(r, Extent::Count(count))
    }
}

impl<'de, K: DecodableRef<'de> + MapKey, V: DecodableRef<'de>> MapRef<'de, K, V> {
    /// Reads entries, as many as there are.
    #[inline]
    fn decode_entries<F: Format>(
        r: &mut Reader<'de, F>,
        extent: Extent,
    ) -> Result<Self, DecodeError> {
        let untold = <F::State as Trace>::ON && is_alone::<V>(V::ref_size::<F>());
        let entries = if const { F::RULES.strict } || untold {
            key_order::read_ref::<F, K, _>(r, extent, |r| V::decode_ref_with(r, drop))
        } else {
            match extent {
                Extent::Count(count) => SeqRef::decode_counted_ref(r, count),
                Extent::Rest => SeqRef::decode_rest_ref(r),
            }
        };
        entries.map(|entries| Self { entries: Lent::Encoded(entries) })
    }
}

#[cfg(feature = "alloc")]
encode_counted!({K: Encode + MapKey, V: Encode} MapRef<'_, K, V>; refuse_map::<K>);

#[cfg(feature = "alloc")]
impl<K: Encode + MapKey, V: Encode> Counted for MapRef<'_, K, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        entries::content_len::<F, K, V>(self.len(), self.iter())
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { refuse_unordered::<F>(K::ORDERED) };
        entries::write(w, entries::Kind::Lent, self.iter(), K::compare)
    }
}

crate::value::counted::content! {borrow
    #[inline] {K: DecodableRef<'de> + MapKey, V: DecodableRef<'de>} MapRef<'de, K, V>;
    |r, count| Self::decode_entries(r, Extent::Count(count));
    Self::decode_entries(r, Extent::Rest);
    fn held_ref<F: Format>(
        &self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<usize, DecodeError> {
        const { refuse_uncounted(K::ORDERED) };
        key_order::distinct(r, count, || self.iter().map(|(key, _)| key))
    }
}
