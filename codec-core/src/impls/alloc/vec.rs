//! `Vec`: a count and the elements.

use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::raw::Building;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::counted::DecodeCountedRef;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

crate::value::encode::encode_as!({T: Encode} Vec<T> as [T]; |it| it; fast);

impl<T: Decodable> Decodable for Vec<T> {
    crate::value::counted::after_count!(T);

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Vec<T> {
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let count = r.length()?;
        Self::decode_counted_ref(r, count)
    }
}

crate::form::element::borrows! {
    {T: BorrowableElement} Vec<T> as T::Seq<'de>;
    |value| Sequence::lend(value);
    |borrowed| {
        let mut items = Self::new();
        borrowed.append_to(&mut items);
        items
    }
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} Vec<T>);

crate::form::element::shares! {
    {T: crate::ShareableElement} Vec<T> as T::SharedSeq;
    |shared| {
        let mut items = Self::new();
        crate::SharedSequence::append_to(shared, &mut items);
        items
    }
}

crate::value::counted::as_counted!({T: Encode} Vec<T>);

crate::value::counted::content! {own
    #[inline] {T: Decodable} Vec<T>;
    |r, count| {
        let mut items = Building::new();
        T::decode_extend(items.items(), r, count)?;
        Ok(items.finish())
    };
    {
        r.fetch_all();
        let size = T::size::<F>();
        if let Size { min: min @ 1.., fixed: true } = size {
            return Self::decode_counted(r, r.remaining().div_ceil(min));
        }
        let mut items = Self::new();
        bulk::until_end(r, size_of::<T>(), |r| {
            let item = T::decode(r)?;
            bulk::make_room_for_one(&mut items, r)?;
            items.push(item);
            Ok(())
        })?;
        Ok(items)
    };
    over |own, r, count| bulk::decode_over(own, r, count)
}

crate::value::counted::content! {borrow
    #[inline] {T: DecodableRef<'de>} Vec<T>;
    |r, count| {
        let mut items = Building::new();
        bulk::decode_ref_extend(items.items(), r, count)?;
        Ok(items.finish())
    };
    {
        let mut items = Self::new();
        bulk::until_end(r, size_of::<T>(), |r| {
            let item = T::decode_ref(r)?;
            bulk::make_room_for_one(&mut items, r)?;
            items.push(item);
            Ok(())
        })?;
        Ok(items)
    }
}

/// Decodes over a collection by making a vector of it, and a collection of that: the memory is kept.
#[inline]
pub(super) fn over<C: Default + From<Vec<T>>, T>(
    own: &mut C,
    read: impl FnOnce(&mut Vec<T>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError>
where
    Vec<T>: From<C>,
{
    let mut items = Vec::from(core::mem::take(own));
    let outcome = read(&mut items);
    *own = items.into();
    outcome
}

/// A collection that is decoded as a vector and converted from it without a copy.
macro_rules! as_vec {
    ($type:ty) => {
        impl<T: Decodable> Decodable for $type {
            crate::format::size::sizes!(size: <Vec<T> as Decodable>::size::<F>());

            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Vec::decode(r).map(Self::from)
            }

            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                super::vec::over::<Self, T>(self, |items| items.decode_into(r))
            }

            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                walk.elements::<F, T>(size_of::<T>());
            }
        }

        crate::value::decode_ref::decode_ref_as! {
            {T: crate::DecodableRef<'de>} $type as Vec<T>; Self::from
        }

        crate::value::counted::content! {own
            #[inline] {T: Decodable} $type;
            |r, count| Vec::decode_counted(r, count).map(Self::from);
            Vec::decode_rest(r).map(Self::from);
            over |own, r, count| {
                super::vec::over::<Self, T>(own, |items| items.decode_counted_into(r, count))
            }
        }

        impl<'de, W, T> crate::field::DecodeIndexed<'de, W> for $type
        where
            Vec<T>: crate::field::DecodeIndexed<'de, W>,
        {
            #[inline]
            fn decode_indexed<F: Format>(
                r: &mut Reader<'de, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                Vec::decode_indexed(r, count).map(Self::from)
            }

            #[inline]
            fn decode_indexed_into<F: Format>(
                &mut self,
                r: &mut Reader<'de, F>,
                count: usize,
            ) -> Result<(), DecodeError> {
                super::vec::over::<Self, T>(self, |items| items.decode_indexed_into(r, count))
            }
        }

        crate::form::element::shares! {
            {T: crate::ShareableElement} $type as T::SharedSeq;
            |shared| <Vec<T> as crate::Shareable>::from_shared(shared).into()
        }
    };
}

pub(super) use as_vec;
