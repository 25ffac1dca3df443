//! `Rc` and `Arc`: encoded as their content. Two pointers to one value become two values.

#[cfg(feature = "bytes")]
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{DecodeError, EncodeError};
use crate::form::box_ref::BoxRef;
#[cfg(target_has_atomic = "ptr")]
use crate::form::element::lazy_element;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::bulk;
use crate::value::counted::DecodeCountedRef as _;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

/// Decodes a value, and moves it to where `place` puts it. A separate function, so that a
/// caller that decodes a large array reserves no stack space for it.
#[inline]
fn small<F: Format, T: Decodable, P>(
    r: &mut Reader<'_, F>,
    place: impl FnOnce(T) -> P,
) -> Result<P, DecodeError> {
    T::decode(r).map(place)
}

/// Moves elements to where the reference counts are.
fn counted<F: Format, T, P: From<Vec<T>>>(
    r: &mut Reader<'_, F>,
    items: Vec<T>,
) -> Result<P, DecodeError> {
    r.charge(size_of::<(usize, usize)>().saturating_add(size_of_val(&*items)))?;
    Ok(P::from(items))
}

/// Copies a string to where the reference counts are.
fn counted_text<'t, F: Format, P: From<&'t str>>(
    r: &mut Reader<'_, F>,
    text: &'t str,
) -> Result<P, DecodeError> {
    r.charge(size_of::<(usize, usize)>().saturating_add(text.len()))?;
    Ok(P::from(text))
}

macro_rules! pointer {
    ($pointer:ident) => {
        super::boxed::encode_pointed!($pointer);

        impl<T: Decodable> Decodable for $pointer<T> {
            crate::format::size::sizes!(size: Size::UNKNOWN);
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                // Two reference counts are stored with the value.
                r.charge(size_of::<(usize, usize, T)>())?;
                if size_of::<T>() > bulk::LARGE {
                    return r.nested(T::decode_boxed).map(Self::from);
                }
                r.nested(|r| small(r, Self::new))
            }
            /// Reuses the memory when nothing else points to it.
            #[inline]
            fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
                if let Some(value) = Self::get_mut(self) {
                    r.charge(size_of::<(usize, usize, T)>())?;
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
            crate::format::size::sizes!(size: <String as Decodable>::size::<F>());
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.string) };
                let text = <&str>::decode_ref(r)?;
                counted_text(r, text)
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                walk.once(size_of::<(usize, usize)>());
                walk.content(1);
            }
        }

        impl<T: Decodable> Decodable for $pointer<[T]> {
            crate::format::size::sizes!(size: <Vec<T> as Decodable>::size::<F>());
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let items = Vec::decode(r)?;
                counted(r, items)
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                // The elements are moved from a vector.
                walk.once(size_of::<(usize, usize)>());
                walk.elements::<F, T>(2 * size_of::<T>());
            }
        }

        impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for $pointer<T> {
            crate::format::size::sizes!(ref_size: Size::UNKNOWN);
            #[inline]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                r.charge(size_of::<(usize, usize)>())?;
                r.nested(bulk::decode_ref_boxed).map(Self::from)
            }
        }

        impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for $pointer<[T]> {
            crate::format::size::sizes!(ref_size: <Vec<T> as DecodableRef<'de>>::ref_size::<F>());
            #[inline]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                let items = Vec::decode_ref(r)?;
                counted(r, items)
            }
        }

        crate::impl_decodable_ref!($pointer<str>);

        crate::value::counted::as_counted!({T: Encode} $pointer<[T]>);
        crate::value::counted::as_counted!($pointer<str>);

        crate::value::counted::content! {own
            #[inline] {T: Decodable} $pointer<[T]>;
            |r, count| {
                let items = Vec::decode_counted(r, count)?;
                counted(r, items)
            };
            {
                let items = Vec::decode_rest(r)?;
                counted(r, items)
            }
        }

        impl<'de, W, T> crate::field::DecodeIndexed<'de, W> for $pointer<[T]>
        where
            Vec<T>: crate::field::DecodeIndexed<'de, W>,
        {
            #[inline]
            fn decode_indexed<F: Format>(
                r: &mut Reader<'de, F>,
                count: usize,
            ) -> Result<Self, DecodeError> {
                let items = Vec::decode_indexed(r, count)?;
                counted(r, items)
            }
        }

        crate::value::counted::content! {own
            #[inline] $pointer<str>;
            |r, count| {
                let text = <&str>::decode_counted_ref(r, count)?;
                counted_text(r, text)
            };
            {
                let text = <&str>::decode_rest_ref(r)?;
                counted_text(r, text)
            }
        }

        crate::form::element::borrows! {
            {T: Borrowable + Sync} $pointer<T> as BoxRef<'de, T::Ref<'de>>;
            |value| BoxRef::from_owned(&**value);
            |borrowed| Self::new(T::from_ref(borrowed.get()))
        }

        crate::form::element::borrows! {
            $pointer<str> as &'de str;
            |value| value;
            |borrowed| borrowed.into()
        }

        crate::form::element::borrows! {
            {T: BorrowableElement} $pointer<[T]> as T::Seq<'de>;
            |value| Sequence::lend(value);
            |borrowed| Vec::from_ref(borrowed).into()
        }

        crate::form::element::shares! {
            {T: crate::Shareable} $pointer<T> as Box<T::Shared>;
            |shared| Self::new(T::from_shared(*shared))
        }

        crate::form::element::shares! {
            $pointer<str> as crate::TextShared;
            |shared| shared.as_str().into()
        }

        crate::form::element::shares! {
            {T: crate::ShareableElement} $pointer<[T]> as T::SharedSeq;
            |shared| Vec::from_shared(shared).into()
        }
    };
}

pointer!(Rc);
#[cfg(target_has_atomic = "ptr")]
pointer!(Arc);

// Threads can't share an `Rc`, so a sequence of them can't be borrowed lazily.

impl<T: Borrowable + Sync> BorrowableElement for Rc<T> {
    type Seq<'de>
        = Vec<BoxRef<'de, T::Ref<'de>>>
    where
        Self: 'de;
}

impl BorrowableElement for Rc<str> {
    type Seq<'de> = Vec<&'de str>;
}

impl<T: BorrowableElement> BorrowableElement for Rc<[T]> {
    type Seq<'de>
        = Vec<T::Seq<'de>>
    where
        Self: 'de;
}

#[cfg(target_has_atomic = "ptr")]
lazy_element!({T: Borrowable + Send + Sync} Arc<T>);
#[cfg(target_has_atomic = "ptr")]
lazy_element!(Arc<str>);
#[cfg(target_has_atomic = "ptr")]
lazy_element!({T: BorrowableElement + Send + Sync} Arc<[T]>);
