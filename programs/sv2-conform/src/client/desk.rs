//! The server's side of a conversation with the client under test: a channel, its jobs, its shares.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use codec_core::{ById, ToPayload};
use codec_stratum::AnyMessage;
use codec_stratum::common::{SetupConnection, SetupConnectionSuccess, VERSION};
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::{SetTarget, SubmitSharesSuccess};

use super::door::Certificate;
use super::granted::{Granted, Submitted, next_share, send_opened};
use super::request::{Asked, request_of, setup_of};
use crate::channel::{Job, Kind};
use crate::link::{Link, Silence};
use crate::peer::{Bench, Peer};
use crate::verdict::{Outcome, Stop};

/// The channel that the client is given, and its group.
pub(super) const CHANNEL_ID: u32 = 0x21;
pub(super) const GROUP: u32 = 0x1_0021;
/// Another group, which the channel may be moved to.
pub(super) const OTHER_GROUP: u32 = 0x1_0022;
/// The first job.
pub(super) const FIRST_JOB: u32 = 7;
/// Valid shares less invalid ones that decide whether a job is mined: of shares that are valid by
/// chance alone, one in 2^18 such rows has them.
pub(crate) const DECIDED: i32 = 3;
/// Bits by which hard targets are harder.
const HARDER: u32 = 5;

/// The server's side of a connection that has a channel.
pub(super) struct Desk {
    pub(super) peer: Peer,
    pub(super) granted: Granted,
}

impl Bench<'_> {
    /// Takes the next connection of the client.
    pub(super) fn accept(&mut self, which: Certificate, is_started: bool) -> Result<Peer, Stop> {
        let Some(door) = self.door else { return Err(Stop::unclear("there is no door")) };
        let accepted = door.accept(Instant::now() + self.limits.time, is_started);
        self.begun(accepted, which)
    }

    /// The connection of a client, with a handshake where there is a key.
    pub(crate) fn begun(
        &mut self,
        accepted: Result<TcpStream, Silence>,
        which: Certificate,
    ) -> Result<Peer, Stop> {
        let Some(door) = self.door else { return Err(Stop::unclear("there is no door")) };
        let number = self.connections;
        let link = accepted.and_then(|stream| {
            let identity = door
                .identity(which)
                .map_err(|error| Silence::Broken(format!("no certificate: {error}")))?;
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
        let mut granted = Granted::new(asked, (CHANNEL_ID, GROUP), (harder, size, prefix));
        granted.is_roller = is_roller(&peer);
        send_opened(&mut peer, &granted.channel)?;
        Ok(Self { peer, granted })
    }

    /// The question is about channels of this kind.
    pub(super) fn needs(&self, kind: Kind) -> Outcome {
        if self.granted.asked.kind == kind {
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
        match self.granted.add_job(job_id, is_future, is_rollable) {
            Job::Standard(job) => self.send(&job),
            Job::Extended(job) => self.send(&job),
        }
    }

    /// Announces a block on which this job is mined.
    pub(super) fn activate(&mut self, job_id: u32) -> Outcome {
        let prev = self.granted.activate(job_id);
        self.send(&prev)
    }

    /// Sets a target that is so many bits harder than the easiest, for the jobs after it.
    pub(super) fn set_target(&mut self, channel_id: u32, is_hard: bool) -> Outcome {
        let maximum_target = self.granted.set_target(if is_hard { HARDER } else { 0 });
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
            if self.granted.wrong(&submitted).is_none() {
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
                Ok(submitted) if submitted.kind != self.granted.channel.kind => {}
                Ok(submitted) => match self.granted.wrong(&submitted) {
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
