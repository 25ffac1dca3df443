//! `chrono`: dates and times as strings (RFC 3339), as the crate's own serde
//! implementation writes them in every format; a duration as seconds, 64 bits,
//! and nanoseconds, 32 bits, both signed integers of the format.

use alloc::string::{String, ToString};

use chrono::{
    DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, TimeDelta, Utc,
};

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;

/// A type that is encoded as a string.
macro_rules! text {
    ($($type:ty: $to_text:expr;)*) => {$(
        crate::value::encode::encode_as!($type as str; |it| &{
            let to_text: fn(&Self) -> String = $to_text;
            to_text(it)
        });

        impl Decodable for $type {
            crate::format::size::sizes!(size: <&str as DecodableRef<'_>>::ref_size::<F>());
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let start = r.offset();
                let text = <&str>::decode_ref(r)?;
                let to_text: fn(&Self) -> String = $to_text;
                let error = |kind| Err(DecodeError::new(kind, start));
                match text.parse::<Self>() {
                    Err(_) => error(DecodeErrorKind::InvalidValue),
                    Ok(value) if F::RULES.strict && to_text(&value) != text => {
                        error(DecodeErrorKind::NonCanonical)
                    }
                    Ok(value) => Ok(value),
                }
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                // A strict format encodes what it decoded, and drops the string.
                walk.once(64);
            }
        }

        crate::impl_plain!($type);
    )*};
}

text! {
    NaiveDate: ToString::to_string;
    NaiveTime: ToString::to_string;
    NaiveDateTime: |it| alloc::format!("{it:?}");
    DateTime<Utc>: |it| it.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    DateTime<FixedOffset>: |it| it.to_rfc3339_opts(SecondsFormat::AutoSi, true);
}

/// Seconds rounded down, and the nanoseconds left over.
fn parts(delta: TimeDelta) -> (i64, i32) {
    let (seconds, nanos) = (delta.num_seconds(), delta.subsec_nanos());
    if nanos < 0 { (seconds - 1, nanos + 1_000_000_000) } else { (seconds, nanos) }
}

crate::value::encode::encode_as!(TimeDelta as (i64, i32); |it| &parts(*it));

impl Decodable for TimeDelta {
    sizes!(size: <(i64, i32) as Decodable>::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        let (seconds, nanos) = <(i64, i32)>::decode(r)?;
        Self::new(seconds, nanos.cast_unsigned())
            .ok_or(DecodeError::new(DecodeErrorKind::InvalidValue, start))
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(TimeDelta);
