//! `Cow`: encoded as its content. An owned decode makes it owned; in a borrowed decode, strings,
//! bytes and paths are borrowed, and all other types are owned.

use alloc::borrow::{Cow, ToOwned};

use super::cow_content::{CowForm, CowRead};
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::counted::{Counted, DecodeCounted, DecodeCountedRef};
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

crate::value::encode::encode_as!({B: Encode + ToOwned + ?Sized} Cow<'_, B> as B; |it| it);

impl<B: ToOwned<Owned: Decodable> + ?Sized> Decodable for Cow<'_, B> {
    sizes!(size: B::Owned::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        B::Owned::decode(r).map(Cow::Owned)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        if let Cow::Owned(value) = self {
            return value.decode_into(r);
        }
        *self = Self::decode(r)?;
        Ok(())
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.part::<F, B::Owned>();
    }
}

impl<'de, B: CowRead<'de> + ?Sized> DecodableRef<'de> for Cow<'de, B> {
    sizes!(ref_size: B::size::<F>());

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        B::read(r)
    }
}

crate::form::element::borrows! {
    {B: CowForm + ?Sized} Cow<'_, B> as B::Ref<'de>;
    |value| B::lend(value);
    |borrowed| Cow::Owned(B::own(borrowed))
}

crate::form::element::lazy_element!({B: CowForm<Owned: Sync> + Sync + ?Sized} Cow<'_, B>);

crate::form::element::shares! {
    {B: ToOwned<Owned: crate::Shareable> + ?Sized} Cow<'_, B> as <B::Owned as crate::Shareable>::Shared;
    |shared| Cow::Owned(crate::Shareable::from_shared(shared))
}

crate::value::counted::as_counted!({B: Counted + ToOwned + ?Sized} Cow<'_, B>);

// An owned decode makes it owned, a borrowed one borrowed.
crate::value::counted::content! {own
    #[inline] {B: ToOwned<Owned: DecodeCounted> + ?Sized} Cow<'_, B>;
    |r, count| B::Owned::decode_counted(r, count).map(Cow::Owned);
    B::Owned::decode_rest(r).map(Cow::Owned);
    over |own, r, count| {
        if let Cow::Owned(value) = own {
            return value.decode_counted_into(r, count);
        }
        *own = Self::decode_counted(r, count)?;
        Ok(())
    };
    fn held(&self, count: usize) -> usize {
        if let Cow::Owned(value) = self { value.held(count) } else { count }
    }
}

crate::value::counted::content! {borrow
    #[inline] {B: ToOwned + ?Sized} Cow<'de, B> where {&'de B: DecodeCountedRef<'de>};
    |r, count| DecodeCountedRef::decode_counted_ref(r, count).map(Cow::Borrowed);
    DecodeCountedRef::decode_rest_ref(r).map(Cow::Borrowed)
}
