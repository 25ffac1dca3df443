//! Boxed strings and slices: as a `String` or `Vec`.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::size::sizes;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;

impl Decodable for Box<str> {
    sizes!(size: <&str as DecodableRef<'_>>::ref_size::<F>());

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

super::vec::as_vec!(Box<[T]>);

crate::form::element::borrows! {
    {T: BorrowableElement} Box<[T]> as T::Seq<'de>;
    |value| Sequence::lend(value);
    |borrowed| Vec::from_ref(borrowed).into_boxed_slice()
}

crate::form::element::lazy_element!({T: BorrowableElement + Sync} Box<[T]>);

crate::form::element::shares! {
    Box<str> as crate::TextShared;
    |shared| shared.as_str().into()
}

crate::value::counted::as_counted!({T: crate::Encode} Box<[T]>);

crate::value::counted::as_counted!(Box<str>);

crate::value::counted::content! {own
    #[inline] Box<str>;
    |r, count| String::decode_counted(r, count).map(String::into_boxed_str);
    String::decode_rest(r).map(String::into_boxed_str)
}

crate::impl_decodable_ref!(Box<str>);
