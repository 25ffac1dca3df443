//! `arrayvec`: as a `Vec` or `String`, refused when there is no room for it. The
//! other forms are array vectors as well: those of a `Vec` would not hold the limit.

use arrayvec::{ArrayString, ArrayVec};

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::counted::{Counted, DecodeCounted};
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::way::{Borrow, Own, Way};
use crate::write::writer::Writer;

impl<T: Encode, const CAP: usize> Encode for ArrayVec<T, CAP> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        <[T]>::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.as_slice().encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_slice().encode(w)
    }
}

impl<T: Decodable, const CAP: usize> Decodable for ArrayVec<T, CAP> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        counted::<F, T, Own, CAP>(r)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.parts::<F, T>(CAP);
    }
}

impl<'de, T: DecodableRef<'de>, const CAP: usize> DecodableRef<'de> for ArrayVec<T, CAP> {
    #[inline(always)]
    fn ref_size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        counted::<F, T, Borrow, CAP>(r)
    }
}

/// Reads a count and elements.
#[inline]
fn counted<'de, F: Format, T, W: Way<'de, T>, const CAP: usize>(
    r: &mut Reader<'de, F>,
) -> Result<ArrayVec<T, CAP>, DecodeError> {
    const { F::RULES.unsupported.refuse_sequence::<T>() };
    let start = r.offset();
    let count = r.length()?;
    within::<F, T, W, CAP>(r, start, count)
}

/// Reads elements for which there has to be room; `start` is where the count
/// stands.
#[inline]
fn within<'de, F: Format, T, W: Way<'de, T>, const CAP: usize>(
    r: &mut Reader<'de, F>,
    start: usize,
    count: usize,
) -> Result<ArrayVec<T, CAP>, DecodeError> {
    if count > CAP {
        return Err(r.over_limit(start, count, CAP));
    }
    let mut items = ArrayVec::new();
    let (size, memory) = (W::size::<F>(), size_of::<T>());
    crate::value::bulk::claim(r, count, size, memory, false)?;
    crate::form::key_order::each(r, count, (size, memory), |r| {
        items.push(W::read(r)?);
        Ok(())
    })?;
    Ok(items)
}

impl<T: Borrowable, const CAP: usize> Borrowable for ArrayVec<T, CAP> {
    type Ref<'de>
        = ArrayVec<T::Ref<'de>, CAP>
    where
        Self: 'de;

    #[inline]
    fn to_ref(&self) -> Self::Ref<'_> {
        self.iter().map(T::to_ref).collect()
    }

    #[inline]
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        borrowed.into_iter().map(T::from_ref).collect()
    }
}

crate::form::element::lazy_element!({T: Borrowable + Sync, const CAP: usize} ArrayVec<T, CAP>);

#[cfg(feature = "bytes")]
impl<T: crate::Shareable, const CAP: usize> crate::Shareable for ArrayVec<T, CAP> {
    type Shared = ArrayVec<T::Shared, CAP>;

    fn from_shared(shared: Self::Shared) -> Self {
        shared.into_iter().map(T::from_shared).collect()
    }
}

crate::form::element::lazy_element_shared!({T: crate::Shareable, const CAP: usize} ArrayVec<T, CAP>);

impl<T: Encode, const CAP: usize> Counted for ArrayVec<T, CAP> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn content_len<F: Format>(&self) -> usize {
        self.as_slice().content_len::<F>()
    }

    #[inline(always)]
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_slice().encode_content(w)
    }
}

impl<T: Decodable, const CAP: usize> DecodeCounted for ArrayVec<T, CAP> {
    #[inline]
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError> {
        let start = r.offset();
        within::<F, T, Own, CAP>(r, start, count)
    }

    #[inline]
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        let mut items = Self::new();
        crate::value::bulk::until_end(r, 0, |r| {
            if items.is_full() {
                return Err(r.over_limit(start, CAP + 1, CAP));
            }
            items.push(T::decode(r)?);
            Ok(())
        })?;
        Ok(items)
    }
}

impl<const CAP: usize> Encode for ArrayString<CAP> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        str::encoded_size::<F>()
    }

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.as_str().encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.as_str().encode(w)
    }
}

impl<const CAP: usize> Decodable for ArrayString<CAP> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(F::len_size().min)
    }

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        let text = <&str>::decode_ref(r)?;
        Self::from(text).map_err(|_| r.over_limit(start, text.len(), CAP))
    }

    crate::value::memory::no_memory!();
}

crate::push::leaf::collected!({const CAP: usize} ArrayString<CAP>);

crate::impl_plain!({const CAP: usize} ArrayString<CAP>);
