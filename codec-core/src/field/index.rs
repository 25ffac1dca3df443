//! Sequences with a table of offsets before their elements: what `#[codec(index)]` asks for.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::form::indexed_ref::IndexedRef;
#[cfg(feature = "bytes")]
use crate::form::indexed_shared::IndexedShared;
use crate::format::Format;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::bulk;
#[cfg(feature = "alloc")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
#[cfg(feature = "alloc")]
use crate::value::offsets::Ends;

/// Elements are decoded as owned values.
#[derive(Debug)]
pub enum ByValue {}

/// Elements are decoded borrowing from the input.
#[derive(Debug)]
pub enum ByRef {}

/// A sequence that can be read after its count, with a table of offsets before its elements, which
/// are decoded as `K` says.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "a type such as `wire::Seq0255` has its count already: write a `Vec` with `len = u8`"
)]
pub trait DecodeIndexed<'de, K = ByValue>: Sized {
    /// Reads the table and the elements. The count is untrusted.
    ///
    /// # Errors
    /// The errors of the elements; [`InvalidIndex`](crate::DecodeErrorKind::InvalidIndex) at an
    /// entry that is not where its element ends.
    fn decode_indexed<F: Format>(r: &mut Reader<'de, F>, count: usize)
    -> Result<Self, DecodeError>;

    /// Like [`decode_indexed`](Self::decode_indexed), over an existing value; its memory is reused.
    ///
    /// # Errors
    /// The same as [`decode_indexed`](Self::decode_indexed).
    #[inline]
    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        *self = Self::decode_indexed(r, count)?;
        Ok(())
    }
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

#[cfg(feature = "bytes")]
impl<T: Decodable> DecodeIndexed<'_> for IndexedShared<T> {
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        Self::decode_counted(r, count)
    }
}

impl<'de, T: DecodableRef<'de>> DecodeIndexed<'de, ByRef> for IndexedRef<'de, T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        Self::decode_counted(r, count)
    }
}

/// Reads a table and elements: those of one size by `extend`, others each by `read`, and checks that
/// each ends where the table says. If `OVER`, those that `items` has are read into by `over`.
#[cfg(feature = "alloc")]
#[inline]
fn collect<'de, F: Format, T, const OVER: bool>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    (count, size): (usize, crate::Size),
    extend: impl FnOnce(&mut Vec<T>, &mut Reader<'de, F>, usize) -> Result<(), DecodeError>,
    over: impl Fn(&mut T, &mut Reader<'de, F>) -> Result<(), DecodeError>,
    read: impl Fn(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    let ends = Ends::read(r, count)?;
    if size.fixed {
        items.clear();
        extend(items, r, count)?;
        return ends.check_all(size.min);
    }
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
impl<T: Decodable> DecodeIndexed<'_> for Vec<T> {
    #[inline]
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let (mut items, way) = (Self::new(), (count, T::size::<F>()));
        let extend = T::decode_extend;
        collect::<F, T, false>(&mut items, r, way, extend, |_, _| Ok(()), T::decode)?;
        Ok(items)
    }

    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let way = (count, T::size::<F>());
        collect::<F, T, true>(self, r, way, T::decode_extend, T::decode_into, T::decode)
    }
}

#[cfg(feature = "alloc")]
impl<'de, T: DecodableRef<'de>> DecodeIndexed<'de, ByRef> for Vec<T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let (mut items, way) = (Self::new(), (count, T::ref_size::<F>()));
        let extend = bulk::decode_ref_extend;
        collect::<F, T, false>(&mut items, r, way, extend, |_, _| Ok(()), T::decode_ref)?;
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
        self.as_ref().map(V::to_ref)
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
