//! Types that borrow from the input itself: strings, bytes and byte arrays.

use crate::error::{DecodeError, EncodeError};
use crate::form::forward::indexed;
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::counted::{Counted, DecodeCountedRef};
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::Borrow;
use crate::value::offsets::{DecodeIndexed, read_fixed};
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

impl<T: Encode + ?Sized> Encode for &T {
    const OPEN: bool = T::OPEN;

    sizes!(encoded_size: T::encoded_size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copied<F: Format>(&self) -> Option<usize> {
        (**self).copied::<F>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        (**self).encoded_len::<F>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        encode_field(&**self, w)
    }
}

impl<T: Encode> Encode for [T] {
    sizes!(encoded_size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copied<F: Format>(&self) -> Option<usize> {
        let Size { min, fixed } = T::encoded_size::<F>();
        let bytes = min == 1 && size_of::<T>() == 1;
        fixed.then_some(if bytes { self.len() } else { 0 })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        F::len_len(self.len()) + T::slice_len::<F>(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { F::RULES.unsupported.refuse_sequence::<T>() };
        w.length(self.len())?;
        T::encode_slice(self, w)
    }
}

impl Encode for str {
    sizes!(encoded_size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copied<F: Format>(&self) -> Option<usize> {
        Some(self.len())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        F::len_len(self.len()) + self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        w.length(self.len())?;
        w.bytes(self.as_bytes())
    }
}

impl<'de> DecodableRef<'de> for &'de str {
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.string) };
        let len = r.length()?;
        r.str(len)
    }
}

impl<'de> DecodableRef<'de> for &'de [u8] {
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.sequence) };
        let len = r.length()?;
        r.take(len)
    }
}

impl<'de, const N: usize> DecodableRef<'de> for &'de [u8; N] {
    sizes!(ref_size: Size::fixed(N));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        r.array()
    }
}

impl<T: Encode> Counted for [T] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn content_len<F: Format>(&self) -> usize {
        T::slice_len::<F>(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        T::encode_slice(self, w)
    }
}

crate::value::counted::as_counted!({T: Encode} &[T]);

indexed!({} & [u8]);

impl<'de> DecodeIndexed<'de, Borrow> for &'de [u8] {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        read_fixed(r, count, 1, Self::decode_counted_ref)
    }
}

crate::value::counted::content! {borrow
    #[cfg_attr(not(debug_assertions), inline(always))] &'de [u8];
    |r, count| r.take(count);
    {
        r.fetch_all();
        r.take(r.remaining())
    }
}

impl Counted for str {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn content_len<F: Format>(&self) -> usize {
        self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(self.as_bytes())
    }
}

crate::value::counted::as_counted!(&str);

crate::value::counted::content! {borrow
    #[cfg_attr(not(debug_assertions), inline(always))] &'de str;
    |r, count| r.str(count);
    {
        r.fetch_all();
        r.str(r.remaining())
    }
}
