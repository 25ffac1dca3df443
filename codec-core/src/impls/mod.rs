//! Implementations for types of other crates, sorted by where the types come from.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod alloc;
mod core;
mod ext;
#[cfg(feature = "std")]
mod std;

/// How the tag of a `Result` is written, for the bridge to serde.
#[cfg(feature = "serde")]
pub(crate) use self::core::result;
pub(crate) use self::core::result::read_tag as read_result_tag;

/// The borrowed and shared forms of a type that holds no bytes of the input:
/// the type itself.
macro_rules! plain {
    ($({$($param:ident: $bound:path),*})? $type:ty) => {
        impl<'de $($(, $param: $bound)*)?> crate::DecodableRef<'de> for $type {
            #[inline(always)]
            fn size<F: crate::Format>() -> crate::Size {
                <Self as crate::Decodable>::size::<F>()
            }
            #[inline(always)]
            fn decode_ref<F: crate::Format>(
                r: &mut crate::Reader<'de, F>,
            ) -> Result<Self, crate::DecodeError> {
                crate::Decodable::decode(r)
            }
        }

        impl<$($($param: $bound),*)?> crate::Borrowable for $type {
            type Ref<'de> = Self where Self: 'de;
            type Seq<'de> = crate::SeqRef<'de, Self> where Self: 'de;

            #[inline(always)]
            fn to_ref(&self) -> Self {
                self.clone()
            }
            #[inline(always)]
            fn from_ref<'de>(borrowed: Self) -> Self where Self: 'de {
                borrowed
            }
            #[inline]
            fn seq_to_ref(items: &[Self]) -> crate::SeqRef<'_, Self> {
                crate::SeqRef::from_owned(items)
            }
            #[inline]
            fn seq_from_ref<'de, E: Extend<Self>>(borrowed: Self::Seq<'de>, items: &mut E)
            where
                Self: 'de,
            {
                items.extend(borrowed);
            }
        }

        crate::impls::plain_shared!($({$($param: $bound),*})? $type);
    };
}

/// The shared form alone.
#[cfg(feature = "bytes")]
macro_rules! plain_shared {
    ($({$($param:ident: $bound:path),*})? $type:ty) => {
        impl<$($($param: $bound),*)?> crate::Shareable for $type {
            type Shared = Self;
            type SharedSeq = crate::SeqShared<Self>;

            #[inline(always)]
            fn from_shared(shared: Self) -> Self {
                shared
            }
            #[inline]
            fn seq_from_shared<E: Extend<Self>>(shared: crate::SeqShared<Self>, items: &mut E) {
                items.extend(&shared);
            }
        }
    };
}

#[cfg(not(feature = "bytes"))]
macro_rules! plain_shared {
    ($($anything:tt)*) => {};
}

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
pub(crate) use {plain, plain_shared};
