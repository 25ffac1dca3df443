//! Floats: IEEE 754 bits, little-endian; a format may refuse some.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::{Decodable, DecodeError, Encode, EncodeError, Format, Lacks, Reader, Size, Writer};

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
        const { Lacks::refuse(F::LACKS.single) };
        F::write_f32(w.output(), *self)
    }
}

impl Decodable for f32 {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(4)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Lacks::refuse(F::LACKS.single) };
        r.f32()
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        crate::bulk::decode_numbers(items, r, count, 0.0, F::read_f32)
    }
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
        const { Lacks::refuse(F::LACKS.double) };
        F::write_f64(w.output(), *self)
    }
}

impl Decodable for f64 {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(8)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Lacks::refuse(F::LACKS.double) };
        r.f64()
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        crate::bulk::decode_numbers(items, r, count, 0.0, F::read_f64)
    }
}

crate::impl_plain!(f32);
crate::impl_plain!(f64);
