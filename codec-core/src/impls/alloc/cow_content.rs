//! The content of a `Cow`: a string, bytes, a path, a slice of values, or one value.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};

use crate::error::DecodeError;
use crate::form::element::{BorrowableElement, Sequence};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode_ref::DecodableRef;

/// Reads a `Cow`: borrowed where the bytes of the input are those in memory, else owned.
pub trait CowRead<'de>: ToOwned {
    /// The smallest encoding, and whether all have that size.
    fn size<F: Format>() -> Size;

    /// Reads the content.
    ///
    /// # Errors
    /// The errors of the value.
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<Cow<'de, Self>, DecodeError>;
}

/// The borrowed form of a `Cow`.
pub trait CowForm: ToOwned {
    /// The borrowed form: that of the owned type.
    type Ref<'de>: DecodableRef<'de>
    where
        Self: 'de;

    /// Borrows from the value.
    fn lend(&self) -> Self::Ref<'_>;

    /// Copies a borrowed form into an owned value.
    fn own<'de>(borrowed: Self::Ref<'de>) -> Self::Owned
    where
        Self: 'de;
}

/// A value: the derive's types, numbers, collections.
impl<'de, T: DecodableRef<'de> + Clone> CowRead<'de> for T {
    sizes!(size: T::ref_size::<F>());

    #[inline]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<Cow<'de, T>, DecodeError> {
        T::decode_ref(r).map(Cow::Owned)
    }
}

impl<T: Borrowable + Clone> CowForm for T {
    type Ref<'de>
        = <T as Borrowable>::Ref<'de>
    where
        Self: 'de;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend(&self) -> Self::Ref<'_> {
        self.to_ref()
    }

    #[inline]
    fn own<'de>(borrowed: Self::Ref<'de>) -> T
    where
        Self: 'de,
    {
        T::from_ref(borrowed)
    }
}

/// Bytes are borrowed, other elements are owned.
impl<'de, T: DecodableRef<'de> + Clone> CowRead<'de> for [T] {
    sizes!(size: <Vec<T> as DecodableRef<'de>>::ref_size::<F>());

    #[inline]
    fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<Cow<'de, [T]>, DecodeError> {
        T::decode_ref_cow(r)
    }
}

impl<T: BorrowableElement + Clone> CowForm for [T] {
    type Ref<'de>
        = T::Seq<'de>
    where
        Self: 'de;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend(&self) -> Self::Ref<'_> {
        Sequence::lend(self)
    }

    #[inline]
    fn own<'de>(borrowed: Self::Ref<'de>) -> Vec<T>
    where
        Self: 'de,
    {
        Vec::from_ref(borrowed)
    }
}

/// Types that are borrowed by a reference.
macro_rules! by_reference {
    ($($type:ty, $owned:ty;)*) => {$(
        impl<'de> CowRead<'de> for $type {
            crate::format::size::sizes!(size: <&'de $type as DecodableRef<'de>>::ref_size::<F>());

            #[inline]
            fn read<F: Format>(r: &mut Reader<'de, F>) -> Result<Cow<'de, $type>, DecodeError> {
                <&'de $type>::decode_ref(r).map(Cow::Borrowed)
            }
        }

        impl CowForm for $type {
            type Ref<'de> = &'de $type;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lend(&self) -> &$type {
                self
            }

            #[inline]
            fn own<'de>(borrowed: &'de $type) -> $owned
            where
                Self: 'de,
            {
                borrowed.to_owned()
            }
        }
    )*};
}

by_reference!(str, String;);
#[cfg(feature = "std")]
by_reference!(Path, PathBuf;);
