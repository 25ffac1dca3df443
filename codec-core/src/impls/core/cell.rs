//! Cells: what they hold. A cell has no borrowed form, since nothing can be
//! borrowed from it while it may change.

use core::cell::{Cell, RefCell};

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode + Copy> Encode for Cell<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        T::encoded_size::<F>()
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        self.get().encoded_len::<F>()
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.get().encode(w)
    }
}

/// A cell that is mutably borrowed can't be encoded
/// ([`InvalidValue`](EncodeErrorKind::InvalidValue)).
impl<T: Encode + ?Sized> Encode for RefCell<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        T::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.try_borrow().map_or(0, |value| value.encoded_len::<F>())
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        match self.try_borrow() {
            Ok(value) => value.encode(w),
            Err(_) => Err(w.error(EncodeErrorKind::InvalidValue)),
        }
    }
}

macro_rules! decode_cell {
    ($($cell:ident),*) => {$(
        impl<T: Decodable> Decodable for $cell<T> {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                T::size::<F>()
            }
            #[inline(always)]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                T::decode(r).map(Self::new)
            }
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                self.get_mut().decode_into(r)
            }
            crate::value::memory::memory_of!(T);
        }

        impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for $cell<T> {
            #[inline(always)]
            fn ref_size<F: Format>() -> Size {
                T::ref_size::<F>()
            }
            #[inline(always)]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                T::decode_ref(r).map(Self::new)
            }
        }
    )*};
}

decode_cell!(Cell, RefCell);
