//! `VecDeque`: as a `Vec` of its elements from front to back.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::deque_ref::DequeRef;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::counted::Counted;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

crate::value::encode::encode_counted!({T: Encode} VecDeque<T>; refuse_sequence::<T>);

super::vec::as_vec!(VecDeque<T>);

crate::form::element::borrows! {
    {T: BorrowableElement} VecDeque<T> as DequeRef<T::Seq<'de>>;
    |value| {
        let (front, back) = value.as_slices();
        let back = (!back.is_empty()).then(|| Sequence::lend(back));
        DequeRef { front: Sequence::lend(front), back }
    };
    |borrowed| {
        let mut items = Self::new();
        borrowed.front.append_to(&mut items);
        if let Some(back) = borrowed.back {
            back.append_to(&mut items);
        }
        items
    }
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} VecDeque<T>);

impl<T: Encode> Counted for VecDeque<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let (front, back) = self.as_slices();
        T::slice_len::<F>(front).wrapping_add(T::slice_len::<F>(back))
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let (front, back) = self.as_slices();
        T::encode_slice(front, w)?;
        T::encode_slice(back, w)
    }
}
