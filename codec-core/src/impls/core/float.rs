//! Floats: IEEE 754 bits, little-endian; a format may refuse some.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for f32 {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(4)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        4
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.single) };
        F::write_f32(w.output(), *self)
    }

    #[inline]
    fn encode_slice<F: Format>(items: &[Self], w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.single) };
        crate::value::numbers::encode_numbers::<F, Self, 4>(
            items,
            w,
            F::RULES.refuses_nan,
            F::write_f32,
        )
    }
}

impl Decodable for f32 {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(4)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.single) };
        r.f32()
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        crate::value::numbers::decode_numbers(
            items,
            r,
            count,
            (0.0, F::RULES.refuses_nan),
            F::read_f32,
        )
    }

    crate::value::memory::no_memory!();
}

impl Encode for f64 {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(8)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        8
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.double) };
        F::write_f64(w.output(), *self)
    }

    #[inline]
    fn encode_slice<F: Format>(items: &[Self], w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.double) };
        crate::value::numbers::encode_numbers::<F, Self, 8>(
            items,
            w,
            F::RULES.refuses_nan,
            F::write_f64,
        )
    }
}

impl Decodable for f64 {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(8)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.double) };
        r.f64()
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        crate::value::numbers::decode_numbers(
            items,
            r,
            count,
            (0.0, F::RULES.refuses_nan),
            F::read_f64,
        )
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(f32);
crate::impl_plain!(f64);
