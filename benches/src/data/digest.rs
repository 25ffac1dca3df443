//! Reads all of a value: the sum of every number, and of each string's length and
//! first byte. Owned, borrowed and archived forms of one value have one digest.

use codec_core::SeqRef;
use rkyv::option::ArchivedOption;
use rkyv::rend::{f32_le, f64_le, i16_le, i32_le, i64_le, u16_le, u32_le, u64_le};
use rkyv::string::ArchivedString;
use rkyv::tuple::{ArchivedTuple2, ArchivedTuple3};
use rkyv::vec::ArchivedVec;

/// A value whose contents can all be read.
pub trait Digest {
    /// The sum over its contents.
    fn digest(&self) -> u64;
}

macro_rules! numbers {
    ($($number:ty, $archived:ty, |$value:ident| $digest:expr;)*) => {$(
        impl Digest for $number {
            #[inline(always)]
            fn digest(&self) -> u64 {
                let $value = *self;
                $digest
            }
        }
        impl Digest for $archived {
            #[inline(always)]
            fn digest(&self) -> u64 {
                self.to_native().digest()
            }
        }
    )*};
}

numbers! {
    u16, u16_le, |value| value.into();
    u32, u32_le, |value| value.into();
    u64, u64_le, |value| value;
    i16, i16_le, |value| value.cast_unsigned().into();
    i32, i32_le, |value| value.cast_unsigned().into();
    i64, i64_le, |value| value.cast_unsigned();
    f32, f32_le, |value| value.to_bits().into();
    f64, f64_le, |value| value.to_bits();
}

impl Digest for u8 {
    #[inline(always)]
    fn digest(&self) -> u64 {
        (*self).into()
    }
}

impl Digest for i8 {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.cast_unsigned().into()
    }
}

impl Digest for bool {
    #[inline(always)]
    fn digest(&self) -> u64 {
        (*self).into()
    }
}

impl Digest for str {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.len() as u64 + self.as_bytes().first().copied().map_or(0, u64::from)
    }
}

impl<T: Digest + ?Sized> Digest for &T {
    #[inline(always)]
    fn digest(&self) -> u64 {
        (**self).digest()
    }
}

impl Digest for String {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_str().digest()
    }
}

impl Digest for ArchivedString {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_str().digest()
    }
}

impl<T: Digest> Digest for [T] {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.iter().fold(0, |sum, item| sum.wrapping_add(item.digest()))
    }
}

impl<T: Digest, const N: usize> Digest for [T; N] {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_slice().digest()
    }
}

impl<T: Digest> Digest for Vec<T> {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_slice().digest()
    }
}

impl<T: Digest> Digest for ArchivedVec<T> {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_slice().digest()
    }
}

impl<T: Digest> Digest for SeqRef<'_, T> {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.iter().fold(0, |sum, item| sum.wrapping_add(item.digest()))
    }
}

impl<T: Digest> Digest for Option<T> {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_ref().map_or(0, |value| value.digest().wrapping_add(1))
    }
}

impl<T: Digest> Digest for ArchivedOption<T> {
    #[inline(always)]
    fn digest(&self) -> u64 {
        self.as_ref().map_or(0, |value| value.digest().wrapping_add(1))
    }
}

macro_rules! tuples {
    ($($tuple:ident: $($name:ident $index:tt),*;)*) => {$(
        impl<$($name: Digest),*> Digest for ($($name,)*) {
            #[inline(always)]
            fn digest(&self) -> u64 {
                0u64$(.wrapping_add(self.$index.digest()))*
            }
        }
        impl<$($name: Digest),*> Digest for $tuple<$($name),*> {
            #[inline(always)]
            fn digest(&self) -> u64 {
                0u64$(.wrapping_add(self.$index.digest()))*
            }
        }
    )*};
}

tuples! {
    ArchivedTuple2: A 0, B 1;
    ArchivedTuple3: A 0, B 1, C 2;
}

/// Structs with the same fields: the sum over them.
macro_rules! digest {
    ($($form:ty),*: $fields:tt) => {$(
        $crate::data::digest::digest!(@one $form: $fields);
    )*};
    (@one $form:ty: { $($field:ident),* $(,)? }) => {
        impl $crate::data::digest::Digest for $form {
            #[inline(always)]
            fn digest(&self) -> u64 {
                0u64$(.wrapping_add($crate::data::digest::Digest::digest(&self.$field)))*
            }
        }
    };
}

/// Enums without fields: the number of the variant.
macro_rules! digest_enum {
    ($($form:ident),*: $variants:tt) => {$(
        $crate::data::digest::digest_enum!(@one $form: $variants);
    )*};
    (@one $form:ident: { $($variant:ident),* $(,)? }) => {
        impl $crate::data::digest::Digest for $form {
            #[inline(always)]
            fn digest(&self) -> u64 {
                match self {
                    $(Self::$variant => $form::$variant as u64,)*
                }
            }
        }
    };
}

pub(crate) use {digest, digest_enum};
