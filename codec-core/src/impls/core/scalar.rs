//! Booleans and characters.

use crate::{Decodable, DecodeError, Encode, EncodeError, Format, Lacks, Reader, Size, Writer};

impl Encode for bool {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(1)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        1
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(u8::from(*self))
    }
}

impl Decodable for bool {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::fixed(1)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.bool()
    }
}

impl Encode for char {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        F::char_size()
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        F::char_len(*self)
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Lacks::refuse(F::LACKS.character) };
        F::write_char(w.output(), *self)
    }
}

impl Decodable for char {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        F::char_size()
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Lacks::refuse(F::LACKS.character) };
        r.char()
    }
}

crate::impls::plain!(bool);
crate::impls::plain!(char);
