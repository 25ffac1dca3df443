//! `bytes::Bytes`: a length and bytes; a slice of the input, if that is reference-counted.

use bytes::Bytes;

use crate::error::{DecodeError, EncodeError};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::counted::DecodeCounted;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::value::share::Shareable;
use crate::write::writer::Writer;

impl Encode for Bytes {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[u8]>::encoded_size::<F>()
    }

    #[inline(always)]
    fn knows_len<F: Format>() -> bool {
        true
    }

    #[inline(always)]
    fn is_short(&self) -> Option<bool> {
        (**self).is_short()
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        (**self).encoded_len::<F>()
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).encode(w)
    }
}

impl Decodable for Bytes {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.sequence) };
        let len = r.length()?;
        r.shared(len)
    }

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.sequence) };
        let len = r.length()?;
        r.take(len).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(1);
    }
}

crate::form::element::borrows! {
    Bytes as &'de [u8];
    |value| value;
    |borrowed| Self::copy_from_slice(borrowed)
}

crate::form::element::lazy_element!(Bytes);

impl Shareable for Bytes {
    type Shared = Self;

    #[inline(always)]
    fn from_shared(shared: Self) -> Self {
        shared
    }
}

crate::form::element::lazy_element_shared!(Bytes);

crate::value::counted::as_counted!(Bytes);

impl DecodeCounted for Bytes {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        r.shared(count)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        r.shared(r.remaining())
    }
}

crate::impl_decodable_ref!(Bytes);
