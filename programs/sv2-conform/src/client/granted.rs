//! A channel that was granted to the program under test: its jobs, and what a share of them has to be.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_core::wire::{B032, B064K, Seq0255, U256};
use codec_stratum::AnyMessage;
use codec_stratum::mining::{
    NewExtendedMiningJob, NewMiningJob, OpenExtendedMiningChannelSuccess,
    OpenStandardMiningChannelSuccess, SetNewPrevHash,
};

use super::request::Asked;
use crate::channel::{Job, Kind, Opened, Share, Work};
use crate::peer::Peer;
use crate::verdict::Outcome;

/// The version of jobs.
pub(crate) const JOB_VERSION: u32 = 0x2000_0000;
const NBITS: u32 = 0x1703_4219;

/// A share as it came.
#[derive(Debug, Clone)]
pub(crate) struct Submitted {
    pub(crate) share: Share,
    pub(crate) kind: Kind,
    pub(crate) sequence_number: u32,
    /// Its entry in the log.
    pub(crate) entry: usize,
}

/// A job that was sent.
struct Sent {
    /// The channel as it was then.
    channel: Opened,
    job: Job,
    /// The block that it is on; `None` for a future one.
    prev: Option<SetNewPrevHash>,
}

/// A channel that was granted.
pub(crate) struct Granted {
    pub(crate) asked: Asked,
    pub(crate) channel: Opened,
    /// True if all jobs have to allow version rolling (section 5.3.1).
    pub(crate) is_roller: bool,
    jobs: Vec<Sent>,
    prev: Option<SetNewPrevHash>,
    /// The channel or group that jobs are sent to.
    pub(crate) to: u32,
    /// Seconds by which the time of blocks is ahead.
    pub(crate) ahead: u32,
}

/// Seconds since 1970.
fn now() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    u32::try_from(now).unwrap_or(u32::MAX)
}

impl Granted {
    /// The channel of a request, of this number and group, with a target that is so many bits harder than
    /// the easiest, and these parts of the extranonce.
    pub(crate) fn new(
        asked: Asked,
        (channel_id, group): (u32, u32),
        (harder, size, prefix): (u32, u16, &[u8]),
    ) -> Self {
        let channel = Opened {
            kind: asked.kind,
            request_id: asked.request_id,
            channel_id,
            group,
            target: asked.target(harder),
            prefix: B032::try_from(prefix).unwrap_or_default(), // at most 32 bytes
            size,
        };
        let (jobs, prev, is_roller) = (Vec::new(), None, false);
        Self { asked, channel, is_roller, jobs, prev, to: channel_id, ahead: 0 }
    }

    /// Remembers a job that is sent now.
    pub(crate) fn add_job(&mut self, job_id: u32, is_future: bool, is_rollable: bool) -> Job {
        let prev = if is_future { None } else { self.prev };
        let job = self.make_job(job_id, prev.map(|prev| prev.min_ntime), is_rollable);
        self.jobs.push(Sent { channel: self.channel.clone(), job: job.clone(), prev });
        job
    }

    /// A job for the client's channel.
    pub(crate) fn make_job(&self, job_id: u32, min_ntime: Option<u32>, is_rollable: bool) -> Job {
        let channel_id = self.to;
        let number = u8::try_from(job_id % 251).unwrap_or_default();
        if self.asked.kind == Kind::Standard && self.to == self.channel.channel_id {
            let (version, merkle_root) = (JOB_VERSION, U256([number; 32]));
            return Job::Standard(NewMiningJob {
                channel_id,
                job_id,
                min_ntime,
                version,
                merkle_root,
            });
        }
        // One input without a previous output; its script is the height and the extranonce.
        let extranonce = self.channel.prefix.as_bytes().len() + usize::from(self.channel.size);
        let mut start = vec![2, 0, 0, 0, 1];
        start.extend([0; 32]);
        start.extend([0xff; 4]);
        start.extend([u8::try_from(4 + extranonce).unwrap_or_default(), 3, number, 1, 3]);
        // Sequence, one output of nothing that anybody may spend, lock time.
        let end = [0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0];
        let path = vec![U256([number; 32]), U256([0x77; 32])];
        Job::Extended(NewExtendedMiningJob {
            channel_id,
            job_id,
            min_ntime,
            version: JOB_VERSION,
            version_rolling_allowed: is_rollable || self.is_roller,
            merkle_path: Seq0255::try_from(path).unwrap_or_default(),
            coinbase_tx_prefix: B064K::try_from(&start[..]).unwrap_or_default(),
            coinbase_tx_suffix: B064K::try_from(&end[..]).unwrap_or_default(),
        })
    }

