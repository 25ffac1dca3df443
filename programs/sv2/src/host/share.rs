//! Shares of either kind, decoded from frames.

use codec_core::wire::U256;
use codec_core::{DecodableRef, Header as _, Message as _, Sv2};
use codec_pool::{ConnectionErrorKind, FrameRef};
use codec_stratum::mining::{
    SubmitSharesExtended, SubmitSharesExtendedRef, SubmitSharesStandard, SubmitSharesStandardRef,
};
use codec_stratum::{Sv2TlvProtocol, TlvsRef, WithTlvsRef};

use crate::link::Trouble;
use crate::work::{self, Prefix};

/// The parts of a share, of either kind.
pub(super) struct Share<'f> {
    pub(super) channel_id: u32,
    pub(super) sequence_number: u32,
    pub(super) job_id: u32,
    pub(super) nonce: u32,
    pub(super) ntime: u32,
    pub(super) version: u32,
    /// None on a standard channel.
    pub(super) extranonce: Option<&'f [u8]>,
    pub(super) tlvs: TlvsRef<'f>,
}

impl<'f> Share<'f> {
    /// The share in a frame, if there is one: nearly all frames hold shares, and as that they
    /// take a third of the time that they take as any message.
    #[inline]
    pub(super) fn of(frame: &FrameRef<'f, Sv2TlvProtocol>) -> Result<Option<Self>, Trouble> {
        match frame.header().id() {
            SubmitSharesExtended::ID => {
                let WithTlvsRef { message: share, tlvs } =
                    decode::<SubmitSharesExtendedRef<'_>>(frame)?;
                Ok(Some(Self {
                    channel_id: share.channel_id,
                    sequence_number: share.sequence_number,
                    job_id: share.job_id,
                    nonce: share.nonce,
                    ntime: share.ntime,
                    version: share.version,
                    extranonce: Some(share.extranonce.into_inner()),
                    tlvs,
                }))
            }
            SubmitSharesStandard::ID => {
                let WithTlvsRef { message: share, tlvs } =
                    decode::<SubmitSharesStandardRef<'_>>(frame)?;
                Ok(Some(Self {
                    channel_id: share.channel_id,
                    sequence_number: share.sequence_number,
                    job_id: share.job_id,
                    nonce: share.nonce,
                    ntime: share.ntime,
                    version: share.version,
                    extranonce: None,
                    tlvs,
                }))
            }
            _ => Ok(None),
        }
    }

    /// Returns true if it may have its time: that of the block before it, or later by no more seconds
    /// than have passed since its channel was told of that block (section 5.3.11).
    #[inline]
    pub(super) fn is_in_time(&self, passed: impl FnOnce() -> u32) -> bool {
        match self.ntime.checked_sub(work::MIN_NTIME) {
            None => false,
            Some(later) => later == 0 || later <= passed(),
        }
    }

    /// The hash of the header that it describes. Outlined: the rest of a share is short.
    #[inline(never)]
    pub(super) fn hash(&self, prefix: Prefix) -> U256 {
        let extranonce = self.extranonce.unwrap_or(&[0; work::EXTRANONCE_SIZE as usize]);
        let field = (self.version, self.ntime);
        work::header(prefix, self.job_id, field, extranonce).hash(self.nonce)
    }
}

/// A message with what extensions have appended to it.
#[inline]
fn decode<'f, M: DecodableRef<'f>>(
    frame: &FrameRef<'f, Sv2TlvProtocol>,
) -> Result<WithTlvsRef<'f, M>, Trouble> {
    let decoded = frame.decode_ref::<Sv2, _>();
    decoded.map_err(|error| ConnectionErrorKind::malformed(frame, error).into())
}
