//! `Rc` and `Arc`: what they point to. Two of one value become two values.

use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::box_ref::BoxRef;
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Decodes a value, and moves it to where `place` puts it. A function of its own, so that
/// what decodes a large array has no room for one on its stack.
#[inline]
fn small<F: Format, T: Decodable, P>(
    r: &mut Reader<'_, F>,
    place: impl FnOnce(T) -> P,
) -> Result<P, DecodeError> {
    T::decode(r).map(place)
}

macro_rules! pointer {
    ($pointer:ident) => {
        impl<T: Encode + ?Sized> Encode for $pointer<T> {
            // As of a box: the size of a type that contains itself must not ask
            // for its own.
            #[inline(always)]
            fn encoded_size<F: Format>() -> Size {
                Size::UNKNOWN
            }
            #[inline]
            fn encoded_len<F: Format>(&self) -> usize {
                (**self).encoded_len::<F>()
            }
            #[inline]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                (**self).encode(w)
            }
        }

        impl<T: Decodable> Decodable for $pointer<T> {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                Size::UNKNOWN
            }
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                // Two counts stand beside the value.
                r.charge(size_of::<(usize, usize, T)>())?;
                if size_of::<T>() > crate::value::bulk::LARGE {
                    return r.nested(T::decode_boxed).map(Self::from);
                }
                r.nested(|r| small(r, Self::new))
            }
            /// Keeps the memory when nothing else points to it.
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                if let Some(value) = Self::get_mut(self) {
                    return r.nested(|r| value.decode_into(r));
                }
                *self = Self::decode(r)?;
                Ok(())
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                walk.boxed::<F, T>(size_of::<(usize, usize, T)>());
            }
        }

        impl Decodable for $pointer<str> {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                <String as Decodable>::size::<F>()
            }
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.string) };
                let text = <&str>::decode_ref(r)?;
                r.charge(size_of::<(usize, usize)>().saturating_add(text.len()))?;
                Ok(Self::from(text))
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                walk.once(size_of::<(usize, usize)>());
                walk.content(1);
            }
        }

        impl<T: Decodable> Decodable for $pointer<[T]> {
            #[inline(always)]
            fn size<F: Format>() -> Size {
                <Vec<T> as Decodable>::size::<F>()
            }
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let items = Vec::decode(r)?;
                r.charge(size_of::<(usize, usize)>().saturating_add(size_of_val(&*items)))?;
                Ok(Self::from(items))
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                // The elements are moved from a vector.
                walk.once(size_of::<(usize, usize)>());
                walk.elements::<F, T>(2 * size_of::<T>());
            }
        }
    };
}

pointer!(Rc);
#[cfg(target_has_atomic = "ptr")]
pointer!(Arc);

// An `Rc` has no borrowed form, which could be sent to another thread.

#[cfg(target_has_atomic = "ptr")]
impl<T: Borrowable + Send> Borrowable for Arc<T> {
    type Ref<'de>
        = BoxRef<'de, T::Ref<'de>>
    where
        Self: 'de;

    fn to_ref(&self) -> Self::Ref<'_> {
        BoxRef::from_owned(&**self)
    }

    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        Self::new(T::from_ref(borrowed.get()))
    }

    crate::impls::lazy_seq!();
}

#[cfg(target_has_atomic = "ptr")]
impl Borrowable for Arc<str> {
    type Ref<'de> = &'de str;

    #[inline(always)]
    fn to_ref(&self) -> &str {
        self
    }

    #[inline]
    fn from_ref<'de>(borrowed: &'de str) -> Self
    where
        Self: 'de,
    {
        borrowed.into()
    }

    crate::impls::lazy_seq!();
}

#[cfg(target_has_atomic = "ptr")]
impl<T: Borrowable + Send> Borrowable for Arc<[T]> {
    type Ref<'de>
        = T::Seq<'de>
    where
        Self: 'de;

    #[inline(always)]
    fn to_ref(&self) -> Self::Ref<'_> {
        T::seq_to_ref(self)
    }

    #[inline]
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de,
    {
        Vec::from_ref(borrowed).into()
    }

    crate::impls::lazy_seq!();
}
