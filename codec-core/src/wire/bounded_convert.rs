//! Conversions into bounded byte strings, and between their storages.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::string::String;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::str::FromStr;

#[cfg(feature = "alloc")]
use super::SmallBytes;
use super::bounded::check;
use super::{Bounded, InlineBytes, Opaque, Storage, Textual, TooLong};

impl<'de, K, L, const MAX: usize> TryFrom<&'de [u8]> for Bounded<K, L, MAX, &'de [u8]> {
    type Error = TooLong;

    #[inline]
    fn try_from(bytes: &'de [u8]) -> Result<Self, TooLong> {
        Self::new(bytes)
    }
}

impl<'de, L, const MAX: usize> TryFrom<&'de str> for Bounded<Textual, L, MAX, &'de [u8]> {
    type Error = TooLong;

    #[inline]
    fn try_from(text: &'de str) -> Result<Self, TooLong> {
        Self::new(text.as_bytes())
    }
}

/// Conversions into one storage: from bytes and strings, by a copy, and from a borrowed value.
macro_rules! kept {
    ($([$($param:tt)*] $storage:ty),*) => {$(
        impl<K, L, const MAX: usize, $($param)*> TryFrom<&[u8]> for Bounded<K, L, MAX, $storage> {
            type Error = TooLong;

            #[inline]
            fn try_from(bytes: &[u8]) -> Result<Self, TooLong> {
                check(bytes, MAX.min(<$storage>::CAPACITY))?;
                Ok(Self::unchecked(<$storage>::copy_from(bytes)))
            }
        }

        impl<K, L, const MAX: usize, const LEN: usize, $($param)*> TryFrom<&[u8; LEN]>
            for Bounded<K, L, MAX, $storage>
        {
            type Error = TooLong;

            #[inline]
            fn try_from(bytes: &[u8; LEN]) -> Result<Self, TooLong> {
                Self::try_from(bytes.as_slice())
            }
        }

        impl<L, const MAX: usize, $($param)*> TryFrom<&str> for Bounded<Textual, L, MAX, $storage> {
            type Error = TooLong;

            #[inline]
            fn try_from(text: &str) -> Result<Self, TooLong> {
                Self::try_from(text.as_bytes())
            }
        }

        impl<L, const MAX: usize, $($param)*> FromStr for Bounded<Textual, L, MAX, $storage> {
            type Err = TooLong;

            #[inline]
            fn from_str(text: &str) -> Result<Self, TooLong> {
                Self::try_from(text)
            }
        }

        impl<K, L, const MAX: usize, $($param)*> From<Bounded<K, L, MAX, &[u8]>>
            for Bounded<K, L, MAX, $storage>
        {
            #[inline]
            fn from(borrowed: Bounded<K, L, MAX, &[u8]>) -> Self {
                Self::unchecked(<$storage>::copy_from(borrowed.bytes()))
            }
        }

        impl<'de, K, L, const MAX: usize, $($param)*> From<&'de Bounded<K, L, MAX, $storage>>
            for Bounded<K, L, MAX, &'de [u8]>
        {
            #[inline]
            fn from(kept: &'de Bounded<K, L, MAX, $storage>) -> Self {
                Self::unchecked(kept.as_bytes())
            }
        }
    )*};
}

kept!([const N: usize] InlineBytes<N>);
#[cfg(feature = "alloc")]
kept!([] SmallBytes, [] Vec<u8>);
#[cfg(feature = "bytes")]
kept!([] bytes::Bytes);

/// Conversions into one storage on the heap: from vectors and strings.
#[cfg(feature = "alloc")]
macro_rules! from_heap {
    ($($storage:ty: $convert:expr),*) => {$(
        impl<K, L, const MAX: usize> TryFrom<Vec<u8>> for Bounded<K, L, MAX, $storage> {
            type Error = TooLong;

            #[inline]
            fn try_from(bytes: Vec<u8>) -> Result<Self, TooLong> {
                check(&bytes, MAX)?;
                let convert: fn(Vec<u8>) -> $storage = $convert;
                Ok(Self::unchecked(convert(bytes)))
            }
        }

        impl<L, const MAX: usize> TryFrom<String> for Bounded<Textual, L, MAX, $storage> {
            type Error = TooLong;

            #[inline]
            fn try_from(text: String) -> Result<Self, TooLong> {
                Self::try_from(text.into_bytes())
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
from_heap!(SmallBytes: |bytes| SmallBytes::copy_from(&bytes), Vec<u8>: |bytes| bytes);
#[cfg(feature = "bytes")]
from_heap!(bytes::Bytes: bytes::Bytes::from);

#[cfg(feature = "bytes")]
impl<K, L, const MAX: usize> TryFrom<bytes::Bytes> for Bounded<K, L, MAX, bytes::Bytes> {
    type Error = TooLong;

    #[inline]
    fn try_from(bytes: bytes::Bytes) -> Result<Self, TooLong> {
        Self::new(bytes)
    }
}

/// Between owned and shared.
#[cfg(feature = "bytes")]
macro_rules! between {
    ($([$($param:tt)*] $storage:ty: $share:expr),*) => {$(
        impl<K, L, const MAX: usize, $($param)*> From<Bounded<K, L, MAX, $storage>>
            for Bounded<K, L, MAX, bytes::Bytes>
        {
            #[inline]
            fn from(owned: Bounded<K, L, MAX, $storage>) -> Self {
                let share: fn($storage) -> bytes::Bytes = $share;
                Self::unchecked(share(owned.into_inner()))
            }
        }

        impl<K, L, const MAX: usize, $($param)*> From<Bounded<K, L, MAX, bytes::Bytes>>
            for Bounded<K, L, MAX, $storage>
        {
            #[inline]
            fn from(shared: Bounded<K, L, MAX, bytes::Bytes>) -> Self {
                Self::unchecked(<$storage>::copy_from(shared.as_bytes()))
            }
        }
    )*};
}

#[cfg(feature = "bytes")]
between!(
    [const N: usize] InlineBytes<N>: |bytes| bytes::Bytes::copy_from_slice(bytes.as_ref()),
    [] SmallBytes: |bytes| bytes::Bytes::copy_from_slice(bytes.as_ref()),
    [] Vec<u8>: bytes::Bytes::from
);

impl<K, L, const MAX: usize, S: Storage> Default for Bounded<K, L, MAX, S> {
    fn default() -> Self {
        Self::unchecked(S::copy_from(&[]))
    }
}

impl<L, const MAX: usize, S: AsRef<[u8]>> PartialEq<str> for Bounded<Textual, L, MAX, S> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<L, const MAX: usize, S: AsRef<[u8]>> PartialEq<[u8]> for Bounded<Opaque, L, MAX, S> {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}
