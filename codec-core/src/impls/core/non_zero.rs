//! Non-zero integers: as the integer; zero is refused.

use core::num::NonZero;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

macro_rules! non_zero {
    ($($int:ty),*) => {$(
        crate::value::encode::encode_as!(NonZero<$int> as $int; |it| &it.get());

        impl Decodable for NonZero<$int> {
            crate::format::size::sizes!(size: <$int as Decodable>::size::<F>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let start = r.offset();
                let value = <$int>::decode(r)?;
                Self::new(value).ok_or(DecodeError::new(DecodeErrorKind::InvalidValue, start))
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!(NonZero<$int>);
    )*};
}

non_zero!(u8, u16, u32, u64, u128, usize);
non_zero!(i8, i16, i32, i64, i128, isize);
