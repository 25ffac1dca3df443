//! The sequences, maps and sets beside `Vec` that have a count.
#![forbid(unsafe_code)]

use crate::error::{DecodeError, EncodeError};
use crate::form::deque_ref::DequeRef;
use crate::form::key_order::Extent;
use crate::form::map_ref::MapRef;
use crate::form::set_ref::SetRef;
use crate::format::Format;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::value::counted::DecodeCounted;
use crate::value::counted::{Counted, DecodeCountedRef};
#[cfg(feature = "alloc")]
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
#[cfg(feature = "alloc")]
use crate::value::encode::Encode;
use crate::write::writer::Writer;
#[cfg(feature = "alloc")]
use alloc::borrow::{Cow, ToOwned};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::collections::VecDeque;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// What is a vector in another shape.
#[cfg(feature = "alloc")]
macro_rules! as_vec {
    ($($type:ty;)*) => {$(
        impl<T: Decodable> DecodeCounted for $type {
            #[inline]
            fn decode_counted<F: Format>(
                r: &mut Reader<'_, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                Vec::decode_counted(r, count).map(Self::from)
            }

            #[inline]
            fn decode_counted_into<F: Format>(
                &mut self,
                r: &mut Reader<'_, F>,
                count: usize,
            ) -> Result<(), DecodeError> {
                let mut items = Vec::from(core::mem::take(self));
                let outcome = items.decode_counted_into(r, count);
                *self = items.into();
                outcome
            }

            #[inline]
            fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                Vec::decode_rest(r).map(Self::from)
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
as_vec! {
    Box<[T]>;
    VecDeque<T>;
}

#[cfg(feature = "alloc")]
impl<T: Encode> Counted for Box<[T]> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn content_len<F: Format>(&self) -> usize {
        T::slice_len::<F>(self)
    }

    #[inline(always)]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        T::encode_slice(self, w)
    }
}

#[cfg(feature = "alloc")]
impl<T: Encode> Counted for VecDeque<T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let (front, back) = self.as_slices();
        T::slice_len::<F>(front).wrapping_add(T::slice_len::<F>(back))
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let (front, back) = self.as_slices();
        T::encode_slice(front, w)?;
        T::encode_slice(back, w)
    }
}

#[cfg(feature = "alloc")]
impl<B: Counted + ToOwned + ?Sized> Counted for Cow<'_, B> {
    #[inline(always)]
    fn count(&self) -> usize {
        (**self).count()
    }

    #[inline(always)]
    fn content_len<F: Format>(&self) -> usize {
        (**self).content_len::<F>()
    }

    #[inline(always)]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (**self).encode_content(w)
    }
}

/// Decoded it is owned, and borrowed it borrows.
#[cfg(feature = "alloc")]
impl<B: ToOwned<Owned: DecodeCounted> + ?Sized> DecodeCounted for Cow<'_, B> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        B::Owned::decode_counted(r, count).map(Cow::Owned)
    }

    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        if let Cow::Owned(value) = self {
            return value.decode_counted_into(r, count);
        }
        *self = Self::decode_counted(r, count)?;
        Ok(())
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        B::Owned::decode_rest(r).map(Cow::Owned)
    }
}

#[cfg(feature = "alloc")]
impl<'de, B: ToOwned + ?Sized> DecodeCountedRef<'de> for Cow<'de, B>
where
    &'de B: DecodeCountedRef<'de>,
{
    #[inline]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        DecodeCountedRef::decode_counted_ref(r, count).map(Cow::Borrowed)
    }

    #[inline]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        DecodeCountedRef::decode_rest_ref(r).map(Cow::Borrowed)
    }
}

impl<S: Counted + Copy> Counted for DequeRef<S> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.front().count().saturating_add(self.back().map_or(0, |back| back.count()))
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        let back = self.back().map_or(0, |back| back.content_len::<F>());
        self.front().content_len::<F>().wrapping_add(back)
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.front().encode_content(w)?;
        self.back().map_or(Ok(()), |back| back.encode_content(w))
    }
}

impl<'de, S: DecodeCountedRef<'de> + Copy> DecodeCountedRef<'de> for DequeRef<S> {
    #[inline]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        S::decode_counted_ref(r, count).map(|front| Self::new(front, None))
    }

    #[inline]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        S::decode_rest_ref(r).map(|front| Self::new(front, None))
    }
}

/// A borrowed map or set.
macro_rules! entries_ref {
    ($type:ident, $key:ident $(, $value:ident)?) => {
        #[cfg(feature = "alloc")]
        impl<$key: Encode + Ord $(, $value: Encode)?> Counted for $type<'_, $key $(, $value)?> {
            #[inline(always)]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn content_len<F: Format>(&self) -> usize {
                self.entries_len::<F>()
            }

            #[inline]
            fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                self.encode_entries(w)
            }
        }

        impl<'de, $key: DecodableRef<'de> + Ord $(, $value: DecodableRef<'de>)?>
            DecodeCountedRef<'de> for $type<'de, $key $(, $value)?>
        {
            #[inline]
            fn decode_counted_ref<F: Format>(
                r: &mut Reader<'de, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                Self::decode_entries(r, Extent::Count(count))
            }

            #[inline]
            fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                Self::decode_entries(r, Extent::Rest)
            }
        }
    };
}

entries_ref!(MapRef, K, V);
entries_ref!(SetRef, T);
