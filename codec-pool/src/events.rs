//! What a pool tells of, where the feature `tracing` is on. Without it, this
//! is nothing at all.
#![forbid(unsafe_code)]

#[cfg(feature = "tracing")]
pub(crate) use on::*;

#[cfg(not(feature = "tracing"))]
pub(crate) use off::*;

#[cfg(feature = "tracing")]
mod on {
    use core::time::Duration;
    use std::sync::{Mutex, PoisonError};
    use std::time::Instant;

    use tracing::{Level, debug, enabled, trace, warn};

    use crate::error::PoolError;
    use crate::holders::Holders;
    use crate::home::Kind;
    use crate::stats::PoolStats;
    use crate::waiting::Demand;

    /// A peer that makes the pool refuse must not fill a log with it.
    const TELL_EVERY: Duration = Duration::from_secs(1);

    pub(crate) struct Throttle(Mutex<(Option<Instant>, u64)>);

    impl Throttle {
        pub(crate) const fn new() -> Self {
            Self(Mutex::new((None, 0)))
        }

        /// How many refusals are to be told of now, this one among them.
        fn due(&self) -> Option<u64> {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let (last, refusals) = &mut *state;
            *refusals += 1;
            if last.is_some_and(|last| last.elapsed() < TELL_EVERY) {
                return None;
            }
            *last = Some(Instant::now());
            Some(core::mem::take(refusals))
        }
    }

    /// A refusal, with the tables of the pool; at most one event a second.
    #[cold]
    pub(crate) fn refused(
        throttle: &Throttle,
        error: PoolError,
        tables: impl FnOnce() -> (PoolStats, Option<Holders>),
    ) {
        if !enabled!(target: "codec_pool", Level::WARN) {
            return;
        }
        let Some(refusals) = throttle.due() else { return };
        let (stats, holders) = tables();
        let holders = holders.map_or_else(|| "not noted".to_owned(), |table| table.to_string());
        warn!(target: "codec_pool", refusals, %stats, holders, "chunk refused: {error}");
    }

    pub(crate) fn allocated(kind: Kind, capacity: usize) {
        match kind {
            Kind::Heap => debug!(target: "codec_pool", capacity, "chunk from the heap"),
            kind => trace!(target: "codec_pool", capacity, ?kind, "chunk allocated"),
        }
    }

    pub(crate) fn waiting(demand: Demand) {
        debug!(target: "codec_pool", ?demand, "waiting for a chunk");
    }

    pub(crate) fn trimmed(bytes: usize) {
        debug!(target: "codec_pool", bytes, "trimmed");
    }

    pub(crate) fn closed() {
        debug!(target: "codec_pool", "closed");
    }
}

#[cfg(not(feature = "tracing"))]
mod off {
    use crate::error::PoolError;
    use crate::home::Kind;
    use crate::waiting::Demand;

    pub(crate) struct Throttle;

    impl Throttle {
        pub(crate) const fn new() -> Self {
            Self
        }
    }

    #[inline]
    pub(crate) fn refused<T>(_: &Throttle, _: PoolError, _tables: impl FnOnce() -> T) {}

    #[inline]
    pub(crate) fn allocated(_: Kind, _capacity: usize) {}

    #[inline]
    pub(crate) fn waiting(_: Demand) {}

    #[inline]
    pub(crate) fn trimmed(_bytes: usize) {}

    #[inline]
    pub(crate) fn closed() {}
}
