//! Cells: encoded as their content. The borrowed form is an owned value, since nothing can be
//! borrowed from a cell while it may change.

use core::cell::{Cell, RefCell};

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

crate::value::encode::encode_as!({T: Encode + Copy} Cell<T> as T; |it| &it.get());

/// A cell that is mutably borrowed can't be encoded
/// ([`InvalidValue`](EncodeErrorKind::InvalidValue)).
impl<T: Encode + ?Sized> Encode for RefCell<T> {
    sizes!(encoded_size: T::encoded_size::<F>());

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
            crate::format::size::sizes!(size: T::size::<F>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                T::decode(r).map(Self::new)
            }
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                self.get_mut().decode_into(r)
            }
            crate::value::memory::memory_of!(T);
        }

        crate::value::decode_ref::decode_ref_as!({T: DecodableRef<'de>} $cell<T> as T; Self::new);
    )*};
}

decode_cell!(Cell, RefCell);

/// The other forms of a cell: the value, or its shared form.
macro_rules! cell_forms {
    ($cell:ident, $bound:path, |$it:ident| $value:expr) => {
        crate::form::element::borrows! {
            {T: $bound} $cell<T> as T where { for<'any> T: DecodableRef<'any>, };
            |$it| $value;
            |borrowed| Self::new(borrowed)
        }

        // Threads can't share a cell, so a sequence of them can't be borrowed lazily.
        #[cfg(feature = "alloc")]
        impl<T: $bound> crate::BorrowableElement for $cell<T>
        where
            for<'any> T: DecodableRef<'any>,
        {
            type Seq<'de>
                = alloc::vec::Vec<T>
            where
                Self: 'de;
        }

        crate::form::element::shares! {
            {T: crate::Shareable} $cell<T> as T::Shared;
            |shared| Self::new(T::from_shared(shared))
        }
    };
}

cell_forms!(Cell, Copy, |it| it.get());
// `to_ref` panics while the cell is mutably borrowed.
cell_forms!(RefCell, Clone, |it| it.borrow().clone());
