//! Atomic numbers: the value at the time of encoding.
#![forbid(unsafe_code)]

use core::sync::atomic::Ordering::SeqCst;

use crate::de::{Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};
use crate::impl_borrow_decode;

macro_rules! atomics {
    ($($width:literal: $($atomic:ident $value:ident),*;)*) => {$($(
        #[cfg(target_has_atomic = $width)]
        const _: () = {
            use core::sync::atomic::$atomic;

            impl<Context> Decode<Context> for $atomic {
                fn decode<D: Decoder<Context = Context>>(
                    decoder: &mut D,
                ) -> Result<Self, DecodeError> {
                    $value::decode(decoder).map(Self::new)
                }
            }
            impl_borrow_decode!($atomic);

            impl Encode for $atomic {
                fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                    self.load(SeqCst).encode(encoder)
                }
            }
        };
    )*)*};
}

atomics! {
    "8": AtomicBool bool, AtomicU8 u8, AtomicI8 i8;
    "16": AtomicU16 u16, AtomicI16 i16;
    "32": AtomicU32 u32, AtomicI32 i32;
    "64": AtomicU64 u64, AtomicI64 i64;
    "ptr": AtomicUsize usize, AtomicIsize isize;
}
