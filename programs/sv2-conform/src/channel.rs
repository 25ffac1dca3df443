//! Channels, their work, and shares of it.

use std::time::Duration;

use codec_core::wire::{B032, Target, U256};
use codec_stratum::AnyMessage;
use codec_stratum::mining::{
    NewExtendedMiningJob, NewMiningJob, OpenExtendedMiningChannel, OpenStandardMiningChannel,
    SetNewPrevHash, SubmitSharesExtended, SubmitSharesStandard,
};

use crate::grind::{Header, merkle_root, zero_bits};
use crate::peer::{Peer, text};
use crate::verdict::Stop;

/// The kind of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Standard,
    Extended,
}

/// Bits of a target above which no share is searched for.
const MAX_BITS: u32 = 24;
/// Bytes of extranonce that a channel is asked for.
pub(crate) const EXTRANONCE: u16 = 4;
/// Shares that are submitted for one acknowledgement.
const BATCH: u32 = 32;
/// The bits of the version that miners may change (BIP 323).
pub(crate) const ROLLED: u32 = 0x1fff_e000;

/// A channel that was opened.
#[derive(Debug, Clone)]
pub(crate) struct Opened {
    pub(crate) kind: Kind,
    pub(crate) request_id: u32,
    pub(crate) channel_id: u32,
    pub(crate) group: u32,
    pub(crate) target: Target,
    pub(crate) prefix: B032,
    /// Bytes of extranonce that the client chooses; 0 for a standard channel.
    pub(crate) size: u16,
}

/// The answer to a request for a channel.
#[derive(Debug)]
pub(crate) enum Answer {
    Opened(Opened),
    Refused { request_id: u32, code: String },
}

/// Requests a channel, and returns the number of the request.
pub(crate) fn request(
    peer: &mut Peer,
    kind: Kind,
    max_target: U256,
    min_extranonce_size: u16,
) -> Result<u32, Stop> {
    let request_id = peer.next_request();
    let (user_identity, nominal_hash_rate) = (text("conform.worker"), 1.0e3);
    match kind {
        Kind::Standard => peer.send(&OpenStandardMiningChannel {
            request_id,
            user_identity,
            nominal_hash_rate,
            max_target,
        })?,
        Kind::Extended => peer.send(&OpenExtendedMiningChannel {
            request_id,
            user_identity,
            nominal_hash_rate,
            max_target,
            min_extranonce_size,
        })?,
    }
    Ok(request_id)
}

/// The answer to the last request for a channel.
///
/// # Errors
/// The message, the end or the silence that came instead.
pub(crate) fn answer(peer: &mut Peer) -> Result<Answer, String> {
    answer_in(peer, peer.time())
}

/// The same, in so long.
pub(crate) fn answer_in(peer: &mut Peer, time: Duration) -> Result<Answer, String> {
    let what = "an answer to the request for a channel";
    peer.wait_for(time, what, |heard| match heard.message.as_ref().ok()? {
        AnyMessage::OpenStandardMiningChannelSuccess(opened) => Some(Answer::Opened(Opened {
            kind: Kind::Standard,
            request_id: opened.request_id,
            channel_id: opened.channel_id,
            group: opened.group_channel_id,
            target: opened.target.into(),
            prefix: opened.extranonce_prefix,
            size: 0,
        })),
        AnyMessage::OpenExtendedMiningChannelSuccess(opened) => Some(Answer::Opened(Opened {
            kind: Kind::Extended,
            request_id: opened.request_id,
            channel_id: opened.channel_id,
            group: opened.group_channel_id,
            target: opened.target.into(),
            prefix: opened.extranonce_prefix,
            size: opened.extranonce_size,
        })),
        AnyMessage::OpenMiningChannelError(error) => Some(Answer::Refused {
            request_id: error.request_id,
            code: error.error_code.to_string(),
        }),
        _ => None,
    })
}

