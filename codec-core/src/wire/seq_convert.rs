//! Conversions between the storages of a bounded sequence.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::{LengthPrefix, Seq};
use crate::form::seq_ref::SeqRef;
use crate::value::borrow::Borrowable;

/// Copies the elements out of the input.
///
/// ```
/// use codec_core::wire::{B032, B032Ref, Seq0255, Seq0255Ref};
/// use codec_core::{Format, Sv2};
/// let borrowed: Seq0255Ref<B032Ref> = Sv2::from_slice_ref(&[2, 1, 7, 0])?;
/// let owned = Seq0255::<B032>::from(borrowed);
/// assert_eq!(owned.as_slice()[0].as_bytes(), [7]);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
impl<'de, L: LengthPrefix, T: Borrowable + Sync + 'de> From<Seq<L, SeqRef<'de, T::Ref<'de>>>>
    for Seq<L, Vec<T>>
{
    fn from(borrowed: Seq<L, SeqRef<'de, T::Ref<'de>>>) -> Self {
        Self::from_ref(borrowed)
    }
}

/// Borrows the elements.
impl<'de, L: LengthPrefix, T: Borrowable + Sync> From<&'de Seq<L, Vec<T>>>
    for Seq<L, SeqRef<'de, T::Ref<'de>>>
{
    fn from(owned: &'de Seq<L, Vec<T>>) -> Self {
        owned.to_ref()
    }
}

/// Copies the elements out of the shared memory.
#[cfg(feature = "bytes")]
impl<L: LengthPrefix, T: crate::Shareable> From<Seq<L, crate::SeqShared<T::Shared>>>
    for Seq<L, Vec<T>>
{
    fn from(shared: Seq<L, crate::SeqShared<T::Shared>>) -> Self {
        crate::Shareable::from_shared(shared)
    }
}
