//! Tuples of one to sixteen: the parts, one after the other.

use crate::error::{DecodeError, EncodeError};
use crate::form::seq_ref::SeqRef;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! tuple {
    ($($part:ident $index:tt),*) => {
        impl<$($part: Encode),*> Encode for ($($part,)*) {
            #[inline(always)]
            fn encoded_size<F: Format>() -> Size {
                Size::ZERO$(.and($part::encoded_size::<F>()))*
            }
            #[inline(always)]
            fn encoded_len<F: Format>(&self) -> usize {
                0usize$(.wrapping_add(self.$index.encoded_len::<F>()))*
            }
            #[inline(always)]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                let size = Self::encoded_size::<F>();
                if size.fixed {
                    w.ensure(size.min)?;
                }
                $(self.$index.encode(w)?;)*
                Ok(())
            }
        }

        impl<$($part: Decodable),*> Decodable for ($($part,)*) {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                Size::ZERO$(.and($part::size::<F>()))*
            }
            #[inline(always)]
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

        impl<'de, $($part: DecodableRef<'de>),*> DecodableRef<'de> for ($($part,)*) {
            #[inline(always)]
            fn ref_size<F: Format>() -> Size {
                Size::ZERO$(.and($part::ref_size::<F>()))*
            }
            #[inline(always)]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                if Reader::<F>::FETCHES {
                    r.fetch_whole(<Self as DecodableRef<'de>>::ref_size::<F>().min)?;
                }
                r.ensure(<Self as DecodableRef<'de>>::ref_size::<F>().min)?;
                Ok(($(r.element($index, $part::decode_ref)?,)*))
            }
        }

        impl<$($part: Borrowable),*> Borrowable for ($($part,)*) {
            type Ref<'de> = ($($part::Ref<'de>,)*) where Self: 'de;
            type Seq<'de> = SeqRef<'de, ($($part::Ref<'de>,)*)> where Self: 'de;

            fn to_ref(&self) -> Self::Ref<'_> {
                ($(self.$index.to_ref(),)*)
            }
            fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self where Self: 'de {
                ($($part::from_ref(borrowed.$index),)*)
            }
            fn seq_to_ref(items: &[Self]) -> Self::Seq<'_> {
                SeqRef::from_owned(items)
            }
            fn seq_from_ref<'de, Items: Extend<Self>>(borrowed: Self::Seq<'de>, items: &mut Items)
            where
                Self: 'de,
            {
                items.extend(borrowed.iter().map(Self::from_ref));
            }
        }

        #[cfg(feature = "bytes")]
        impl<$($part: crate::Shareable),*> crate::Shareable for ($($part,)*) {
            type Shared = ($($part::Shared,)*);
            type SharedSeq = crate::SeqShared<($($part::Shared,)*)>;

            fn from_shared(shared: Self::Shared) -> Self {
                ($($part::from_shared(shared.$index),)*)
            }
            fn seq_from_shared<Items: Extend<Self>>(shared: Self::SharedSeq, items: &mut Items) {
                items.extend(shared.iter().map(Self::from_shared));
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14);
tuple!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15);
