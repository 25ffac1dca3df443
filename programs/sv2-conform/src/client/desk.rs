//! The server's side of a conversation with the client under test: a channel, its jobs, its shares.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use codec_core::wire::{B032, B064K, Seq0255, U256};
use codec_core::{ById, ToPayload};
use codec_stratum::AnyMessage;
use codec_stratum::common::{SetupConnection, SetupConnectionSuccess, VERSION};
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::{
    NewExtendedMiningJob, NewMiningJob, OpenExtendedMiningChannelSuccess,
    OpenStandardMiningChannelSuccess, SetNewPrevHash, SetTarget, SubmitSharesSuccess,
};

use super::door::Certificate;
use super::request::{Asked, request_of, setup_of};
use crate::channel::{Job, Kind, Opened, Share, Work};
use crate::link::Link;
use crate::peer::{Bench, Peer};
use crate::verdict::{Outcome, Stop};

/// The channel that the client is given, and its group.
pub(super) const CHANNEL_ID: u32 = 0x21;
pub(super) const GROUP: u32 = 0x1_0021;
/// Another group, which the channel may be moved to.
pub(super) const OTHER_GROUP: u32 = 0x1_0022;
/// The first job.
pub(super) const FIRST_JOB: u32 = 7;
/// The version of jobs.
pub(super) const JOB_VERSION: u32 = 0x2000_0000;
const NBITS: u32 = 0x1703_4219;
/// Valid shares less invalid ones that decide whether a job is mined: of shares that are valid by
/// chance alone, one in 2^18 such rows has them.
const DECIDED: i32 = 3;
/// Bits by which hard targets are harder.
const HARDER: u32 = 5;

/// A share as it came.
#[derive(Debug, Clone)]
pub(super) struct Submitted {
    pub(super) share: Share,
    pub(super) kind: Kind,
    pub(super) sequence_number: u32,
    /// Its entry in the log.
    pub(super) entry: usize,
}

/// A job that was sent.
struct Sent {
    /// The channel as it was then.
    channel: Opened,
    job: Job,
    /// The block that it is on; `None` for a future one.
    prev: Option<SetNewPrevHash>,
}

/// The server's side of a connection that has a channel.
pub(super) struct Desk {
    pub(super) peer: Peer,
    pub(super) asked: Asked,
    pub(super) channel: Opened,
    /// True if all jobs have to allow version rolling (section 5.3.1).
    pub(super) is_roller: bool,
    jobs: Vec<Sent>,
    prev: Option<SetNewPrevHash>,
    /// The channel or group that jobs are sent to.
    pub(super) to: u32,
    /// Seconds by which the time of blocks is ahead.
    pub(super) ahead: u32,
}

/// Seconds since 1970.
fn now() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    u32::try_from(now).unwrap_or(u32::MAX)
}

impl Bench<'_> {
    /// Takes the next connection of the client.
    pub(super) fn accept(&mut self, which: Certificate, is_started: bool) -> Result<Peer, Stop> {
        let Some(door) = self.door else { return Err(Stop::unclear("there is no door")) };
        let number = self.connections;
        let accepted = door.accept(Instant::now() + self.limits.time, is_started);
        let link = accepted.and_then(|stream| {
            let identity = door.identity(which).map_err(|error| {
                crate::link::Silence::Broken(format!("no certificate: {error}"))
            })?;
            Link::accept(stream, identity, self.limits.time)
        });
        self.connections += 1;
        match link {
            Ok(link) => {
                self.log.event(number, true, "connected".to_owned());
                Ok(Peer::new(link, number, self))
            }
            Err(silence) => {
                self.log.event(number, true, silence.to_string());
                Err(Stop::unclear(silence.to_string()))
            }
        }
    }

    /// Takes a connection, and waits for its `SetupConnection`.
    pub(super) fn meet(&mut self) -> Result<(Peer, SetupConnection), Stop> {
        let mut peer = self.accept(Certificate::Valid, true)?;
        let setup = setup_of(&mut peer)?;
        Ok((peer, setup))
    }

    /// A connection that is set up.
    pub(super) fn greet(&mut self) -> Result<Peer, Stop> {
        let (mut peer, _) = self.meet()?;
        peer.send(&SetupConnectionSuccess { used_version: VERSION, flags: 0 })?;
        Ok(peer)
    }

    /// A connection whose client has a channel and a first job.
    pub(super) fn desk(&mut self) -> Result<Desk, Stop> {
        let peer = self.greet()?;
        let mut desk = Desk::open(peer)?;
        desk.first_job()?;
        Ok(desk)
    }

    /// Like [`desk`](Self::desk), for clients of extended channels; others are skipped.
    pub(super) fn extended_desk(&mut self) -> Result<Desk, Stop> {
        let desk = self.desk()?;
        desk.needs(Kind::Extended)?;
        Ok(desk)
    }
}

