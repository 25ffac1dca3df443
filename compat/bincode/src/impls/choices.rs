//! Options, results and bounds.
#![forbid(unsafe_code)]

use core::any::type_name;
use core::ops::{Bound, Range, RangeInclusive};
use core::time::Duration;

use super::{decode_option_tag, unexpected};
use crate::de::Decode;
use crate::enc::Encode;
use crate::error::DecodeError;

parts!(#[inline(always)] Option<T>, <T>, true, |decoder, read| {
    if !decode_option_tag(decoder, type_name::<Self>())? {
        return Ok(None);
    }
    decoder.descend()?;
    let value = read!(T);
    decoder.ascend();
    Ok(Some(value))
});

parts!(#[inline(always)] Result<T, U>, <T, U>, true, |decoder, read| {
    match u32::decode(decoder)? {
        0 => Ok(Ok(read!(T))),
        1 => Ok(Err(read!(U))),
        found => Err(unexpected(found, 1, type_name::<Self>())),
    }
});

parts!(#[inline(always)] Bound<T>, <T>, true, |decoder, read| {
    match u32::decode(decoder)? {
        0 => Ok(Self::Unbounded),
        1 => Ok(Self::Included(read!(T))),
        2 => Ok(Self::Excluded(read!(T))),
        found => Err(unexpected(found, 2, type_name::<Self>())),
    }
});

parts!(#[inline(always)] Range<T>, <T>, T::NEVER_EMPTY, |decoder, read| {
    let start = read!(T);
    Ok(start..read!(T))
});

parts!(#[inline(always)] RangeInclusive<T>, <T>, T::NEVER_EMPTY, |decoder, read| {
    let start = read!(T);
    Ok(start..=read!(T))
});

decode! {
    Duration, <(u64, u32) as Decode<Context>>::SIZES; |decoder| {
        let (secs, nanos) = <(u64, u32)>::decode(decoder)?;
        if secs.checked_add(u64::from(nanos / 1_000_000_000)).is_none() {
            return Err(DecodeError::InvalidDuration { secs, nanos });
        }
        Ok(Self::new(secs, nanos))
    };
}

encode! {
    [T: Encode] Option<T>: |option, encoder| match option {
        None => 0u8.encode(encoder),
        Some(value) => {
            1u8.encode(encoder)?;
            value.encode(encoder)
        }
    };
    [T: Encode, U: Encode] Result<T, U>: |result, encoder| match result {
        Ok(value) => (0u32, value).encode(encoder),
        Err(value) => (1u32, value).encode(encoder),
    };
    [T: Encode] Bound<T>: |bound, encoder| match bound {
        Self::Unbounded => 0u32.encode(encoder),
        Self::Included(value) => (1u32, value).encode(encoder),
        Self::Excluded(value) => (2u32, value).encode(encoder),
    };
    [T: Encode] Range<T>: |range, encoder| (&range.start, &range.end).encode(encoder);
    [T: Encode] RangeInclusive<T>: |range, encoder| (range.start(), range.end()).encode(encoder);
    [] Duration: |time, encoder| (time.as_secs(), time.subsec_nanos()).encode(encoder);
}