/// Opens a channel that is needed for a question.
pub(crate) fn open(peer: &mut Peer, kind: Kind) -> Result<Opened, Stop> {
    request(peer, kind, U256::MAX, EXTRANONCE)?;
    match answer(peer) {
        Ok(Answer::Opened(opened)) => Ok(opened),
        Ok(Answer::Refused { code, .. }) => {
            Err(Stop::unclear(format!("no channel was opened: {code}")))
        }
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// A job of either kind.
#[derive(Debug, Clone)]
pub(crate) enum Job {
    Standard(NewMiningJob),
    Extended(NewExtendedMiningJob),
}

impl Job {
    /// Number, time if it is active, and version.
    pub(crate) fn parts(&self) -> (u32, Option<u32>, u32) {
        match self {
            Self::Standard(job) => (job.job_id, job.min_ntime, job.version),
            Self::Extended(job) => (job.job_id, job.min_ntime, job.version),
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.parts().0
    }
}

/// A channel with work.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    pub(crate) channel: Opened,
    pub(crate) job: Job,
    pub(crate) prev: SetNewPrevHash,
    /// The nonce from which the next search begins.
    first: u32,
}

/// A share, of either kind.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) channel_id: u32,
    pub(crate) job_id: u32,
    pub(crate) nonce: u32,
    pub(crate) ntime: u32,
    pub(crate) version: u32,
    pub(crate) extranonce: Vec<u8>,
}

/// The answer to a share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judged {
    /// Last sequence number and count of an acknowledgement.
    Accepted {
        last: u32,
        count: u32,
    },
    Refused {
        sequence_number: u32,
        code: String,
    },
    /// Neither, with the reason.
    Silence(String),
}

/// Opens a channel and waits for its first work.
pub(crate) fn open_with_work(peer: &mut Peer, kind: Kind) -> Result<Work, Stop> {
    let channel = open(peer, kind)?;
    work(peer, channel)
}

