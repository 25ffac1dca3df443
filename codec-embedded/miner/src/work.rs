//! The work of a standard channel.

use codec_core::wire::{Target, U256};
use codec_stratum::mining::{NewMiningJob, SetNewPrevHash, SubmitSharesStandard};
use sha2::{Digest as _, Sha256};

/// The channel, its job and the block it builds on, as far as they have come.
#[derive(Default)]
pub(crate) struct Work {
    channel_id: Option<u32>,
    pub(crate) target: Target,
    job: Option<NewMiningJob>,
    block: Option<SetNewPrevHash>,
    shares: u32,
    pub(crate) hashes: u32,
}

impl Work {
    pub(crate) fn open(&mut self, channel_id: u32, target: Target) {
        (self.channel_id, self.target) = (Some(channel_id), target);
    }

    pub(crate) fn job(&mut self, job: NewMiningJob) {
        self.job = Some(job);
    }

    pub(crate) fn block(&mut self, block: SetNewPrevHash) {
        self.block = Some(block);
    }

    /// One share, once there is all it takes.
    pub(crate) fn share(&mut self) -> Option<SubmitSharesStandard> {
        let (channel_id, job, block) = (self.channel_id?, self.job.as_ref()?, self.block.as_ref()?);
        if self.shares > 0 {
            return None;
        }
        self.shares += 1;
        let ntime = job.min_ntime.unwrap_or(block.min_ntime);
        let header = Sha256::new()
            .chain_update(job.version.to_le_bytes())
            .chain_update(block.prev_hash)
            .chain_update(job.merkle_root)
            .chain_update(ntime.to_le_bytes())
            .chain_update(block.nbits.to_le_bytes());
        let mut nonce = 0u32;
        loop {
            self.hashes += 1;
            let first = header.clone().chain_update(nonce.to_le_bytes()).finalize();
            if self.target.meets(&U256(Sha256::digest(first).into())) {
                let (sequence_number, job_id, version) = (self.shares - 1, job.job_id, job.version);
                return Some(SubmitSharesStandard {
                    channel_id,
                    sequence_number,
                    job_id,
                    nonce,
                    ntime,
                    version,
                });
            }
            nonce = nonce.wrapping_add(1);
        }
    }
}
