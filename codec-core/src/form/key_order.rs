//! The entries of a map or set one after another, and under a strict format
//! the order of their keys.
#![forbid(unsafe_code)]

use super::map_key::{MapKey, refuse_unordered};
use super::seq_ref::SeqRef;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::size::Size;
use crate::format::{Format, MapOrder};
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode_ref::DecodableRef;

/// The key before the next one, where the order of keys is checked.
pub(crate) struct Order<'de> {
    encoded: Option<&'de [u8]>,
}

impl<'de> Order<'de> {
    pub(crate) const fn new() -> Self {
        Self { encoded: None }
    }

    /// Under a strict format, compares a key that began `before` with the one before it:
    /// against its bytes, or by `follows`, whichever the format sorts by. Not a function that
    /// reads the key, too, whose frame would be on the stack where maps nest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn check<F: Format>(
        &mut self,
        r: &Reader<'de, F>,
        (start, input): (usize, &'de [u8]),
        follows: impl FnOnce() -> bool,
    ) -> Result<(), DecodeError> {
        if const { !F::RULES.strict } {
            return Ok(());
        }
        let follows = if const { matches!(F::RULES.map_order, MapOrder::EncodedKey) } {
            let encoded = r.since(start, input);
            self.encoded.replace(encoded).is_none_or(|last| last < encoded)
        } else {
            follows()
        };
        if follows { Ok(()) } else { Err(non_canonical(start)) }
    }
}

#[cfg(feature = "alloc")]
/// The places `0..count` in the order that `compare` gives them; equal ones keep theirs. `None`
/// when there is no memory. One function for all maps: a sort of the entries themselves would be
/// compiled for each type of entry.
#[inline(never)]
pub(crate) fn sorted(
    count: usize,
    compare: &mut dyn FnMut(usize, usize) -> core::cmp::Ordering,
) -> Option<alloc::vec::Vec<usize>> {
    let mut places = crate::raw::vector(count)?;
    places.extend(0..count);
    // By their place last, which makes an unstable sort do: a stable one allocates.
    places.sort_unstable_by(|one, other| compare(*one, *other).then(one.cmp(other)));
    Some(places)
}

/// Counts the different keys of these `count`. In ascending order, as owned maps write them, they
/// are compared as they come; else a list of them is sorted.
///
/// # Errors
/// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded),
/// [`OutOfMemory`](DecodeErrorKind::OutOfMemory).
#[cfg_attr(
    not(feature = "alloc"),
    expect(clippy::unnecessary_wraps, reason = "nothing can fail that allocates nothing")
)]
pub(crate) fn distinct<F: Format, K: MapKey, I: Iterator<Item = K>>(
    r: &mut Reader<'_, F>,
    count: usize,
    keys: impl Fn() -> I,
) -> Result<usize, DecodeError> {
    // In a type that contains itself, each level would read those below twice.
    if r.cursor().is_checked() {
        return Ok(count);
    }
    let mut last: Option<K> = None;
    let ascends = |key: K| {
        let ascends = last.as_ref().is_none_or(|last| last.compare(&key).is_lt());
        last = Some(key);
        ascends
    };
    let ascending = keys().map(ascends).take_while(|ascends| *ascends).count();
    if ascending == count {
        return Ok(count);
    }
    #[cfg(feature = "alloc")]
    {
        r.charge(count.saturating_mul(size_of::<K>()))?;
        let Some(mut sorted) = crate::raw::vector::<K>(count) else {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        };
        sorted.extend(keys());
        sorted.sort_unstable_by(K::compare);
        sorted.dedup_by(|one, other| one.compare(other).is_eq());
        Ok(sorted.len())
    }
    // Without memory for a list: those that are greater than the ones before them.
    #[cfg(not(feature = "alloc"))]
    {
        let _ = r;
        Ok(ascending)
    }
}

#[cold]
pub(crate) const fn non_canonical(start: usize) -> DecodeError {
    DecodeError::new(DecodeErrorKind::NonCanonical, start)
}

/// Returns whether a value takes neither bytes nor memory, so that a trace shows the key alone.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) const fn is_alone<V>(size: Size) -> bool {
    size_of::<V>() == 0 && size.fixed && size.min == 0
}

/// The end of the entries of a map or set.
#[derive(Clone, Copy)]
pub(crate) enum Extent {
    /// After this many entries.
    Count(usize),
    /// With the input.
    Rest,
}

/// Reads `count` entries that were claimed, one after another.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn each<'de, F: Format>(
    r: &mut Reader<'de, F>,
    count: usize,
    (size, memory): (Size, usize),
    mut entry: impl FnMut(&mut Reader<'de, F>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    // Not by `element_of`, as in `bulk::extend`.
    r.begin_elements(size)?;
    r.hoisted(|r| {
        let mut index = 0;
        while index < count {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            if Reader::<F>::FETCHES {
                r.fetch_whole(size.min)?;
            }
            r.ensure(size.min)?;
            entry(r)?;
            r.end_element((size, memory), before)?;
            index += 1;
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

/// Checks borrowed entries and, under a strict format, the order of their keys, in one
/// pass; `value` skips what follows a key. Two passes per level would be `2^depth` for
/// maps of maps.
pub(crate) fn read_ref<'de, F: Format, K: DecodableRef<'de> + MapKey, T: DecodableRef<'de>>(
    r: &mut Reader<'de, F>,
    extent: Extent,
    mut value: impl FnMut(&mut Reader<'de, F>) -> Result<(), DecodeError>,
) -> Result<SeqRef<'de, T>, DecodeError> {
    const {
        if F::RULES.strict {
            refuse_unordered::<F>(K::ORDERED);
        }
    }
    let (size, memory) = (T::ref_size::<F>(), size_of::<T>());
    if let Extent::Rest = extent {
        r.fetch_all();
    }
    let (from, start) = (r.offset(), r.cursor().rest());
    let mut order = Order::new();
    let mut last: Option<K> = None;
    let entry = |r: &mut Reader<'de, F>| {
        let before = (r.offset(), r.cursor().rest());
        let key = K::decode_ref(r)?;
        order.check(r, before, || last.as_ref().is_none_or(|last| last.compare(&key).is_lt()))?;
        last = Some(key);
        value(r)
    };
    let count = match extent {
        Extent::Rest => bulk::until_end(r, 0, entry)?,
        Extent::Count(count) => {
            bulk::claim(r, count, size, memory, false)?;
            each(r, count, (size, memory), entry)?;
            count
        }
    };
    Ok(SeqRef::from_checked::<F>(r.since(from, start), count))
}
