//! Tuples of one to sixteen parts, encoded one after another; of up to eight in all forms.

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::{Encode, open_end};
use crate::value::growing::growing;
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

/// The owned form alone, which is less code to compile.
macro_rules! owned {
    ($last:tt; $([$part:ident $index:tt])*) => {
        impl<$($part: Encode),*> Encode for ($($part,)*) {
            const OPEN: bool = open_end(&[$($part::OPEN),*]);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_size<F: Format>() -> Size {
                Size::ZERO$(.and($part::encoded_size::<F>()))*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                0usize$(.wrapping_add(self.$index.encoded_len::<F>()))*
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { Self::OPEN };
                let size = Self::encoded_size::<F>();
                if size.fixed {
                    w.ensure(size.min)?;
                }
                $(encode_field(&self.$index, w)?;)*
                Ok(())
            }
        }

        impl<$($part: Decodable),*> Decodable for ($($part,)*) {
            crate::format::size::sizes!(size: Size::ZERO$(.and($part::size::<F>()))*);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                if Reader::<F>::FETCHES {
                    r.fetch_whole(Self::size::<F>().min)?;
                }
                r.ensure(Self::size::<F>().min)?;
                Ok(($(r.element($index, $part::decode)?,)*))
            }
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                if Reader::<F>::FETCHES {
                    r.fetch_whole(Self::size::<F>().min)?;
                }
                r.ensure(Self::size::<F>().min)?;
                $(r.element($index, |r| self.$index.decode_into(r))?;)*
                Ok(())
            }
            crate::value::memory::memory_of!($($part),*);
        }
    };
}

/// All forms.
macro_rules! tuple {
    ($last:tt; $([$part:ident $index:tt])*) => {
        owned!($last; $([$part $index])*);

        impl<'de, $($part: DecodableRef<'de>),*> DecodableRef<'de> for ($($part,)*) {
            crate::format::size::sizes!(ref_size: Size::ZERO$(.and($part::ref_size::<F>()))*);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                if Reader::<F>::FETCHES {
                    r.fetch_whole(<Self as DecodableRef<'de>>::ref_size::<F>().min)?;
                }
                r.ensure(<Self as DecodableRef<'de>>::ref_size::<F>().min)?;
                Ok(($(r.element($index, $part::decode_ref)?,)*))
            }
        }

        crate::form::element::borrows! {
            {$($part: Borrowable),*} ($($part,)*) as ($($part::Ref<'de>,)*);
            |value| ($(value.$index.to_ref(),)*);
            |borrowed| ($($part::from_ref(borrowed.$index),)*)
        }

        crate::form::element::lazy_element!({$($part: Borrowable + Sync),*} ($($part,)*));

        crate::form::element::shares! {
            {$($part: crate::Shareable),*} ($($part,)*) as ($($part::Shared,)*);
            |shared| ($($part::from_shared(shared.$index),)*)
        }
    };
}

growing!(tuple [] [A 0] [B 1] [C 2] [D 3] [E 4] [G 5] [H 6] [I 7]);
growing!(owned [[A 0] [B 1] [C 2] [D 3] [E 4] [G 5] [H 6] [I 7]]
    [J 8] [K 9] [L 10] [M 11] [N 12] [O 13] [P 14] [Q 15]);
