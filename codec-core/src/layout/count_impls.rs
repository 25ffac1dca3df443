//! The strings and sequences that have a count.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use super::{Counted, DecodeCountedRef};
use crate::decode_ref::DecodableRef;
use crate::encode::Encode;
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::reader::Reader;
use crate::seq::SeqRef;
use crate::writer::Writer;
#[cfg(feature = "alloc")]
use {super::DecodeCounted, crate::decode::Decodable, crate::size::Size};

impl<T: Encode> Counted for [T] {
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

impl Counted for str {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn content_len<F: Format>(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(self.as_bytes())
    }
}

/// A type that shows its content as another counted type.
macro_rules! as_counted {
    ($({$($param:ident),*})? $type:ty) => {
        impl<$($($param: Encode),*)?> Counted for $type {
            #[inline(always)]
            fn count(&self) -> usize {
                (**self).count()
            }

            #[inline(always)]
            fn content_len<F: Format>(&self) -> usize {
                (**self).content_len::<F>()
            }

            #[inline(always)]
            fn encode_content<F: Format>(
                &self,
                w: &mut Writer<'_, F>,
            ) -> Result<(), EncodeError> {
                (**self).encode_content(w)
            }
        }
    };
}

as_counted!({ T } & [T]);
as_counted!(&str);
#[cfg(feature = "alloc")]
as_counted!({T} Vec<T>);
#[cfg(feature = "alloc")]
as_counted!(String);
#[cfg(feature = "bytes")]
as_counted!(bytes::Bytes);

impl<T: Encode> Counted for SeqRef<'_, T> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn content_len<F: Format>(&self) -> usize {
        self.elements_len::<F>()
    }

    #[inline]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.encode_elements(w)
    }
}

impl<'de> DecodeCountedRef<'de> for &'de [u8] {
    #[inline(always)]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        r.take(count)
    }

    #[inline(always)]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        r.take(r.remaining())
    }
}

impl<'de> DecodeCountedRef<'de> for &'de str {
    #[inline(always)]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        r.text(count)
    }

    #[inline(always)]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        r.text(r.remaining())
    }
}

impl<'de, T: DecodableRef<'de>> DecodeCountedRef<'de> for SeqRef<'de, T> {
    #[inline]
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        Self::decode_counted(r, count)
    }

    #[inline]
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode_rest(r)
    }
}

#[cfg(feature = "alloc")]
impl DecodeCounted for String {
    #[inline(always)]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let text = r.text(count)?;
        r.charge(count)?;
        crate::text_owned::owned(text, r)
    }

    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let text = r.text(count)?;
        r.charge(count)?;
        crate::text_owned::replace(self, text, r)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        Self::decode_counted(r, r.remaining())
    }
}

#[cfg(feature = "alloc")]
impl<T: Decodable> DecodeCounted for Vec<T> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        T::decode_extend(&mut items, r, count)?;
        Ok(items)
    }

    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        crate::bulk::decode_over(self, r, count)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        let size = T::size::<F>();
        if let Size { min: min @ 1.., fixed: true } = size {
            return Self::decode_counted(r, r.remaining().div_ceil(min));
        }
        let mut items = Self::new();
        crate::bulk::until_end(r, size_of::<T>(), |r| {
            let item = T::decode(r)?;
            crate::bulk::make_room_for_one(&mut items, r)?;
            items.push(item);
            Ok(())
        })?;
        Ok(items)
    }
}

#[cfg(feature = "bytes")]
impl DecodeCounted for bytes::Bytes {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        r.shared(count)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.fetch_all();
        r.shared(r.remaining())
    }
}

#[cfg(feature = "bytes")]
mod shared {
    use super::{Counted, Decodable, DecodeCounted, DecodeError, Encode, EncodeError};
    use super::{Format, Reader, Writer};
    use crate::seq_shared::SeqShared;

    impl<T: Decodable + Encode> Counted for SeqShared<T> {
        #[inline(always)]
        fn count(&self) -> usize {
            self.len()
        }

        #[inline]
        fn content_len<F: Format>(&self) -> usize {
            self.elements_len::<F>()
        }

        #[inline]
        fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
            self.encode_elements(w)
        }
    }

    impl<T: Decodable> DecodeCounted for SeqShared<T> {
        #[inline]
        fn decode_counted<F: Format>(
            r: &mut Reader<'_, F>,
            count: usize,
        ) -> Result<Self, DecodeError> {
            Self::decode_counted(r, count)
        }

        #[inline]
        fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
            Self::decode_rest(r)
        }
    }
}