/// Waits for the first work of a channel.
pub(crate) fn work(peer: &mut Peer, channel: Opened) -> Result<Work, Stop> {
    let is_for = |id: u32| id == channel.channel_id || id == channel.group;
    let (mut jobs, mut prev) = (Vec::<Job>::new(), None::<SetNewPrevHash>);
    let found = peer.wait("a job and the block before it", |message| {
        match message {
            AnyMessage::NewMiningJob(job) if job.channel_id == channel.channel_id => {
                jobs.push(Job::Standard(*job));
            }
            AnyMessage::NewExtendedMiningJob(job) if is_for(job.channel_id) => {
                jobs.push(Job::Extended(job.clone()));
            }
            AnyMessage::MiningSetNewPrevHash(new) if is_for(new.channel_id) => prev = Some(*new),
            _ => return None,
        }
        let prev = prev?;
        let is_ready = |job: &&Job| job.id() == prev.job_id || job.parts().1.is_some();
        Some((jobs.iter().find(is_ready)?.clone(), prev))
    });
    match found {
        Ok((job, prev)) => Ok(Work::new(channel, job, prev)),
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

impl Work {
    /// The work of a job on this block.
    pub(crate) const fn new(channel: Opened, job: Job, prev: SetNewPrevHash) -> Self {
        Self { channel, job, prev, first: 0 }
    }

    /// The hash of the header that a share describes.
    pub(crate) fn hash(&self, share: &Share) -> U256 {
        self.header(share.version, share.ntime, &share.extranonce).hash(share.nonce)
    }

    /// Goes on to another job, or another block.
    pub(crate) fn go_on(&mut self, job: Job, prev: SetNewPrevHash) {
        (self.job, self.prev, self.first) = (job, prev, 0);
    }

    /// The header of a share, without its nonce.
    fn header(&self, version: u32, ntime: u32, extranonce: &[u8]) -> Header {
        let merkle_root = match &self.job {
            Job::Standard(job) => job.merkle_root,
            Job::Extended(job) => merkle_root(
                &[
                    job.coinbase_tx_prefix.as_bytes(),
                    self.channel.prefix.as_bytes(),
                    extranonce,
                    job.coinbase_tx_suffix.as_bytes(),
                ],
                job.merkle_path.as_slice(),
            ),
        };
        Header {
            version,
            prev_hash: self.prev.prev_hash,
            merkle_root,
            ntime,
            nbits: self.prev.nbits,
        }
    }

    /// The earliest time that a share may have.
    pub(crate) fn ntime(&self) -> u32 {
        self.job.parts().1.unwrap_or(self.prev.min_ntime).max(self.prev.min_ntime)
    }

    /// The version of the job.
    pub(crate) fn version(&self) -> u32 {
        self.job.parts().2
    }

    /// A share whose hash is as wanted.
    pub(crate) fn share(
        &mut self,
        (version, ntime): (u32, u32),
        size: usize,
        time: Duration,
        is_wanted: impl Fn(&U256) -> bool,
    ) -> Result<Share, Stop> {
        let bits = zero_bits(&self.channel.target);
        let extranonce = vec![0x5a; size.min(B032::MAX)];
        let header = self.header(version, ntime, &extranonce);
        if bits > MAX_BITS {
            return Err(Stop::skip(format!("a share takes 2^{bits} hashes")));
        }
        let Some(nonce) = header.search(self.first, time, is_wanted) else {
            return Err(Stop::unclear("no share was found in time"));
        };
        self.first = nonce + 1;
        let (channel_id, job_id) = (self.channel.channel_id, self.job.id());
        Ok(Share { channel_id, job_id, nonce, ntime, version, extranonce })
    }

    /// A share that has to be accepted, but for this version and time.
    pub(crate) fn valid(&mut self, peer: &Peer, fields: (u32, u32)) -> Result<Share, Stop> {
        self.valid_in(peer.time() * 4, fields)
    }

    /// The same, found in this time.
    pub(crate) fn valid_in(&mut self, time: Duration, fields: (u32, u32)) -> Result<Share, Stop> {
        let target = self.channel.target;
        let size = usize::from(self.channel.size);
        self.share(fields, size, time, |hash| target.meets(hash))
    }

    /// Submits shares with these fields until one is answered: a server may acknowledge many at once.
    pub(crate) fn submit_batch(
        &mut self,
        peer: &mut Peer,
        fields: (u32, u32),
    ) -> Result<Judged, Stop> {
        let share = self.valid(peer, fields)?;
        submit(peer, &share, self.channel.kind)?;
        let judged = judged_in(peer, self.channel.channel_id, peer.quiet());
        if !matches!(judged, Judged::Silence(_)) || peer.end.is_some() {
            return Ok(judged);
        }
        for _ in 1..BATCH {
            let share = self.valid(peer, fields)?;
            submit(peer, &share, self.channel.kind)?;
        }
        Ok(judged_in(peer, self.channel.channel_id, peer.time()))
    }
}

/// Submits a share by the message of this kind, and returns its sequence number.
pub(crate) fn submit(peer: &mut Peer, share: &Share, kind: Kind) -> Result<u32, Stop> {
    let sequence_number = peer.next_sequence();
    match kind {
        Kind::Standard => peer.send(&standard(share, sequence_number))?,
        Kind::Extended => peer.send(&extended(share, sequence_number))?,
    }
    Ok(sequence_number)
}

/// The message of a share on a standard channel.
pub(crate) fn standard(share: &Share, sequence_number: u32) -> SubmitSharesStandard {
    let Share { channel_id, job_id, nonce, ntime, version, .. } = *share;
    SubmitSharesStandard { channel_id, sequence_number, job_id, nonce, ntime, version }
}

/// The message of a share on an extended channel.
pub(crate) fn extended(share: &Share, sequence_number: u32) -> SubmitSharesExtended {
    let Share { channel_id, job_id, nonce, ntime, version, .. } = *share;
    let extranonce = B032::try_from(&share.extranonce[..]).unwrap_or_default(); // cut to 32 bytes
    SubmitSharesExtended { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
}

/// The next answer to a share of this channel.
pub(crate) fn judged(peer: &mut Peer, channel_id: u32) -> Judged {
    judged_in(peer, channel_id, peer.time())
}

fn judged_in(peer: &mut Peer, channel_id: u32, time: Duration) -> Judged {
    let found = peer.wait_for(time, "an answer to a share", |heard| match &heard.message {
        Ok(AnyMessage::SubmitSharesSuccess(answer)) if answer.channel_id == channel_id => {
            let (last, count) = (answer.last_sequence_number, answer.new_submits_accepted_count);
            Some(Judged::Accepted { last, count })
        }
        Ok(AnyMessage::SubmitSharesError(answer)) if answer.channel_id == channel_id => {
            let (sequence_number, code) = (answer.sequence_number, answer.error_code.to_string());
            Some(Judged::Refused { sequence_number, code })
        }
        _ => None,
    });
    found.unwrap_or_else(Judged::Silence)
}
