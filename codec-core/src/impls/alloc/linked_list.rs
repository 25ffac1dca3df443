//! `LinkedList`: as a `Vec` of its elements. It has no borrowed form, since its
//! elements lie nowhere in a row.

use alloc::collections::LinkedList;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::entries;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode> Encode for LinkedList<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[T]>::encoded_size::<F>()
    }

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
        w.length(self.len())?;
        self.iter().try_for_each(|item| item.encode(w))
    }
}

impl<T: Decodable> Decodable for LinkedList<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Vec<T> as Decodable>::size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        let count = r.length()?;
        let mut items = Self::new();
        // Each element stands between two pointers.
        let (size, memory) = (T::size::<F>(), size_of::<(usize, usize, T)>());
        crate::value::bulk::claim(r, count, size, memory, true)?;
        crate::form::key_order::each(r, count, (size, memory), |r| {
            items.push_back(T::decode(r)?);
            Ok(())
        })?;
        Ok(items)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<(usize, usize, T)>());
    }
}
