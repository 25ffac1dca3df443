//! Encoding and decoding: a count and the elements, as in a vector.
#![forbid(unsafe_code)]

use super::{Packable, Packed};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::form::seq_ref::SeqRef;
use crate::format::{Format, Layout as _};
use crate::raw;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::counted::{Counted, DecodeCountedRef as _};
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::memory::MemoryWalk;
use crate::write::writer::Writer;

impl<T: Packable> Packed<T>
where
    for<'a> T::Ref<'a>: Encode,
{
    /// Appends elements in their borrowed form.
    pub(super) fn append_all<'a>(
        &mut self,
        items: impl IntoIterator<Item = T::Ref<'a>>,
    ) -> Result<(), EncodeError> {
        items.into_iter().try_for_each(|item| self.append(&item))
    }

    /// Replaces all elements by `count` that were read from `checked`: in memory proportional to
    /// their bytes, since none is zero-length.
    fn replace<F: Format>(&mut self, checked: &[u8], count: usize) -> Result<(), EncodeError> {
        self.clear();
        if count > checked.len() {
            return Err(EncodeError::new(EncodeErrorKind::InvalidValue, 0));
        }
        if raw::room_for(&mut self.bytes, checked.len()).is_none()
            || raw::room_for(&mut self.bounds, count.saturating_sub(1)).is_none()
        {
            return Err(EncodeError::new(EncodeErrorKind::OutOfMemory, 0));
        }
        self.append_all(SeqRef::<T::Ref<'_>>::from_checked::<F>(checked, count))
    }

    /// Like [`replace`](Self::replace), after `check`, which checks and counts the elements.
    fn read_over<'de, F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        check: impl FnOnce(&mut Reader<'de, F>) -> Result<SeqRef<'de, T::Ref<'de>>, DecodeError>,
    ) -> Result<(), DecodeError> {
        let (from, start) = (r.offset(), r.cursor().rest());
        let count = check(r)?.len();
        let checked = r.since(from, start);
        r.charge(count.saturating_mul(size_of::<usize>()).saturating_add(checked.len()))?;
        self.replace::<F>(checked, count).map_err(|error| {
            self.clear();
            if error.kind() == EncodeErrorKind::OutOfMemory {
                return r.error(DecodeErrorKind::OutOfMemory);
            }
            // The type does not read what it wrote, or does not write what it read.
            DecodeError::new(DecodeErrorKind::InvalidValue, from)
        })
    }

    /// Replaces all elements by `count` whose encoding in the input is the stored one: one pass
    /// over them, and one copy.
    #[inline]
    fn keep<'de, F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let (from, start) = (r.offset(), r.cursor().rest());
        let size = <T::Ref<'de> as DecodableRef<'de>>::ref_size::<F>();
        self.clear();
        bulk::check_count(r, count, size)?;
        // The count is bounded by the bytes that remain, unless elements may be zero-length.
        if size.min == 0 && count > 0 {
            return Err(r.error(DecodeErrorKind::InvalidValue));
        }
        r.charge(count.saturating_mul(size_of::<usize>()))?;
        if count > 1 {
            bulk::make_room(&mut self.bounds, count - 1, r)?;
        }
        let bounds = &mut self.bounds;
        let read = r.begin_elements(size).and_then(|()| {
            r.hoisted(|r| {
                (0..count).try_for_each(|index| {
                    if index > 0 {
                        bounds.push(r.offset().wrapping_sub(from));
                    }
                    r.fetch_elements(count - index, size.min);
                    r.element(index, |r| T::Ref::<'de>::decode_ref(r).map(drop))
                })
            })
        });
        if read.is_err() {
            self.bounds.clear();
            return read;
        }
        r.end_elements(size);
        let checked = r.since(from, start);
        let copied = r.charge(checked.len()).and_then(|()| {
            let copied = raw::append_bytes(&mut self.bytes, checked);
            copied.ok_or_else(|| r.error(DecodeErrorKind::OutOfMemory))
        });
        if copied.is_err() {
            // Bounds without bytes would later be taken for those of other elements.
            self.bounds.clear();
        }
        copied
    }
}

/// Adds the memory that packed elements allocate: their bytes, and where each begins.
pub(super) fn memory<F: Format, T: Packable>(walk: &mut MemoryWalk) {
    let min = <T::Ref<'_> as DecodableRef<'_>>::ref_size::<F>().min;
    walk.content(size_of::<usize>().div_ceil(min.max(1)).saturating_add(1));
}

crate::value::encode::encode_counted! {
    {T: Packable} Packed<T> where {for<'a> T::Ref<'a>: Encode,}; refuse_sequence::<T>
}

impl<T: Packable> Counted for Packed<T>
where
    for<'a> T::Ref<'a>: Encode,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        // The format that estimates lengths has the name of the one it wraps.
        if T::has_layout_of::<F>() || F::RULES.estimates && F::RULES.name == T::Layout::RULES.name {
            return self.bytes.len();
        }
        self.iter().fold(0usize, |len, item| len.wrapping_add(item.encoded_len::<F>()))
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        if T::has_layout_of::<F>() {
            return w.bytes(&self.bytes);
        }
        w.hoisted(|w| self.iter().try_for_each(|item| item.encode(w)))
    }
}

impl<T: Packable> Decodable for Packed<T>
where
    for<'a> T::Ref<'a>: Encode,
{
    crate::value::counted::after_count!(T);

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        SeqRef::<T::Ref<'_>>::decode_ref(r).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        memory::<F, T>(walk);
    }
}

crate::value::counted::content! {own
    #[inline] {T: Packable} Packed<T> where {for<'a> T::Ref<'a>: Encode,};
    |r, count| {
        let mut packed = Self::new();
        packed.decode_counted_into(r, count)?;
        Ok(packed)
    };
    {
        r.fetch_all();
        let mut packed = Self::new();
        packed.read_over(r, SeqRef::decode_rest_ref)?;
        Ok(packed)
    };
    over |own, r, count| {
        // A reader of a stream, of a trace or of a strict format takes no other bytes.
        if T::CANONICAL && T::has_layout_of::<F::Checked>() {
            return own.keep(r, count);
        }
        own.read_over(r, |r| SeqRef::decode_counted_ref(r, count))
    }
}
