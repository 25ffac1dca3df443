//! Events that a pool emits with the feature `tracing`. Without it, these functions do nothing.
#![forbid(unsafe_code)]

#[cfg(feature = "tracing")]
pub(crate) use on::*;

#[cfg(not(feature = "tracing"))]
pub(crate) use off::*;

#[cfg(feature = "tracing")]
mod on {
    use tracing::{Level, debug, enabled, trace, warn};

    use crate::memory::ChunkKind;
    use crate::pool::holders::Holders;
    use crate::pool::refusal::Refusal;
    use crate::pool::waiting::Request;

    /// Returns whether there is a subscriber to refusals.
    pub(crate) fn wants_refusals() -> bool {
        enabled!(target: "codec_pool", Level::WARN)
    }

    /// A refusal, with the tables of the pool.
    pub(crate) fn refused(refusal: &Refusal) {
        let Refusal { error, refusals, stats, holders } = refusal;
        let table = holders.as_ref().map(Holders::to_string);
        let holders = table.unwrap_or_else(|| "not noted".to_owned());
        warn!(target: "codec_pool", refusals, %stats, holders, "chunk refused: {error}");
    }

    pub(crate) fn allocated(kind: ChunkKind, capacity: usize) {
        match kind {
            ChunkKind::Heap => debug!(target: "codec_pool", capacity, "chunk from the heap"),
            kind => trace!(target: "codec_pool", capacity, ?kind, "chunk allocated"),
        }
    }

    pub(crate) fn waiting(request: Request) {
        debug!(target: "codec_pool", ?request, "waiting for a chunk");
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
    use crate::memory::ChunkKind;
    use crate::pool::refusal::Refusal;
    use crate::pool::waiting::Request;

    #[inline]
    pub(crate) const fn wants_refusals() -> bool {
        false
    }

    #[inline]
    pub(crate) fn refused(_: &Refusal) {}

    #[inline]
    pub(crate) fn allocated(_: ChunkKind, _capacity: usize) {}

    #[inline]
    pub(crate) fn waiting(_: Request) {}

    #[inline]
    pub(crate) fn trimmed(_bytes: usize) {}

    #[inline]
    pub(crate) fn closed() {}
}
