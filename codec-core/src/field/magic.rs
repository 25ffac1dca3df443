//! Constants that must be there.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A constant on the wire, as `#[codec(magic = ..)]` names it: bytes, written as
/// they are, or an integer, laid out as the format lays out its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a constant on the wire",
    label = "`magic` takes bytes such as `b\"DIRT\"`, or an integer of a type such as `7u32`"
)]
pub trait Magic {
    /// The size of the constant.
    fn size<F: Format>(&self) -> Size;

    /// Reads it, and checks that it is this one.
    ///
    /// # Errors
    /// [`InvalidMagic`](DecodeErrorKind::InvalidMagic) at its first byte.
    fn expect<F: Format>(&self, r: &mut Reader<'_, F>) -> Result<(), DecodeError>;

    /// Writes it.
    ///
    /// # Errors
    /// The errors of writing bytes or an integer.
    fn write<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn matches(found: bool, start: usize) -> Result<(), DecodeError> {
    if found { Ok(()) } else { Err(DecodeError::new(DecodeErrorKind::InvalidMagic, start)) }
}

/// Bytes, by the functions that take as many from a reader and that write them.
macro_rules! bytes {
    ([$($params:tt)*] $type:ty; |$own:ident, $r:ident| $take:expr, $write:ident) => {
        impl<$($params)*> Magic for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size<F: Format>(&self) -> Size {
                Size::fixed(self.len())
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn expect<F: Format>(&self, $r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                let ($own, start) = (self, $r.offset());
                matches($take? == $own, start)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                w.$write(self)
            }
        }
    };
}

bytes!([const N: usize] [u8; N]; |_own, r| r.array::<N>(), array);
bytes!([] [u8]; |own, r| r.take(own.len()), bytes);

impl<M: Magic + ?Sized> Magic for &M {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn size<F: Format>(&self) -> Size {
        (**self).size::<F>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expect<F: Format>(&self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        (**self).expect(r)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).write(w)
    }
}

macro_rules! integers {
    ($($int:ty),*) => {$(
        impl Magic for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size<F: Format>(&self) -> Size {
                // Of a variable length, a longer form than this may be accepted.
                let len = self.encoded_len::<F>();
                if Self::encoded_size::<F>().fixed { Size::fixed(len) } else { Size::at_least(len) }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn expect<F: Format>(&self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                let start = r.offset();
                matches(<$int as crate::Decodable>::decode(r)? == *self, start)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                self.encode(w)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);
