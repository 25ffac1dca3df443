//! The server's judgement of shares.

use std::time::Duration;

use codec_core::wire::{Str0255, U256};
use codec_stratum::mining::{
    SetNewPrevHash, SubmitSharesError, SubmitSharesExtended, SubmitSharesStandard,
    SubmitSharesSuccess,
};

use super::channel::Channel;
use super::session::{End, Session};
use super::{BLOCK, DYING, LATE};

/// A share of either kind.
pub(super) struct Share {
    channel_id: u32,
    sequence_number: u32,
    job_id: u32,
    nonce: u32,
    ntime: u32,
    version: u32,
    extranonce: Option<Vec<u8>>,
}

impl From<SubmitSharesStandard> for Share {
    fn from(share: SubmitSharesStandard) -> Self {
        let SubmitSharesStandard { channel_id, sequence_number, job_id, nonce, ntime, version } =
            share;
        Self { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce: None }
    }
}

impl From<SubmitSharesExtended> for Share {
    fn from(share: SubmitSharesExtended) -> Self {
        let SubmitSharesExtended {
            channel_id, sequence_number, job_id, nonce, ntime, version, ..
        } = share;
        let extranonce = Some(share.extranonce.as_bytes().to_vec());
        Self { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
    }
}

impl Session {
    pub(super) fn share(&mut self, share: &Share, end: &[u8]) -> Result<(), End> {
        if self.is(DYING) {
            return Err(End);
        }
        if self.is(LATE) {
            std::thread::sleep(Duration::from_millis(150));
        }
        if self.dislikes(end) {
            return Err(End);
        }
        let Share { channel_id, sequence_number, .. } = *share;
        if self.is(BLOCK) && self.number.is_multiple_of(2) {
            self.block(channel_id, sequence_number);
            return Ok(());
        }
        let Some(code) = self.wrong(share) else {
            let ahead = if self.is("M-SSOK-2") { 100 } else { 0 };
            let wrong = if share.extranonce.is_some() { "M-SSOK-1" } else { "S-SSOK-1" };
            let count = if self.is(wrong) { 2 } else { 1 };
            self.send(&SubmitSharesSuccess {
                channel_id,
                last_sequence_number: sequence_number + ahead,
                new_submits_accepted_count: count,
                new_shares_sum: 1,
            });
            return Ok(());
        };
        if self.is("M-SSERR-1") && code == "invalid-job-id" {
            return Ok(());
        }
        let is_job = code == "invalid-job-id";
        let sequence_number =
            if self.is("M-SSERR-2") && is_job { sequence_number + 1 } else { sequence_number };
        let error_code = Str0255::try_from(code).expect("short");
        let error = SubmitSharesError { channel_id, sequence_number, error_code };
        if self.is("GEN-10") {
            self.send_with_end(&error, &[9, 0, 1, 0, 0, 8, 0, 1, 0, 0]);
        } else {
            self.send(&error);
        }
        Ok(())
    }

    /// Tells of a block, which makes a share stale.
    fn block(&mut self, channel_id: u32, sequence_number: u32) {
        if let Some(channel) = self.channels.get(&channel_id) {
            let next = Channel { job_id: channel.job_id + 1, ..channel.clone() };
            if next.is_extended {
                self.send(&next.extended_job(None));
            } else {
                self.send(&next.standard_job(None));
            }
            self.send(&SetNewPrevHash { prev_hash: U256([8; 32]), ..next.prev() });
        }
        let error_code = Str0255::try_from("stale-share").expect("short");
        self.send(&SubmitSharesError { channel_id, sequence_number, error_code });
    }

    /// Returns true for fields after a share that end the session: a name that is too long, or others by a
    /// fault.
    fn dislikes(&self, end: &[u8]) -> bool {
        let (first, len) = (end.first(), end.len());
        let is_name = first == Some(&2) && len <= 5 + 32;
        match self.fault {
            "GEN-9" if len == 5 + 5 => !self.names,
            // Of two fields, only the first is looked at, or a name that is alone is not.
            "S-WN-4" => self.names && has_long_name(end, true),
            "GEN-11" => self.names && first != Some(&2) && has_long_name(end, false),
            "S-WN-1" if is_name => self.names,
            "S-WN-2" if is_name => !self.names,
            "S-WN-3" if self.names && first != Some(&2) => len > 5 + 5,
            _ => self.names && has_long_name(end, false),
        }
    }

    /// Why a share is refused, if it is.
    fn wrong(&mut self, share: &Share) -> Option<&'static str> {
        let Share { job_id, nonce, ntime, version, .. } = *share;
        let (fault, is_fixed) = (self.fault, self.is_fixed());
        let Some(channel) = self.channels.get_mut(&share.channel_id) else {
            let is_extended = share.extranonce.is_some();
            let mild = if is_extended { "M-SSE-7" } else { "M-SSS-6" };
            return (fault != mild).then_some("invalid-channel-id");
        };
        let is_extended = channel.is_extended;
        // The fault of one kind of channel or the other.
        let is =
            |standard: &str, extended: &str| fault == if is_extended { extended } else { standard };
        if share.extranonce.is_some() != is_extended {
            return (!is("M-SSE-8", "M-SSS-7")).then_some("invalid-channel-id");
        }
        let size = share.extranonce.as_ref().map_or(0, Vec::len);
        if size != usize::from(channel.size) && fault != "M-SSE-3" {
            return Some("bad-extranonce-size");
        }
        if job_id == 0 || job_id > channel.job_id.max(1) {
            return Some("invalid-job-id");
        }
        let later = u64::from(ntime).checked_sub(channel.min_ntime.into());
        let in_time = later.is_some_and(|later| later <= channel.opened.elapsed().as_secs());
        if !in_time && !is("M-SSS-3", "M-SSE-4") {
            return Some("invalid-ntime");
        }
        if later == Some(1) && is("M-SSS-4", "M-SSE-5") {
            return Some("invalid-ntime");
        }
        let is_rolled = Channel::is_rolled(version);
        if is_rolled && (is("M-NMJ-5", "M-NEMJ-7") || (is_fixed && !is("M-SSS-8", "M-NEMJ-9"))) {
            return Some("invalid-version");
        }
        let target = if job_id < channel.since && fault != "M-ST-2" {
            channel.former
        } else {
            channel.target
        };
        let extranonce = share.extranonce.as_deref().unwrap_or_default();
        let meets = target.meets(&channel.hash(version, ntime, nonce, extranonce));
        if !meets && !is("M-SSS-2", "M-SSE-2") {
            return Some("difficulty-too-low");
        }
        if meets && is("M-SSS-1", "M-SSE-1") {
            return Some("difficulty-too-low");
        }
        let is_new = channel.shares.insert([job_id, nonce, ntime, version]);
        if !is_new && !is("M-SSS-5", "M-SSE-6") {
            return Some("duplicate-share");
        }
        None
    }
}

/// Returns true if a field of extension 2 has more than 32 bytes; looks at the first field alone, or at all.
fn has_long_name(mut end: &[u8], is_first_alone: bool) -> bool {
    while let [extension, _, _, low, high, rest @ ..] = end {
        let len = usize::from(u16::from_le_bytes([*low, *high]));
        if *extension == 2 && len > 32 {
            return true;
        }
        if is_first_alone {
            break;
        }
        end = rest.get(len..).unwrap_or_default();
    }
    false
}
