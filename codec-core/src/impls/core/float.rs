//! Floats: IEEE 754 bits, little-endian; a format may refuse some.

use crate::error::{DecodeError, EncodeError};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A float of `$len` bytes, and the rule that says which formats have none.
macro_rules! float {
    ($float:ident, $len:literal, $unsupported:ident, $write:ident, $read:ident) => {
        impl Encode for $float {
            crate::value::encode::fixed_len!($len);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.$unsupported) };
                F::$write(w.output(), *self)
            }

            #[inline]
            fn encode_slice<F: Format>(
                items: &[Self],
                w: &mut Writer<'_, F>,
            ) -> Result<(), EncodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.$unsupported) };
                crate::value::numbers::encode_numbers::<F, Self, $len>(
                    items,
                    w,
                    F::RULES.refuses_nan,
                    F::$write,
                )
            }
        }

        impl Decodable for $float {
            crate::format::size::sizes!(size: Size::fixed($len));

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.$unsupported) };
                r.$float()
            }

            crate::value::decode::extended!(#[inline] |items, r, count| {
                let refused = F::RULES.refuses_nan;
                crate::value::numbers::decode_numbers(items, r, count, (0.0, refused), F::$read)
            });

            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($float);
    };
}

float!(f32, 4, single, write_f32, read_f32);
float!(f64, 8, double, write_f64, read_f64);
