//! `String`: a length and the bytes, which are UTF-8.

use alloc::string::String;

use crate::error::DecodeError;
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::text_owned;

crate::value::encode::encode_as!(String as str; |it| it; fast);

impl Decodable for String {
    sizes!(size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let len = r.length()?;
        let text = r.str(len)?;
        r.charge(len)?;
        text_owned::owned(text, r)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let len = r.length()?;
        let text = r.str(len)?;
        r.charge(len)?;
        text_owned::replace(self, text, r)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(1);
    }
}

crate::form::element::borrows! {
    String as &'de str;
    |value| value;
    |borrowed| borrowed.into()
}

crate::form::element::lazy_element!(String);

crate::form::element::shares! {
    String as crate::TextShared;
    |shared| shared.as_str().into()
}

crate::value::counted::as_counted!(String);

crate::value::counted::content! {own
    #[cfg_attr(not(debug_assertions), inline(always))] String;
    |r, count| {
        let text = r.str(count)?;
        r.charge(count)?;
        text_owned::owned(text, r)
    };
    {
        r.fetch_all();
        Self::decode_counted(r, r.remaining())
    };
    over |own, r, count| {
        let text = r.str(count)?;
        r.charge(count)?;
        text_owned::replace(own, text, r)
    }
}

crate::impl_decodable_ref!(String);
