//! `LinkedList`: as a `Vec` of its elements. The other forms are lists as well, since the elements
//! are not contiguous.

use alloc::collections::LinkedList;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::entries;
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::{Encode, open_end};
use crate::value::mode::{Borrow, Mode, Own};
use crate::write::writer::Writer;

impl<T: Encode> Encode for LinkedList<T> {
    sizes!(encoded_size: <[T]>::encoded_size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        F::len_len(self.len()).wrapping_add(entries::content_len::<F, _, _>(
            self.len(),
            self.iter().map(|item| (item, ())),
        ))
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        const { open_end(&[T::OPEN, false]) };
        w.length(self.len())?;
        self.iter().try_for_each(|item| item.encode(w))
    }
}

impl<T: Decodable> Decodable for LinkedList<T> {
    sizes!(size: <Vec<T> as Decodable>::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        list::<F, T, Own>(r)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<(usize, usize, T)>());
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for LinkedList<T> {
    sizes!(ref_size: <Vec<T> as DecodableRef<'de>>::ref_size::<F>());

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        list::<F, T, Borrow>(r)
    }
}

#[inline]
#[expect(clippy::linkedlist, reason = "the type that is decoded")]
fn list<'de, F: Format, T, W: Mode<'de, T>>(
    r: &mut Reader<'de, F>,
) -> Result<LinkedList<T>, DecodeError> {
    const { F::RULES.unsupported.refuse_sequence::<T>() };
    let count = r.length()?;
    let mut items = LinkedList::new();
    // Each element is stored with two pointers.
    let (size, memory) = (W::size::<F>(), size_of::<(usize, usize, T)>());
    crate::value::bulk::claim(r, count, size, memory, true)?;
    crate::form::key_order::each(r, count, (size, memory), |r| {
        items.push_back(W::read(r)?);
        Ok(())
    })?;
    Ok(items)
}

crate::form::element::mapped! {
    LinkedList<T>;
    |it, (lend,)| it.iter().map(lend).collect();
    |it, (own,)| it.into_iter().map(own).collect()
}
