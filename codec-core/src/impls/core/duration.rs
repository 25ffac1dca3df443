//! `Duration`: seconds, 64 bits, and nanoseconds, 32 bits.

use core::time::Duration;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

const NANOS_PER_SECOND: u32 = 1_000_000_000;

#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::impls) fn size<F: Format>() -> Size {
    F::int_size::<u64>().and(F::int_size::<u32>())
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::impls) fn len<F: Format>(duration: Duration) -> usize {
    F::int_len(duration.as_secs()) + F::int_len(duration.subsec_nanos())
}

#[inline]
pub(in crate::impls) fn write<F: Format>(
    duration: Duration,
    w: &mut Writer<'_, F>,
) -> Result<(), EncodeError> {
    w.int(duration.as_secs())?;
    w.int(duration.subsec_nanos())
}

/// Nanoseconds of a second or more are carried over, where the format does so.
#[inline]
pub(in crate::impls) fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<Duration, DecodeError> {
    let start = r.offset();
    if Reader::<F>::FETCHES {
        r.fetch_whole(size::<F>().min)?;
    }
    r.ensure(size::<F>().min)?;
    let seconds = r.int::<u64>()?;
    let nanos = r.int::<u32>()?;
    if nanos >= NANOS_PER_SECOND {
        if !F::RULES.carries_nanos {
            return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start));
        }
        if F::RULES.strict {
            return Err(DecodeError::new(DecodeErrorKind::NonCanonical, start));
        }
    }
    match seconds.checked_add(u64::from(nanos / NANOS_PER_SECOND)) {
        Some(seconds) => Ok(Duration::new(seconds, nanos % NANOS_PER_SECOND)),
        None => Err(DecodeError::new(DecodeErrorKind::InvalidValue, start)),
    }
}

impl Encode for Duration {
    sizes!(encoded_size: size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        len::<F>(*self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.duration) };
        write(*self, w)
    }
}

impl Decodable for Duration {
    sizes!(size: size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.duration) };
        read(r)
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(Duration);
