//! Integers wider than a byte.

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! integer {
    ($($int:ty $(, $lacks:ident)*;)*) => {$(
        impl Encode for $int {
            crate::format::size::sizes!(encoded_size: F::int_size::<$int>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                F::int_len(*self)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)*
                w.int(*self)
            }
            #[inline]
            fn encode_slice<F: Format>(
                items: &[Self],
                w: &mut Writer<'_, F>,
            ) -> Result<(), EncodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)*
                let write = F::write_int::<$int>;
                crate::value::numbers::encode_numbers::<F, Self, { size_of::<$int>() }>(
                    items, w, false, write,
                )
            }
        }

        impl Decodable for $int {
            crate::format::size::sizes!(size: F::int_size::<$int>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)*
                r.int()
            }
            crate::value::decode::extended!(#[inline] |items, r, count| {
                if !F::int_size::<$int>().fixed {
                    return crate::value::numbers::decode_varints(items, r, count);
                }
                let read = F::read_int::<$int>;
                crate::value::numbers::decode_numbers(items, r, count, (0, false), read)
            });
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($int);
    )*};
}

integer! {
    u16;
    u32;
    u64;
    u128, wide;
    i16, signed;
    i32, signed;
    i64, signed;
    i128, signed, wide;
}

/// `usize` and `isize` are encoded with 64 bits, so that all machines agree.
macro_rules! pointer_sized {
    ($($int:ty as $wire:ty;)*) => {$(
        impl Encode for $int {
            crate::format::size::sizes!(encoded_size: F::int_size::<$wire>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                F::int_len(*self as $wire)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.pointer_sized) };
                w.int(*self as $wire)
            }
        }

        impl Decodable for $int {
            crate::format::size::sizes!(size: F::int_size::<$wire>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.pointer_sized) };
                let offset = r.offset();
                Self::try_from(r.int::<$wire>()?)
                    .map_err(|_| DecodeError::new(DecodeErrorKind::IntegerOutOfRange, offset))
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($int);
    )*};
}

pointer_sized! {
    usize as u64;
    isize as i64;
}
