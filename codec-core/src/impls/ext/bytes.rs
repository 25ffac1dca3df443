//! `bytes::Bytes`: a length and bytes; a slice of the input, if that is reference-counted.

use bytes::Bytes;

use crate::error::DecodeError;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::counted::DecodeCounted;
use crate::value::decode::Decodable;
use crate::value::offsets::{DecodeIndexed, read_fixed};

crate::value::encode::encode_as!(Bytes as [u8]; |it| it; fast);

impl Decodable for Bytes {
    crate::value::counted::after_count!(u8);

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

crate::form::element::shares! {
    Bytes as Self;
    |shared| shared
}

crate::value::counted::as_counted!(Bytes);

crate::form::forward::indexed!({} Bytes);

impl DecodeIndexed<'_> for Bytes {
    #[inline]
    fn decode_indexed<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        read_fixed(r, count, 1, Self::decode_counted)
    }
}

crate::value::counted::content! {own
    #[inline] Bytes;
    |r, count| r.shared(count);
    {
        r.fetch_all();
        r.shared(r.remaining())
    }
}

crate::impl_decodable_ref!(Bytes);
