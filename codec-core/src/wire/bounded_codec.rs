//! Reading, writing and borrowing of bounded byte strings.
#![forbid(unsafe_code)]

use super::{Bounded, Kind, LengthPrefix, Storage, storage};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Reads the length and refuses one that is over the type's limit. It stays untrusted: the bytes
/// must be present before anything is allocated.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_len<F: Format, L: LengthPrefix, const MAX: usize>(
    r: &mut Reader<'_, F>,
) -> Result<usize, DecodeError> {
    let start = r.offset();
    let len = L::read(r)?;
    if MAX < L::MAX && len > MAX {
        return Err(r.over_limit(start, len, MAX));
    }
    Ok(len)
}

impl<K: Kind, L: LengthPrefix, const MAX: usize, S: AsRef<[u8]>> Encode for Bounded<K, L, MAX, S> {
    sizes!(encoded_size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        L::SIZE + self.as_bytes().len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let bytes = self.as_bytes();
        w.ensure(L::SIZE + bytes.len())?;
        L::write(w.output(), bytes.len())?;
        w.bytes(bytes)
    }
}

impl<K: Kind, L: LengthPrefix, const MAX: usize, S: Storage> Decodable for Bounded<K, L, MAX, S> {
    sizes!(size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const {
            let fits = MAX <= S::CAPACITY;
            assert!(fits, "the storage can't hold the type's limit, as none does without `alloc`");
        }
        let len = read_len::<F, L, MAX>(r)?;
        S::read(r, len, K::TEXT).map(Self::unchecked)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let len = read_len::<F, L, MAX>(r)?;
        self.inner_mut().read_over(r, len, K::TEXT)
    }

    #[inline]
    fn skip<F: Format>(r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let len = read_len::<F, L, MAX>(r)?;
        storage::take(r, len, K::TEXT).map(drop)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(usize::from(S::ALLOCATES));
    }
}

impl<'de, K: Kind, L: LengthPrefix, const MAX: usize> DecodableRef<'de>
    for Bounded<K, L, MAX, &'de [u8]>
{
    sizes!(ref_size: Size::at_least(L::SIZE));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        let len = read_len::<F, L, MAX>(r)?;
        storage::take(r, len, K::TEXT).map(Self::unchecked)
    }
}

/// The borrowed and the shared form of bytes in any storage.
macro_rules! forms {
    ({$($params:tt)*} $type:ident<$($args:ident),*>) => {
        crate::form::element::borrows! {
            {$($params)*, S: Storage} $type<$($args,)* S> as $type<$($args,)* &'de [u8]>;
            |value| $type::unchecked(value.as_bytes());
            |borrowed| Self::unchecked(S::copy_from(borrowed.bytes()))
        }

        crate::form::element::lazy_element!({$($params)*, S: Storage} $type<$($args,)* S>);

        crate::form::element::shares! {
            {$($params)*, S: Storage} $type<$($args,)* S> as $type<$($args,)* bytes::Bytes>;
            |shared| Self::unchecked(S::copy_from(shared.as_bytes()))
        }

        crate::impl_decodable_ref!({$($params)*, S: Storage} $type<$($args,)* S>);
    };
}

/// Copies, and comparisons between storages: equal where the bytes are, in the order of what this
/// function returns.
macro_rules! compared {
    ({$($params:tt)*} $type:ident<$($arg:ident),*>; $order:ident) => {
        impl<$($params)*, S: Clone> Clone for $type<$($arg,)* S> {
            #[inline]
            fn clone(&self) -> Self {
                Self::unchecked(self.bytes.clone())
            }
        }

        impl<$($params)*, S: Copy> Copy for $type<$($arg,)* S> {}

        impl<$($params)*, S: AsRef<[u8]>, Z: AsRef<[u8]>> PartialEq<$type<$($arg,)* Z>>
            for $type<$($arg,)* S>
        {
            #[inline]
            fn eq(&self, other: &$type<$($arg,)* Z>) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl<$($params)*, S: AsRef<[u8]>> Eq for $type<$($arg,)* S> {}

        impl<$($params)*, S: AsRef<[u8]>, Z: AsRef<[u8]>> PartialOrd<$type<$($arg,)* Z>>
            for $type<$($arg,)* S>
        {
            #[inline]
            fn partial_cmp(&self, other: &$type<$($arg,)* Z>) -> Option<core::cmp::Ordering> {
                Some(self.$order().cmp(other.$order()))
            }
        }

        impl<$($params)*, S: AsRef<[u8]>> Ord for $type<$($arg,)* S> {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.$order().cmp(other.$order())
            }
        }

        impl<$($params)*, S: AsRef<[u8]>> core::hash::Hash for $type<$($arg,)* S> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.as_bytes().hash(state);
            }
        }
    };
}

forms!({K: Kind, L: LengthPrefix, const MAX: usize} Bounded<K, L, MAX>);

pub(super) use {compared, forms};
