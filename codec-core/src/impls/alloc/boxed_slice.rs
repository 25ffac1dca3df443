//! Boxed strings and slices: as a `String` or `Vec`.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::counted::DecodeCounted;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;

impl Decodable for Box<str> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <&str as DecodableRef<'_>>::ref_size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let text = <&str>::decode_ref(r)?;
        r.charge(text.len())?;
        crate::value::text_owned::owned(text, r).map(Into::into)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(1);
    }
}

crate::form::element::borrows! {
    Box<str> as &'de str;
    |value| value;
    |borrowed| borrowed.into()
}

crate::form::element::lazy_element!(Box<str>);

impl<T: Decodable> Decodable for Box<[T]> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        <Vec<T> as Decodable>::size::<F>()
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Vec::decode(r).map(Vec::into_boxed_slice)
    }

    /// Keeps the memory when the number of elements stays the same.
    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let mut items = core::mem::take(self).into_vec();
        let outcome = items.decode_into(r);
        *self = items.into_boxed_slice();
        outcome
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, T>(size_of::<T>());
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Box<[T]> {
    #[inline(always)]
    fn ref_size<F: Format>() -> Size {
        <Vec<T> as DecodableRef<'de>>::ref_size::<F>()
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Vec::decode_ref(r).map(Vec::into_boxed_slice)
    }
}

crate::form::element::borrows! {
    {T: BorrowableElement} Box<[T]> as T::Seq<'de>;
    |value| Sequence::lend(value);
    |borrowed| Vec::from_ref(borrowed).into_boxed_slice()
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} Box<[T]>);

crate::form::element::shares! {
    {T: crate::ShareableElement} Box<[T]> as T::SharedSeq;
    |shared| Vec::from_shared(shared).into_boxed_slice()
}

crate::form::element::lazy_element_shared!({T: crate::ShareableElement} Box<[T]>);

crate::form::element::shares! {
    Box<str> as crate::TextShared;
    |shared| shared.as_str().into()
}

crate::form::element::lazy_element_shared!(Box<str>);

crate::value::counted::as_counted!({T: Encode} Box<[T]>);
crate::value::counted::as_counted!(Box<str>);

impl DecodeCounted for Box<str> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        String::decode_counted(r, count).map(String::into_boxed_str)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        String::decode_rest(r).map(String::into_boxed_str)
    }
}

super::vec::as_vec! {
    Box<[T]>;
}

crate::impl_decodable_ref!(Box<str>);
