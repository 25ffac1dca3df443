//! Sequences with a table of offsets before their elements: what `#[codec(index)]` asks for.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::error::DecodeError;
#[cfg(feature = "alloc")]
use crate::format::Format;
#[cfg(feature = "alloc")]
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::bulk;
#[cfg(feature = "bytes")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
#[cfg(feature = "alloc")]
use crate::value::mode::Mode;
#[cfg(feature = "alloc")]
use crate::value::offsets::{DecodeIndexed, Ends};

/// Defines what a field with `#[codec(index)]` becomes when it is borrowed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't have a table of offsets",
    label = "`index` is for a `Vec`, `VecDeque`, `Box<[T]>`, `Rc<[T]>` or `Arc<[T]>`",
    note = "their elements need a borrowed form"
)]
pub trait BorrowIndexed: Sized {
    /// The borrowed form: an [`IndexedRef`](crate::IndexedRef); of a `VecDeque`, which may lend two
    /// slices, a [`DequeRef`](crate::DequeRef) of them; or an option of one.
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
    note = "their elements need a shared form"
)]
pub trait ShareIndexed: Sized {
    /// The shared form: an [`IndexedShared`](crate::IndexedShared), or an option of one.
    type Shared: Decodable;

    /// Copies what is shared into an owned value.
    fn from_shared(shared: Self::Shared) -> Self;
}

/// Reads a table and elements, and checks that each ends where the table says. If `OVER`, those that
/// `items` has are read into.
#[cfg(feature = "alloc")]
#[inline]
fn collect<'de, F: Format, T, W: Mode<'de, T>, const OVER: bool>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let (ends, size) = (Ends::read(r, count)?, W::size::<F>());
    if size.fixed {
        items.clear();
        W::extend(items, r, count)?;
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
                Some(item) => W::read_into(item, r).map(|()| None)?,
                None => Some(W::read(r)?),
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
impl<'de, T, W: Mode<'de, T>> DecodeIndexed<'de, W> for Vec<T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        collect::<F, T, W, false>(&mut items, r, count)?;
        Ok(items)
    }

    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        collect::<F, T, W, true>(self, r, count)
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
