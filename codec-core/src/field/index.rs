//! Sequences with a table of offsets before their elements: what `#[codec(index)]` asks for.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::indexed_ref::IndexedRef;
#[cfg(feature = "bytes")]
use crate::form::indexed_shared::IndexedShared;
use crate::format::Format;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::bulk;
use crate::value::counted::Counted;
#[cfg(feature = "alloc")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::offsets::EncodeIndexed;
#[cfg(feature = "alloc")]
use crate::value::offsets::Ends;
use crate::write::writer::Writer;

/// A sequence that can be read after its count, with a table of offsets before its elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "a type such as `wire::Seq0255` has its count already: write a `Vec` with `len = u8`"
)]
pub trait DecodeIndexed: Sized {
    /// Reads the table and the elements. The count is untrusted.
    ///
    /// # Errors
    /// The errors of the elements; [`InvalidIndex`](crate::DecodeErrorKind::InvalidIndex) at an
    /// entry that is not where its element ends.
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError>;

    /// Like [`decode_indexed`](Self::decode_indexed), over an existing value; its memory is reused.
    ///
    /// # Errors
    /// The same as [`decode_indexed`](Self::decode_indexed).
    #[inline]
    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        *self = Self::decode_indexed(r, count)?;
        Ok(())
    }
}

/// Like [`DecodeIndexed`], borrowing from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "one that is borrowed is an `IndexedRef`"
)]
pub trait DecodeIndexedRef<'de>: Sized {
    /// Like [`decode_indexed`](DecodeIndexed::decode_indexed), borrowing from the input.
    ///
    /// # Errors
    /// The same as [`decode_indexed`](DecodeIndexed::decode_indexed).
    fn decode_indexed_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError>;
}

/// Defines what a field with `#[codec(index)]` becomes when it is borrowed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "their elements have a borrowed form"
)]
pub trait BorrowIndexed: Sized {
    /// The borrowed form: an [`IndexedRef`]; of a `VecDeque`, which may lend two slices, a
    /// [`DequeRef`](crate::DequeRef) of them; or an option of one.
    type Ref<'de>: DecodableRef<'de>
    where
        Self: 'de;

    /// Borrows from the value.
    fn to_ref(&self) -> Self::Ref<'_>;

    /// Copies what is borrowed into an owned value.
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de;
}

/// Defines what a field with `#[codec(index)]` becomes when it is shared.
#[cfg(feature = "bytes")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "their elements have a shared form"
)]
pub trait ShareIndexed: Sized {
    /// The shared form: an [`IndexedShared`], or an option of one.
    type Shared: Decodable;

    /// Copies what is shared into an owned value.
    fn from_shared(shared: Self::Shared) -> Self;
}

/// A sequence whose content has a table of offsets, for what writes a count before it.
#[derive(Debug, Clone, Copy)]
pub struct Indexed<'v, T: ?Sized>(pub &'v T);

impl<T: EncodeIndexed + ?Sized> Counted for Indexed<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.indexed_count()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        self.0.indexed_len::<F>()
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.0.encode_indexed(w)
    }
}

#[cfg(feature = "bytes")]
impl<T: Decodable> DecodeIndexed for IndexedShared<T> {
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        Self::decode_counted(r, count)
    }
}

impl<'de, T: DecodableRef<'de>> DecodeIndexedRef<'de> for IndexedRef<'de, T> {
    #[inline]
    fn decode_indexed_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        Self::decode_counted(r, count)
    }
}

/// Reads elements that differ in size, each by `read`, and checks that each ends where the table
/// says. If `OVER`, those that `items` has are read into by `over`.
#[cfg(feature = "alloc")]
#[inline]
fn collect<'de, F: Format, T, const OVER: bool>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    (count, size): (usize, crate::Size),
    ends: &Ends<'de>,
    over: impl Fn(&mut T, &mut Reader<'de, F>) -> Result<(), DecodeError>,
    read: impl Fn(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    if OVER {
        bulk::claim(r, count, size, size_of::<T>(), true)?;
        items.truncate(count);
    } else {
        bulk::claim_room(items, r, count, size)?;
    }
    r.begin_elements(size)?;
    r.hoisted(|r| {
        for (index, entry) in ends.entries() {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            let old = if OVER { items.get_mut(index) } else { None };
            let new = match old {
                Some(item) => over(item, r).map(|()| None)?,
                None => Some(read(r)?),
            };
            r.end_element((size, size_of::<T>()), before)?;
            ends.check((index, entry), r.offset())?;
            if let Some(item) = new {
                bulk::make_room_for_one(items, r)?;
                items.push(item);
            }
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

#[cfg(feature = "alloc")]
impl<T: Decodable> DecodeIndexed for Vec<T> {
    #[inline]
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let (ends, size) = (Ends::read(r, count)?, T::size::<F>());
        let mut items = Self::new();
        if size.fixed {
            T::decode_extend(&mut items, r, count)?;
            ends.check_all(size.min)?;
        } else {
            let way = (count, size);
            collect::<F, T, false>(&mut items, r, way, &ends, |_, _| Ok(()), T::decode)?;
        }
        Ok(items)
    }

    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let (ends, size) = (Ends::read(r, count)?, T::size::<F>());
        if size.fixed {
            self.clear();
            T::decode_extend(self, r, count)?;
            return ends.check_all(size.min);
        }
        collect::<F, T, true>(self, r, (count, size), &ends, T::decode_into, T::decode)
    }
}

#[cfg(feature = "alloc")]
impl<'de, T: DecodableRef<'de>> DecodeIndexedRef<'de> for Vec<T> {
    #[inline]
    fn decode_indexed_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let (ends, size) = (Ends::read(r, count)?, T::ref_size::<F>());
        let mut items = Self::new();
        if size.fixed {
            bulk::decode_ref_extend(&mut items, r, count)?;
            ends.check_all(size.min)?;
        } else {
            let way = (count, size);
            collect::<F, T, false>(&mut items, r, way, &ends, |_, _| Ok(()), T::decode_ref)?;
        }
        Ok(items)
    }
}

impl<V: BorrowIndexed> BorrowIndexed for Option<V> {
    type Ref<'de>
        = Option<V::Ref<'de>>
    where
        Self: 'de;

    #[inline]
    fn to_ref(&self) -> Self::Ref<'_> {
        Some(V::to_ref(self.as_ref()?))
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        borrowed.map(V::from_ref)
    }
}

#[cfg(feature = "bytes")]
impl<V: ShareIndexed> ShareIndexed for Option<V> {
    type Shared = Option<V::Shared>;

    fn from_shared(shared: Self::Shared) -> Self {
        shared.map(V::from_shared)
    }
}
