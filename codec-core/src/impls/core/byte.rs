//! `u8` and `i8`: one byte in every format, and many are one copy.

use crate::error::{DecodeError, EncodeError};
use crate::form::element::BorrowableElement;
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for u8 {
    crate::value::encode::fixed_len!(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(*self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_slice<F: Format>(items: &[Self], w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(items)
    }
}

impl Decodable for u8 {
    sizes!(size: Size::fixed(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.byte()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_array<F: Format, const N: usize>(
        r: &mut Reader<'_, F>,
    ) -> Result<[Self; N], DecodeError> {
        r.array::<N>().copied()
    }

    crate::value::decode::extended! {
        #[cfg_attr(not(debug_assertions), inline(always))] |items, r, count| {
            let bytes = r.take(count)?;
            r.charge(count)?;
            crate::value::bulk::make_room(items, count, r)?;
            items.extend_from_slice(bytes);
            Ok(())
        }
    }

    crate::value::memory::no_memory!();
}

impl<'de> DecodableRef<'de> for u8 {
    sizes!(ref_size: Size::fixed(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.byte()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref_array<F: Format, const N: usize>(
        r: &mut Reader<'de, F>,
    ) -> Result<[Self; N], DecodeError> {
        r.array::<N>().copied()
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_ref_cow<F: Format>(
        r: &mut Reader<'de, F>,
    ) -> Result<alloc::borrow::Cow<'de, [u8]>, DecodeError> {
        <&[u8]>::decode_ref(r).map(alloc::borrow::Cow::Borrowed)
    }
}

crate::form::element::borrows! {
    u8 as u8;
    |value| *value;
    |borrowed| borrowed
}

impl BorrowableElement for u8 {
    type Seq<'de> = &'de [u8];
}

#[cfg(feature = "bytes")]
impl crate::Shareable for u8 {
    type Shared = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_shared(shared: Self) -> Self {
        shared
    }
}

#[cfg(feature = "bytes")]
impl crate::ShareableElement for u8 {
    type SharedSeq = bytes::Bytes;
}

impl Encode for i8 {
    crate::value::encode::fixed_len!(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.signed) };
        w.byte(self.cast_unsigned())
    }
}

impl Decodable for i8 {
    sizes!(size: Size::fixed(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.signed) };
        r.signed_byte()
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(i8);
