//! `Option`: a tag, then the value. Stratum V2's `OPTION[T]` has the same bytes.

use crate::error::{DecodeError, EncodeError};
use crate::form::seq_ref::SeqRef;
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl<T: Encode> Encode for Option<T> {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::at_least(1)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        match self {
            Some(value) => value.encoded_len::<F>().wrapping_add(1),
            None => 1,
        }
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        w.option_tag(self.is_some())?;
        match self {
            Some(value) => value.encode(w),
            None => Ok(()),
        }
    }
}

impl<T: Decodable> Decodable for Option<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }

    #[inline(always)]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        if r.option_tag()? { T::decode(r).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        match (r.option_tag()?, self) {
            (true, Some(value)) => value.decode_into(r),
            (true, absent) => {
                *absent = Some(T::decode(r)?);
                Ok(())
            }
            (false, present) => {
                *present = None;
                Ok(())
            }
        }
    }
}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for Option<T> {
    #[inline(always)]
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }

    #[inline(always)]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.option) };
        if r.option_tag()? { T::decode_ref(r).map(Some) } else { Ok(None) }
    }
}

impl<T: Borrowable> Borrowable for Option<T> {
    type Ref<'de>
        = Option<T::Ref<'de>>
    where
        Self: 'de;
    type Seq<'de>
        = SeqRef<'de, Option<T::Ref<'de>>>
    where
        Self: 'de;

    #[inline(always)]
    fn to_ref(&self) -> Self::Ref<'_> {
        self.as_ref().map(T::to_ref)
    }

    #[inline(always)]
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        borrowed.map(T::from_ref)
    }

    fn seq_to_ref(items: &[Self]) -> Self::Seq<'_> {
        SeqRef::from_owned(items)
    }

    fn seq_from_ref<'de, E: Extend<Self>>(borrowed: Self::Seq<'de>, items: &mut E)
    where
        Self: 'de,
    {
        items.extend(borrowed.iter().map(Self::from_ref));
    }
}

#[cfg(feature = "bytes")]
impl<T: crate::Shareable> crate::Shareable for Option<T> {
    type Shared = Option<T::Shared>;
    type SharedSeq = crate::SeqShared<Option<T::Shared>>;

    fn from_shared(shared: Self::Shared) -> Self {
        shared.map(T::from_shared)
    }

    fn seq_from_shared<E: Extend<Self>>(shared: Self::SharedSeq, items: &mut E) {
        items.extend(shared.iter().map(Self::from_shared));
    }
}