impl Desk {
    /// Opens the channel that the client asks for.
    pub(super) fn open(peer: Peer) -> Result<Self, Stop> {
        Self::open_with(peer, 0)
    }

    /// Like [`open`](Self::open), with a target that is met seldom.
    pub(super) fn open_hard(peer: Peer) -> Result<Self, Stop> {
        Self::open_with(peer, HARDER)
    }

    fn open_with(mut peer: Peer, harder: u32) -> Result<Self, Stop> {
        let asked = request_of(&mut peer)?;
        let size = asked.size();
        Self::grant(peer, asked, (harder, size, &[0xa5; 4]))
    }

    /// Grants a channel with a target that is so many bits harder than the easiest, and these parts of
    /// the extranonce.
    pub(super) fn grant(
        mut peer: Peer,
        asked: Asked,
        (harder, size, prefix): (u32, u16, &[u8]),
    ) -> Result<Self, Stop> {
        let channel = Opened {
            kind: asked.kind,
            request_id: asked.request_id,
            channel_id: CHANNEL_ID,
            group: GROUP,
            target: asked.target(harder),
            prefix: B032::try_from(prefix).unwrap_or_default(), // at most 32 bytes
            size,
        };
        send_opened(&mut peer, &channel)?;
        let (jobs, prev, is_roller) = (Vec::new(), None, is_roller(&peer));
        Ok(Self { peer, asked, channel, is_roller, jobs, prev, to: CHANNEL_ID, ahead: 0 })
    }

    /// The question is about channels of this kind.
    pub(super) fn needs(&self, kind: Kind) -> Outcome {
        if self.asked.kind == kind {
            return Ok(());
        }
        Err(Stop::skip(format!("the client opens no {kind:?} channel").to_lowercase()))
    }

    pub(super) fn send<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Outcome {
        self.peer.send(message)
    }

    /// Sends the first job, and the block that it is on.
    pub(super) fn first_job(&mut self) -> Outcome {
        self.job(FIRST_JOB, true, false)?;
        self.activate(FIRST_JOB)
    }

    /// Sends a job, for a future block or for the current one, whose version may be rolled or not.
    pub(super) fn job(&mut self, job_id: u32, is_future: bool, is_rollable: bool) -> Outcome {
        match self.add_job(job_id, is_future, is_rollable) {
            Job::Standard(job) => self.send(&job),
            Job::Extended(job) => self.send(&job),
        }
    }

    /// Remembers a job that is sent now.
    pub(super) fn add_job(&mut self, job_id: u32, is_future: bool, is_rollable: bool) -> Job {
        let prev = if is_future { None } else { self.prev };
        let job = self.make_job(job_id, prev.map(|prev| prev.min_ntime), is_rollable);
        self.jobs.push(Sent { channel: self.channel.clone(), job: job.clone(), prev });
        job
    }

