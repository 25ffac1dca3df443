//! `time`: years, days of the year, hours and so on, each as an integer of the
//! format, as the crate's own serde implementation writes them in binary formats.

use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

const NANOS_PER_SECOND: i32 = 1_000_000_000;

/// A type that is encoded as a tuple of integers: the tuple of a value, and the value of a tuple,
/// if there is one.
macro_rules! tuple_of {
    ($($type:ty as $parts:ty: $to:expr, $from:expr;)*) => {$(
        crate::value::encode::encode_as!($type as $parts; |it| &{
            let to: fn($type) -> $parts = $to;
            to(*it)
        });

        impl Decodable for $type {
            crate::format::size::sizes!(size: <$parts as Decodable>::size::<F>());
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                let start = r.offset();
                let parts = <$parts>::decode(r)?;
                let from: fn($parts) -> Option<$type> = $from;
                let to: fn($type) -> $parts = $to;
                let error = |kind| Err(DecodeError::new(kind, start));
                match from(parts) {
                    None => error(DecodeErrorKind::InvalidValue),
                    // An offset or a duration with parts of mixed signs is normalized to one sign.
                    Some(value) if F::RULES.strict && to(value) != parts => {
                        error(DecodeErrorKind::NonCanonical)
                    }
                    Some(value) => Ok(value),
                }
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($type);
    )*};
}

fn date_and_time(parts: (i32, u16, u8, u8, u8, u32)) -> Option<PrimitiveDateTime> {
    let (year, day, hour, minute, second, nanos) = parts;
    let date = Date::from_ordinal_date(year, day).ok()?;
    date.with_hms_nano(hour, minute, second, nanos).ok()
}

fn duration((seconds, nanos): (i64, i32)) -> Option<Duration> {
    let in_range = -NANOS_PER_SECOND < nanos && nanos < NANOS_PER_SECOND;
    in_range.then(|| Duration::seconds(seconds).checked_add(Duration::nanoseconds(nanos.into())))?
}

tuple_of! {
    Date as (i32, u16): |it| (it.year(), it.ordinal()),
        |(year, day)| Date::from_ordinal_date(year, day).ok();
    Time as (u8, u8, u8, u32): |it| it.as_hms_nano(),
        |(hour, minute, second, nanos)| Time::from_hms_nano(hour, minute, second, nanos).ok();
    UtcOffset as (i8, i8, i8): |it| it.as_hms(),
        |(hours, minutes, seconds)| UtcOffset::from_hms(hours, minutes, seconds).ok();
    Duration as (i64, i32): |it| (it.whole_seconds(), it.subsec_nanoseconds()), duration;
    PrimitiveDateTime as (i32, u16, u8, u8, u8, u32):
        |it| (it.year(), it.ordinal(), it.hour(), it.minute(), it.second(), it.nanosecond()),
        date_and_time;
    UtcDateTime as (i32, u16, u8, u8, u8, u32):
        |it| (it.year(), it.ordinal(), it.hour(), it.minute(), it.second(), it.nanosecond()),
        |parts| date_and_time(parts).map(PrimitiveDateTime::as_utc);
    OffsetDateTime as (i32, u16, u8, u8, u8, u32, i8, i8, i8):
        |it| {
            let (hours, minutes, seconds) = it.offset().as_hms();
            let (hour, minute, second, nanos) = it.to_hms_nano();
            (it.year(), it.ordinal(), hour, minute, second, nanos, hours, minutes, seconds)
        },
        |(year, day, hour, minute, second, nanos, hours, minutes, seconds)| {
            let local = date_and_time((year, day, hour, minute, second, nanos))?;
            let offset = UtcOffset::from_hms(hours, minutes, seconds).ok()?;
            Some(local.assume_offset(offset))
        };
}
