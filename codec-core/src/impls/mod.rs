//! Implementations for types of other crates, sorted by where the types come from.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod alloc;
mod core;
mod ext;
mod plain;
#[cfg(feature = "std")]
mod std;

#[cfg(feature = "alloc")]
pub(crate) use self::alloc::binary_heap::heap;
pub(crate) use self::core::bound::read as read_bound;
/// How the tag of a `Result` is written, for the `serde` module.
#[cfg(feature = "serde")]
pub(crate) use self::core::result;
pub(crate) use self::core::result::read_tag as read_result_tag;

/// Within a `Borrowable`: a sequence borrows as a lazy one of the borrowed form.
macro_rules! lazy_seq {
    () => {
        type Seq<'de>
            = crate::SeqRef<'de, <Self as crate::Borrowable>::Ref<'de>>
        where
            Self: 'de;

        fn seq_to_ref(items: &[Self]) -> Self::Seq<'_> {
            crate::SeqRef::from_owned(items)
        }

        fn seq_from_ref<'de, Items: Extend<Self>>(borrowed: Self::Seq<'de>, items: &mut Items)
        where
            Self: 'de,
        {
            items.extend(borrowed.iter().map(Self::from_ref));
        }
    };
}

/// Within a `Shareable`: a sequence is shared as a lazy one of the shared form.
#[cfg(feature = "bytes")]
macro_rules! lazy_seq_shared {
    () => {
        type SharedSeq = crate::SeqShared<<Self as crate::Shareable>::Shared>;

        fn seq_from_shared<Items: Extend<Self>>(shared: Self::SharedSeq, items: &mut Items) {
            items.extend(shared.iter().map(Self::from_shared));
        }
    };
}

pub(crate) use lazy_seq;
#[cfg(feature = "bytes")]
pub(crate) use lazy_seq_shared;
