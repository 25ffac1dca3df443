//! Atomics: the value at the time of encoding; the borrowed form is the plain value.

use core::sync::atomic::Ordering::Relaxed;

use crate::error::DecodeError;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

macro_rules! atomic {
    ($($width:literal: $($atomic:ident $value:ty),*;)*) => {$($(
        #[cfg(target_has_atomic = $width)]
        const _: () = {
            use core::sync::atomic::$atomic;

            crate::value::encode::encode_as!($atomic as $value; |it| &it.load(Relaxed));

            impl Decodable for $atomic {
                crate::format::size::sizes!(size: <$value as Decodable>::size::<F>());
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                    <$value>::decode(r).map(Self::new)
                }
                crate::value::memory::no_memory!();
            }

            crate::form::element::borrows! {
                $atomic as $value;
                |value| value.load(Relaxed);
                |borrowed| Self::new(borrowed)
            }

            crate::form::element::lazy_element!($atomic);
            crate::impl_decodable_ref!($atomic);

            crate::form::element::shares! {
                $atomic as $value;
                |shared| Self::new(shared)
            }
        };
    )*)*};
}

atomic! {
    "8": AtomicBool bool, AtomicU8 u8, AtomicI8 i8;
    "16": AtomicU16 u16, AtomicI16 i16;
    "32": AtomicU32 u32, AtomicI32 i32;
    "64": AtomicU64 u64, AtomicI64 i64;
    "ptr": AtomicUsize usize, AtomicIsize isize;
}
