//! Options, results and bounds.
#![forbid(unsafe_code)]

use core::any::type_name;
use core::ops::{Bound, Range, RangeInclusive};
use core::time::Duration;

use super::{decode_option_tag, unexpected};
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder, Sizes};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};
use crate::impl_borrow_decode;

/// The impls of a type, whose parts are read by `$read`, and whether no value is without bytes.
/// Always inlined: what another function left in memory in two pieces is slow to load as one.
macro_rules! parts {
    ($ty:ty, <$($param:ident),+>, $never_empty:expr, |$decoder:ident, $read:ident| $decode:expr) => {
        impl<Context, $($param: Decode<Context>),+> Decode<Context> for $ty {
            const NEVER_EMPTY: bool = $never_empty;

            #[inline(always)]
            fn decode<D: Decoder<Context = Context>>(
                $decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                macro_rules! $read {
                    ($part:ty) => { <$part as Decode<Context>>::decode($decoder)? };
                }
                $decode
            }
        }

        impl<'de, Context, $($param: BorrowDecode<'de, Context>),+> BorrowDecode<'de, Context>
            for $ty
        {
            const NEVER_EMPTY: bool = $never_empty;

            #[inline(always)]
            fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
                $decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                macro_rules! $read {
                    ($part:ty) => {
                        <$part as BorrowDecode<'de, Context>>::borrow_decode($decoder)?
                    };
                }
                $decode
            }
        }
    };
}
pub(super) use parts;

parts!(Option<T>, <T>, true, |decoder, read| {
    if !decode_option_tag(decoder, type_name::<Self>())? {
        return Ok(None);
    }
    decoder.descend()?;
    let value = read!(T);
    decoder.ascend();
    Ok(Some(value))
});

impl<T: Encode> Encode for Option<T> {
    #[inline]
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        match self {
            None => 0u8.encode(encoder),
            Some(value) => {
                1u8.encode(encoder)?;
                value.encode(encoder)
            }
        }
    }
}

parts!(Result<T, U>, <T, U>, true, |decoder, read| {
    match u32::decode(decoder)? {
        0 => Ok(Ok(read!(T))),
        1 => Ok(Err(read!(U))),
        found => Err(unexpected(found, 1, type_name::<Self>())),
    }
});

impl<T: Encode, U: Encode> Encode for Result<T, U> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        match self {
            Ok(value) => {
                0u32.encode(encoder)?;
                value.encode(encoder)
            }
            Err(value) => {
                1u32.encode(encoder)?;
                value.encode(encoder)
            }
        }
    }
}

parts!(Bound<T>, <T>, true, |decoder, read| {
    match u32::decode(decoder)? {
        0 => Ok(Self::Unbounded),
        1 => Ok(Self::Included(read!(T))),
        2 => Ok(Self::Excluded(read!(T))),
        found => Err(unexpected(found, 2, type_name::<Self>())),
    }
});

impl<T: Encode> Encode for Bound<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let (tag, value) = match self {
            Self::Unbounded => (0u32, None),
            Self::Included(value) => (1, Some(value)),
            Self::Excluded(value) => (2, Some(value)),
        };
        tag.encode(encoder)?;
        value.map_or(Ok(()), |value| value.encode(encoder))
    }
}

parts!(Range<T>, <T>, T::NEVER_EMPTY, |decoder, read| {
    let start = read!(T);
    Ok(start..read!(T))
});

impl<T: Encode> Encode for Range<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.start.encode(encoder)?;
        self.end.encode(encoder)
    }
}

parts!(RangeInclusive<T>, <T>, T::NEVER_EMPTY, |decoder, read| {
    let start = read!(T);
    Ok(start..=read!(T))
});

impl<T: Encode> Encode for RangeInclusive<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.start().encode(encoder)?;
        self.end().encode(encoder)
    }
}

impl<Context> Decode<Context> for Duration {
    const NEVER_EMPTY: bool = true;
    const SIZES: Sizes = <(u64, u32) as Decode<Context>>::SIZES;

    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (secs, nanos) = <(u64, u32)>::decode(decoder)?;
        if secs.checked_add(u64::from(nanos / 1_000_000_000)).is_none() {
            return Err(DecodeError::InvalidDuration { secs, nanos });
        }
        Ok(Self::new(secs, nanos))
    }
}
impl_borrow_decode!(Duration);

impl Encode for Duration {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_secs().encode(encoder)?;
        self.subsec_nanos().encode(encoder)
    }
}
