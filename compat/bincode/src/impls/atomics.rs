//! Atomic numbers: the value at the time of encoding.
#![forbid(unsafe_code)]

macro_rules! atomics {
    ($($width:literal: $($atomic:ident $value:ident),*;)*) => {$($(
        #[cfg(target_has_atomic = $width)]
        const _: () = {
            use core::sync::atomic::{$atomic, Ordering::SeqCst};

            decode!($atomic; |decoder| $value::decode(decoder).map(Self::new););
            encode!([] $atomic: |number, encoder| number.load(SeqCst).encode(encoder););
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
