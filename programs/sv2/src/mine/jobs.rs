//! The jobs that a miner has received.

use std::collections::BTreeMap;

use codec_core::wire::{B032, Target, U256};
use codec_stratum::mining::SetNewPrevHashRef;

use crate::hashing::{Template, merkle_root};
use crate::link::Trouble;

/// Jobs for future blocks that are remembered; a server needs one at a time.
const FUTURE_JOBS: usize = 16;

/// A channel as its server describes it.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) id: u32,
    pub(super) group_id: u32,
    /// The target of the jobs that become current from now on.
    pub(super) target: Target,
    /// The prefix of the jobs that come from now on.
    pub(super) extranonce_prefix: B032,
    /// Number of bytes of extranonce that the miner chooses; `None` on a standard channel.
    pub(super) extranonce_size: Option<usize>,
}

/// A job: how its Merkle root is found.
#[derive(Debug, Clone)]
pub(super) enum Root {
    Given(U256),
    /// The root over a coinbase transaction, with the prefix that the channel had when the job came, which no
    /// later one replaces (section 5.3.10).
    Computed {
        prefix: Vec<u8>,
        suffix: Vec<u8>,
        path: Vec<U256>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) id: u32,
    pub(super) version: u32,
    pub(super) root: Root,
}

/// The block to build on.
#[derive(Debug, Clone, Copy)]
struct Tip {
    prev_hash: U256,
    min_ntime: u32,
    nbits: u32,
}

/// The jobs of a channel.
#[derive(Debug)]
pub(super) struct Jobs {
    pub(super) channel: Channel,
    future: BTreeMap<u32, Job>,
    tip: Option<Tip>,
    current: Option<Job>,
    /// The target of the current job, which no later one replaces (section 5.3.21).
    pub(super) target: Target,
    /// The smallest time of the current job.
    min_ntime: u32,
    /// Grows when the work changes.
    pub(super) round: u64,
}

impl Jobs {
    pub(super) fn new(channel: Channel) -> Self {
        let (target, future) = (channel.target, BTreeMap::new());
        Self { channel, future, tip: None, current: None, target, min_ntime: 0, round: 0 }
    }

    /// Returns whether a message for this channel, or group of channels, is for this one.
    pub(super) fn is_ours(&self, channel_id: u32) -> bool {
        [self.channel.id, self.channel.group_id].contains(&channel_id)
    }

    /// Takes a job: for the block after this one, without a time.
    pub(super) fn take(&mut self, job: Job, min_ntime: Option<u32>) {
        let Some(min_ntime) = min_ntime else {
            if self.future.len() == FUTURE_JOBS {
                self.future.pop_first();
            }
            self.future.insert(job.id, job);
            return;
        };
        self.current = Some(job);
        self.target = self.channel.target;
        self.min_ntime = min_ntime;
        self.round += 1;
    }

    /// There is a new block to build on.
    pub(super) fn activate(&mut self, found: &SetNewPrevHashRef<'_>) -> Result<(), Trouble> {
        let unknown = Trouble::Nonsense("SetNewPrevHash names a job that was not sent");
        let job = self.future.remove(&found.job_id).ok_or(unknown)?;
        self.future.clear();
        let (prev_hash, min_ntime, nbits) = (found.prev_hash, found.min_ntime, found.nbits);
        self.tip = Some(Tip { prev_hash, min_ntime, nbits });
        self.take(job, Some(min_ntime));
        Ok(())
    }

    /// The job to work on and the header to hash, for this extranonce of the miner's; `None`
    /// without a job.
    pub(super) fn template(&self, extranonce: &[u8]) -> Option<(u32, Template)> {
        let (job, tip) = (self.current.as_ref()?, self.tip?);
        let merkle_root = match &job.root {
            Root::Given(root) => *root,
            Root::Computed { prefix, suffix, path } => {
                merkle_root(&[prefix, extranonce, suffix], path.iter().copied())
            }
        };
        let ntime = self.min_ntime.max(tip.min_ntime);
        let (version, prev_hash, nbits) = (job.version, tip.prev_hash, tip.nbits);
        Some((job.id, Template { version, prev_hash, merkle_root, ntime, nbits }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_holds_from_the_next_job_on() {
        let [first, second, third] = [1, 2, 3].map(|n| Target(U256::from(n)));
        let extranonce_prefix = B032::default();
        let mut jobs = Jobs::new(Channel {
            id: 1,
            group_id: 2,
            target: first,
            extranonce_prefix,
            extranonce_size: None,
        });
        let job = |id| Job { id, version: 1, root: Root::Given(U256::ZERO) };
        jobs.take(job(1), Some(1));
        jobs.channel.target = second;
        assert_eq!(jobs.target, first, "the job that is there has its own");
        jobs.take(job(2), None);
        assert_eq!(jobs.target, first, "it is not current");
        jobs.channel.target = third;
        let found = SetNewPrevHashRef {
            channel_id: 1,
            job_id: 2,
            prev_hash: U256::ZERO,
            min_ntime: 1,
            nbits: 1,
        };
        jobs.activate(&found).expect("it was sent");
        assert_eq!(jobs.target, third, "as it was received without a time");
    }
}
