//! `SystemTime`: the duration since the Unix epoch. A time before it can't be
//! encoded.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::sizes;
use crate::format::{Format, Unsupported};
use crate::impls::core::duration;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for SystemTime {
    sizes!(encoded_size: duration::size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.duration_since(UNIX_EPOCH).map_or(duration::size::<F>().min, duration::len::<F>)
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.system_time) };
        match self.duration_since(UNIX_EPOCH) {
            Ok(since) => duration::write(since, w),
            Err(_) => Err(w.error(EncodeErrorKind::InvalidValue)),
        }
    }
}

impl Decodable for SystemTime {
    sizes!(size: duration::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.system_time) };
        let start = r.offset();
        let since = duration::read(r)?;
        let error = |kind| Err(DecodeError::new(kind, start));
        match UNIX_EPOCH.checked_add(since) {
            None => error(DecodeErrorKind::InvalidValue),
            // The system's clock may have a coarser resolution than nanoseconds.
            Some(time)
                if F::RULES.strict && time.duration_since(UNIX_EPOCH).ok() != Some(since) =>
            {
                error(DecodeErrorKind::NonCanonical)
            }
            Some(time) => Ok(time),
        }
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(SystemTime);