    /// A job for the client's channel.
    pub(super) fn make_job(&self, job_id: u32, min_ntime: Option<u32>, is_rollable: bool) -> Job {
        let channel_id = self.to;
        let number = u8::try_from(job_id % 251).unwrap_or_default();
        if self.asked.kind == Kind::Standard && ![GROUP, OTHER_GROUP].contains(&self.to) {
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

    /// Announces a block on which this job is mined.
    pub(super) fn activate(&mut self, job_id: u32) -> Outcome {
        let number = u8::try_from(job_id % 251).unwrap_or_default();
        let prev = SetNewPrevHash {
            channel_id: self.to,
            job_id,
            prev_hash: U256([number ^ 0x33; 32]),
            min_ntime: now() + self.ahead,
            nbits: NBITS,
        };
        self.prev = Some(prev);
        if let Some(sent) = self.jobs.iter_mut().find(|sent| sent.job.id() == job_id) {
            sent.prev = Some(prev);
        }
        self.send(&prev)
    }

    /// The smallest time of shares.
    pub(super) fn min_ntime(&self) -> u32 {
        self.prev.map_or(0, |prev| prev.min_ntime)
    }

    /// Sets a target that is so many bits harder than the easiest, for the jobs after it.
    pub(super) fn set_target(&mut self, channel_id: u32, is_hard: bool) -> Outcome {
        self.channel.target = self.asked.target(if is_hard { HARDER } else { 0 });
        let maximum_target = self.channel.target.into();
        self.send(&SetTarget { channel_id, maximum_target })
    }

    /// The next share, which is acknowledged.
    pub(super) fn share(&mut self, time: Duration) -> Result<Submitted, String> {
        let submitted = next_share(&mut self.peer, time)?;
        let acknowledged = self.peer.send(&SubmitSharesSuccess {
            channel_id: submitted.share.channel_id,
            last_sequence_number: submitted.sequence_number,
            new_submits_accepted_count: 1,
            new_shares_sum: 1,
        });
        acknowledged.map_err(|stop| stop.reason)?;
        Ok(submitted)
    }

    /// Returns why a share is no valid one, if it is not.
    pub(super) fn wrong(&self, submitted: &Submitted) -> Option<String> {
        let Submitted { share, kind, .. } = submitted;
        let job_id = share.job_id;
        let Some(sent) = self.jobs.iter().rev().find(|sent| sent.job.id() == job_id) else {
            return Some(format!("a share of job {job_id}, which was not sent"));
        };
        if share.channel_id != CHANNEL_ID {
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

    /// The hash that a share stands for, of a job that is on a block.
    pub(super) fn hash(&self, submitted: &Submitted) -> Option<U256> {
        let share = &submitted.share;
        let sent = self.jobs.iter().rev().find(|sent| sent.job.id() == share.job_id)?;
        let work = Work::new(sent.channel.clone(), sent.job.clone(), sent.prev?);
        Some(work.hash(share))
    }

    /// Passes over the shares that were under way.
    pub(super) fn settle(&mut self) {
        let until = Instant::now() + self.peer.quiet();
        while self.share(until.saturating_duration_since(Instant::now())).is_ok() {}
    }

    /// The next valid share of the first job; others are passed over.
    pub(super) fn next_valid(&mut self) -> Result<Submitted, Stop> {
        let until = Instant::now() + self.peer.time();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let submitted = self.share(left).map_err(Stop::unclear)?;
            if self.wrong(&submitted).is_none() {
                return Ok(submitted);
            }
        }
    }

    /// The client's shares of this job are valid: three more are than are not. One alone may be so by
    /// chance, and a fault of some shares is the question of another scenario.
    ///
    /// # Errors
    /// Fails at the last share that was not, or with what was awaited.
    pub(super) fn is_mined(&mut self, job_id: u32) -> Outcome {
        let until = Instant::now() + self.peer.time();
        let (mut score, mut last) = (0, None);
        let end = loop {
            if score == DECIDED {
                return Ok(());
            }
            if score == -DECIDED {
                break "most shares are wrong".to_owned();
            }
            match self.share(until.saturating_duration_since(Instant::now())) {
                Err(reason) => break reason,
                Ok(submitted) if submitted.share.job_id != job_id => {}
                Ok(submitted) if submitted.kind != self.channel.kind => {}
                Ok(submitted) => match self.wrong(&submitted) {
                    None => score += 1,
                    Some(reason) => {
                        score -= 1;
                        last = Some((submitted.entry, reason));
                    }
                },
            }
        };
        let (entry, why) = last.unzip();
        let why = why.map_or_else(String::new, |why| format!("; {why}"));
        Err(Stop { entry, ..Stop::fail(format!("job {job_id}: {end}{why}")) })
    }

    /// The client mines its first job, which has to be so before there is a question.
    pub(super) fn is_mining(&mut self) -> Outcome {
        self.is_mined(FIRST_JOB).map_err(|stop| Stop::unclear(stop.reason))
    }

    /// The client goes on with its first job after this.
    pub(super) fn goes_on(&mut self, after: &str) -> Outcome {
        self.settle();
        self.is_mined(FIRST_JOB)
            .map_err(|stop| Stop { reason: format!("after {after}: {}", stop.reason), ..stop })
    }
}

/// Returns true if the client's setup has `REQUIRES_VERSION_ROLLING`.
pub(super) fn is_roller(peer: &Peer) -> bool {
    peer.heard.iter().any(|heard| match &heard.message {
        Ok(AnyMessage::SetupConnection(setup)) => setup.flags & REQUIRES_VERSION_ROLLING != 0,
        _ => false,
    })
}

/// Sends the channel that was opened.
pub(super) fn send_opened(peer: &mut Peer, channel: &Opened) -> Outcome {
    let Opened { request_id, channel_id, target, size, .. } = *channel;
    let (target, extranonce_prefix, group_channel_id) = (target.into(), channel.prefix, GROUP);
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
pub(super) fn next_share(peer: &mut Peer, time: Duration) -> Result<Submitted, String> {
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