    /// The block on which this job is mined from now on.
    pub(crate) fn activate(&mut self, job_id: u32) -> SetNewPrevHash {
        let number = u8::try_from(job_id % 251).unwrap_or_default();
        let prev = SetNewPrevHash {
            channel_id: self.to,
            job_id,
            prev_hash: U256([number ^ 0x33; 32]),
            min_ntime: now() + self.ahead,
            nbits: NBITS,
        };
        self.begin(prev);
        prev
    }

    /// Goes on to a block, and the job that it names.
    pub(crate) fn begin(&mut self, prev: SetNewPrevHash) {
        self.prev = Some(prev);
        if let Some(sent) = self.jobs.iter_mut().find(|sent| sent.job.id() == prev.job_id) {
            sent.prev = Some(prev);
        }
    }

    /// Another target, so many bits harder than the easiest, for the jobs after it.
    pub(crate) fn set_target(&mut self, harder: u32) -> U256 {
        self.channel.target = self.asked.target(harder);
        self.channel.target.into()
    }

    /// The smallest time of shares.
    pub(crate) fn min_ntime(&self) -> u32 {
        self.prev.map_or(0, |prev| prev.min_ntime)
    }

    /// Returns why a share is no valid one, if it is not.
    pub(crate) fn wrong(&self, submitted: &Submitted) -> Option<String> {
        let Submitted { share, kind, .. } = submitted;
        let job_id = share.job_id;
        let Some(sent) = self.jobs.iter().rev().find(|sent| sent.job.id() == job_id) else {
            return Some(format!("a share of job {job_id}, which was not sent"));
        };
        if share.channel_id != self.channel.channel_id {
            return Some(format!("a share for channel {}", share.channel_id));
        }
        if *kind != sent.channel.kind {
            return Some(format!("a share by the message of {kind:?} channels").to_lowercase());
        }
        let size = usize::from(sent.channel.size);
        if *kind == Kind::Extended && share.extranonce.len() != size {
            let len = share.extranonce.len();
            return Some(format!("{len} bytes of extranonce, {size} were granted"));
        }
        let Some(hash) = self.hash(submitted) else {
            return Some(format!("a share of job {job_id}, which is for a future block"));
        };
        let is_met = sent.channel.target.meets(&hash);
        (!is_met).then(|| format!("the hash of a share of job {job_id} does not meet the target"))
    }

    /// The hash of a share, of a job that is on a block. A share by the message of another kind, or with
    /// an extranonce of another size, has none: what is made of its fields may meet a target by chance.
    pub(crate) fn hash(&self, submitted: &Submitted) -> Option<U256> {
        let share = &submitted.share;
        let sent = self.jobs.iter().rev().find(|sent| sent.job.id() == share.job_id)?;
        let Opened { kind, size, .. } = sent.channel;
        let is_whole = kind == Kind::Standard || share.extranonce.len() == usize::from(size);
        let prev = sent.prev.filter(|_| submitted.kind == kind && is_whole)?;
        Some(Work::new(sent.channel.clone(), sent.job.clone(), prev).hash(share))
    }
}

/// Sends the channel that was opened.
pub(crate) fn send_opened(peer: &mut Peer, channel: &Opened) -> Outcome {
    let Opened { request_id, channel_id, target, size, group: group_channel_id, .. } = *channel;
    let (target, extranonce_prefix) = (target.into(), channel.prefix);
    match channel.kind {
        Kind::Standard => peer.send(&OpenStandardMiningChannelSuccess {
            request_id,
            channel_id,
            target,
            extranonce_prefix,
            group_channel_id,
        }),
        Kind::Extended => peer.send(&OpenExtendedMiningChannelSuccess {
            request_id,
            channel_id,
            target,
            extranonce_size: size,
            extranonce_prefix,
            group_channel_id,
        }),
    }
}

/// The next share of any channel.
///
/// # Errors
/// The message, the end or the silence that came instead.
pub(crate) fn next_share(peer: &mut Peer, time: Duration) -> Result<Submitted, String> {
    peer.wait_for(time, "a share", |heard| {
        let (share, kind, sequence_number) = match heard.message.as_ref().ok()? {
            AnyMessage::SubmitSharesStandard(share) => {
                let (nonce, ntime, version) = (share.nonce, share.ntime, share.version);
                let (channel_id, job_id) = (share.channel_id, share.job_id);
                let extranonce = Vec::new();
                let one = Share { channel_id, job_id, nonce, ntime, version, extranonce };
                (one, Kind::Standard, share.sequence_number)
            }
            AnyMessage::SubmitSharesExtended(share) => {
                let (nonce, ntime, version) = (share.nonce, share.ntime, share.version);
                let (channel_id, job_id) = (share.channel_id, share.job_id);
                let extranonce = share.extranonce.as_bytes().to_vec();
                let one = Share { channel_id, job_id, nonce, ntime, version, extranonce };
                (one, Kind::Extended, share.sequence_number)
            }
            _ => return None,
        };
        Some(Submitted { share, kind, sequence_number, entry: heard.entry })
    })
}
