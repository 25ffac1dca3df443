//! Conversions between our fields and SRI's. Lengths have the same limits on both sides, so
//! conversions can't fail.

use std::convert::identity;

use binary_sv2::{
    B016M as TheirB016M, B016MOwned, B032 as TheirB032, B032Owned, B064K as TheirB064K, B064KOwned,
    B0255 as TheirB0255, B0255Owned, Seq064K as TheirSeq064K, Seq064KOwned,
    Seq0255 as TheirSeq0255, Seq0255Owned, Sv2Option, Sv2OptionOwned, U256 as TheirU256, U256Owned,
};
use codec_core::Packed;
use codec_core::wire::{B016M, B032, B064K, B0255, PackedSeq064K, Seq064K, Seq0255, Str0255, U256};

/// The conversion of a field to what it is on the other side.
pub(super) trait Convert<T> {
    fn convert(self) -> T;
}

/// The limits are the same.
const FITS: &str = "both sides have the same limits";

macro_rules! same {
    ($($ty:ty)*) => {$(
        impl Convert<$ty> for $ty {
            fn convert(self) -> $ty {
                self
            }
        }

        impl Convert<$ty> for &$ty {
            fn convert(self) -> $ty {
                *self
            }
        }
    )*};
}

same! { bool u16 u32 u64 f32 }

fn copied(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    bytes.as_ref().to_vec()
}

macro_rules! bytes {
    ($($ours:ident: $theirs:ident, $owned:ident, $vec:ident, $bytes:ident;)*) => {$(
        impl Convert<$owned> for $ours {
            fn convert(self) -> $owned {
                $owned::new($vec(self.into_inner())).expect(FITS)
            }
        }

        impl Convert<$ours> for $owned {
            fn convert(self) -> $ours {
                $ours::try_from(self.$bytes()).expect(FITS)
            }
        }

        impl<'m> Convert<$theirs<'m>> for &'m $ours {
            fn convert(self) -> $theirs<'m> {
                $theirs::new(self.as_bytes()).expect(FITS)
            }
        }

        impl Convert<$ours> for $theirs<'_> {
            fn convert(self) -> $ours {
                $ours::try_from(self.as_bytes()).expect(FITS)
            }
        }
    )*};
}

// In SRI, strings are bytes. Ours are stored inline if short; the memory of long ones is reused.
bytes! {
    B032: TheirB032, B032Owned, copied, as_bytes;
    B0255: TheirB0255, B0255Owned, copied, as_bytes;
    Str0255: TheirB0255, B0255Owned, copied, as_bytes;
    B064K: TheirB064K, B064KOwned, identity, into_bytes;
    B016M: TheirB016M, B016MOwned, identity, into_bytes;
}

impl Convert<U256Owned> for U256 {
    fn convert(self) -> U256Owned {
        self.0.into()
    }
}

impl Convert<U256> for U256Owned {
    fn convert(self) -> U256 {
        U256(self.into_array())
    }
}

impl<'m> Convert<TheirU256<'m>> for &'m U256 {
    fn convert(self) -> TheirU256<'m> {
        (&self.0).into()
    }
}

impl Convert<U256> for TheirU256<'_> {
    fn convert(self) -> U256 {
        U256(self.into_array())
    }
}

impl Convert<Sv2OptionOwned<u32>> for Option<u32> {
    fn convert(self) -> Sv2OptionOwned<u32> {
        Sv2OptionOwned::new(self)
    }
}

impl Convert<Option<u32>> for Sv2OptionOwned<u32> {
    fn convert(self) -> Option<u32> {
        self.into_inner()
    }
}

impl<'m> Convert<Sv2Option<'m, u32>> for &'m Option<u32> {
    fn convert(self) -> Sv2Option<'m, u32> {
        Sv2Option::new(*self)
    }
}

impl Convert<Option<u32>> for Sv2Option<'_, u32> {
    fn convert(self) -> Option<u32> {
        self.into_inner()
    }
}

fn all<T: Convert<U>, U>(items: impl IntoIterator<Item = T>) -> Vec<U> {
    items.into_iter().map(Convert::convert).collect()
}

macro_rules! sequences {
    ($($ours:ident: $theirs:ident, $owned:ident;)*) => {$(
        impl<T: Convert<U>, U> Convert<$owned<U>> for $ours<T> {
            fn convert(self) -> $owned<U> {
                $owned::new(all(self.into_inner())).expect(FITS)
            }
        }

        impl<T: Convert<U>, U> Convert<$ours<U>> for $owned<T> {
            fn convert(self) -> $ours<U> {
                $ours::try_from(all(self.into_inner())).expect(FITS)
            }
        }

        impl<'m, T, U: 'm> Convert<$theirs<'m, U>> for &'m $ours<T>
        where
            &'m T: Convert<U>,
        {
            fn convert(self) -> $theirs<'m, U> {
                $theirs::new(all(self.as_slice())).expect(FITS)
            }
        }

        impl<'m, T: Convert<U> + 'm, U> Convert<$ours<U>> for $theirs<'m, T> {
            fn convert(self) -> $ours<U> {
                $ours::try_from(all(self.into_inner())).expect(FITS)
            }
        }
    )*};
}

sequences! {
    Seq0255: TheirSeq0255, Seq0255Owned;
    Seq064K: TheirSeq064K, Seq064KOwned;
}

/// Transactions, which are one after another here and each on its own there.
impl Convert<Seq064KOwned<B016MOwned>> for PackedSeq064K<B016M> {
    fn convert(self) -> Seq064KOwned<B016MOwned> {
        let items = self.into_inner();
        let items = items.iter().map(|item| item.as_bytes().to_vec().try_into().expect(FITS));
        Seq064KOwned::new(items.collect()).expect(FITS)
    }
}

impl Convert<PackedSeq064K<B016M>> for Seq064KOwned<B016MOwned> {
    fn convert(self) -> PackedSeq064K<B016M> {
        packed(self.iter().map(B016MOwned::as_bytes))
    }
}

impl<'m> Convert<TheirSeq064K<'m, TheirB016M<'m>>> for &'m PackedSeq064K<B016M> {
    fn convert(self) -> TheirSeq064K<'m, TheirB016M<'m>> {
        let items = self.into_iter().map(|item| TheirB016M::new(item.bytes()).expect(FITS));
        TheirSeq064K::new(items.collect()).expect(FITS)
    }
}

impl Convert<PackedSeq064K<B016M>> for TheirSeq064K<'_, TheirB016M<'_>> {
    fn convert(self) -> PackedSeq064K<B016M> {
        packed(self.iter().map(TheirB016M::as_bytes))
    }
}

fn packed<'m>(items: impl Iterator<Item = &'m [u8]>) -> PackedSeq064K<B016M> {
    let items = items.map(|item| codec_core::wire::B016MRef::try_from(item).expect(FITS));
    PackedSeq064K::new(items.collect::<Packed<B016M>>()).expect(FITS)
}
