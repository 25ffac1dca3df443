//! The line that a proxy is in: our server, the proxy, and our clients.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use codec_core::{ById, ToPayload};
use codec_stratum::common::{SetupConnection, SetupConnectionSuccess};
use codec_stratum::extensions::RequestExtensionsSuccess;

use crate::channel::{self, Answer, EXTRANONCE, Job, Kind, Opened, Work};
use crate::client::desk::DECIDED;
use crate::client::door::Certificate;
use crate::client::granted::{Granted, Submitted, next_share, send_opened};
use crate::client::request::{Asked, Request, next_request_in};
use crate::peer::{Bench, Peer};
use crate::verdict::{Outcome, Stop};

/// Time between two looks at the other side.
pub(super) const STEP: Duration = Duration::from_millis(3);
/// The first channel of the server, and the distance to the next.
const FIRST_CHANNEL: u32 = 0x2100_0021;
const NEXT_CHANNEL: u32 = 0x111;
/// The first job of the first channel; that of the next is so many later.
const FIRST_JOB: u32 = 7;
const JOBS: u32 = 100;
/// The group of all channels, unless they have another.
pub(super) const GROUP: u32 = 0x3100_0077;
/// Bytes of the whole extranonce of a channel.
pub(super) const WHOLE: usize = 8;

/// The server's answer to the proxy, and the request of a client.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// Flags of `SetupConnection.Success`.
    pub(super) up: u32,
    /// Flags of `SetupConnection`.
    pub(super) down: u32,
    /// The certificate of the server's handshake.
    pub(super) certificate: Certificate,
    /// The server answers `SetupConnection.Error`.
    pub(super) is_refused: bool,
    /// Becomes true with that answer, and when a certificate that is not valid was refused.
    pub(super) was_refused: Rc<Cell<bool>>,
}

/// The part of the server's channels that a new one gets.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Bits by which its target is harder than the easiest.
    pub(super) harder: u32,
    /// Bytes of extranonce that are granted; those before are the prefix.
    pub(super) size: u16,
    /// Bytes of the whole extranonce.
    pub(super) whole: usize,
    pub(super) group: u32,
}

/// An extended channel, or a standard one, which has no bytes of its own.
pub(super) const fn part(kind: Kind) -> Part {
    let size = match kind {
        Kind::Standard => 0,
        Kind::Extended => EXTRANONCE,
    };
    Part { harder: 0, size, whole: WHOLE, group: GROUP }
}

/// A client's channel, and the server's behind it.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The client, and its channel.
    pub(super) down: usize,
    pub(super) channel: Opened,
    /// The server's channel.
    pub(super) granted: usize,
    /// True if it was asked for when the client asked.
    pub(super) is_own: bool,
}

/// Both sides of the proxy.
pub(super) struct Line {
    /// The proxy's connection to the server; it may come as late as a channel is asked for.
    pub(super) up: Option<Peer>,
    pub(super) downs: Vec<Peer>,
    /// The answer to the first client's `SetupConnection`, or the code of its refusal.
    pub(super) answer: Result<SetupConnectionSuccess, String>,
    /// The proxy's `SetupConnection`.
    pub(super) setup: Option<SetupConnection>,
    /// True if the server was there before the client had its answer.
    pub(super) is_early: bool,
    pub(super) granted: Vec<Granted>,
    pub(super) terms: Terms,
}

impl Line {
    /// The proxy's connection to the server, which it has before there is a question.
    pub(super) fn up(&mut self) -> Result<&mut Peer, Stop> {
        let none = || Stop::unclear("the proxy did not connect to its server");
        self.up.as_mut().ok_or_else(none)
    }

    /// Ends the connection to the server.
    pub(super) fn drop_up(&mut self) {
        self.up = None;
    }

    /// Takes the proxy's connection, if it comes this late.
    pub(super) fn greet_late(&mut self, bench: &mut Bench<'_>, until: Instant) -> Outcome {
        let (Some(door), None) = (bench.door, &self.up) else { return Ok(()) };
        if let Some((peer, setup)) = bench.greet_proxy(door, until, &self.terms)? {
            (self.up, self.setup) = (Some(peer), Some(setup));
        }
        Ok(())
    }

    /// Another client, which is set up.
    pub(super) fn join(&mut self, bench: &mut Bench<'_>) -> Result<usize, Stop> {
        let (peer, _) = bench.set_up(0)?;
        self.downs.push(peer);
        Ok(self.downs.len() - 1)
    }

    /// The next request of the proxy for a channel, if one comes in a short time; extensions are agreed to.
    pub(super) fn asked(&mut self) -> Option<Asked> {
        let up = self.up.as_mut()?;
        match next_request_in(up, STEP).ok()? {
            Request::Channel(asked) => Some(asked),
            Request::Extensions(request) => {
                let _ = up.send(&RequestExtensionsSuccess {
                    request_id: request.request_id,
                    supported_extensions: request.requested_extensions,
                });
                None
            }
        }
    }

    /// Waits for the proxy's request after a client's.
    pub(super) fn awaited(&mut self, bench: &mut Bench<'_>) -> Result<Asked, Stop> {
        let until = Instant::now() + bench.limits.time;
        while Instant::now() < until {
            self.greet_late(bench, until)?;
            if let Some(asked) = self.asked() {
                return Ok(asked);
            }
            self.is_up()?;
        }
        Err(Stop::unclear("no request for a channel came to the server"))
    }

    /// The connection to the server, if there is one, has not ended.
    pub(super) fn is_up(&self) -> Outcome {
        match self.up.as_ref().and_then(|up| up.end.as_ref()) {
            None => Ok(()),
            Some(end) => Err(Stop::unclear(format!("at the server, {end}"))),
        }
    }

    /// Grants a channel, and returns its index.
    pub(super) fn grant(&mut self, asked: Asked, part: &Part) -> Result<usize, Stop> {
        let at = self.granted.len();
        let number = u32::try_from(at).unwrap_or_default();
        let id = FIRST_CHANNEL + number * NEXT_CHANNEL;
        let mut prefix = [0xa5; 32];
        prefix[0] = u8::try_from(at).unwrap_or_default();
        let prefix = &prefix[..part.whole.saturating_sub(part.size.into())];
        let granted = Granted::new(asked, (id, part.group), (part.harder, part.size, prefix));
        send_opened(self.up()?, &granted.channel)?;
        self.granted.push(granted);
        Ok(at)
    }

    /// Opens a channel with what its kind gets.
    pub(super) fn open(
        &mut self,
        bench: &mut Bench<'_>,
        down: usize,
        kind: Kind,
    ) -> Result<Pair, Stop> {
        self.open_as(bench, down, (kind, EXTRANONCE), &part(kind))
    }

    /// Opens a channel with this part.
    pub(super) fn open_as(
        &mut self,
        bench: &mut Bench<'_>,
        down: usize,
        (kind, size): (Kind, u16),
        part: &Part,
    ) -> Result<Pair, Stop> {
        let before = self.granted.len();
        self.request(down, kind, size)?;
        let until = Instant::now() + bench.limits.time;
        while Instant::now() < until {
            self.greet_late(bench, until)?;
            if let Some(asked) = self.asked() {
                self.grant(asked, part)?;
            }
            let peer = &mut self.downs[down];
            match channel::answer_in(peer, STEP) {
                Ok(Answer::Opened(channel)) => {
                    let is_own = self.granted.len() > before;
                    let Some(granted) = self.granted.len().checked_sub(1) else {
                        return Err(peer.fail("a channel that no server has granted"));
                    };
                    return Ok(Pair { down, channel, granted, is_own });
                }
                Ok(Answer::Refused { code, .. }) => {
                    return Err(Stop::unclear(format!("no channel was opened: {code}")));
                }
                Err(reason) if peer.end.is_some() => return Err(Stop::unclear(reason)),
                Err(_) => self.is_up()?,
            }
        }
        Err(Stop::unclear("no channel was opened in time"))
    }

    /// Requests a channel as a client, and returns the number of the request.
    pub(super) fn request(&mut self, down: usize, kind: Kind, size: u16) -> Result<u32, Stop> {
        channel::request(&mut self.downs[down], kind, codec_core::wire::U256::MAX, size)
    }

    /// A client and a channel of this kind, which is the server's as well: proxies that make one channel
    /// of several are no question here.
    pub(super) fn own(&mut self, bench: &mut Bench<'_>, kind: Kind) -> Result<Pair, Stop> {
        self.own_of(bench, 0, kind)
    }

    /// The same for a client that is there already.
    pub(super) fn own_of(
        &mut self,
        bench: &mut Bench<'_>,
        down: usize,
        kind: Kind,
    ) -> Result<Pair, Stop> {
        let pair = self.open(bench, down, kind)?;
        self.is_own(&pair, kind)?;
        Ok(pair)
    }

    /// Skips where the proxy has no channel of its own for the client's.
    pub(super) fn is_own(&self, pair: &Pair, kind: Kind) -> Outcome {
        if pair.is_own && self.granted[pair.granted].asked.kind == kind {
            return Ok(());
        }
        Err(Stop::skip("the proxy makes one channel of several"))
    }

    /// The number of a channel's first job.
    pub(super) fn first_job(pair: &Pair) -> u32 {
        FIRST_JOB + u32::try_from(pair.granted).unwrap_or_default() * JOBS
    }

    /// Sends a message as the server.
    pub(super) fn send_up<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Outcome {
        self.up()?.send(message)
    }

    /// Sends a job as the server, for a future block or the current one.
    pub(super) fn job(
        &mut self,
        pair: &Pair,
        job_id: u32,
        (is_future, is_rollable): (bool, bool),
    ) -> Result<Job, Stop> {
        let job = self.granted[pair.granted].add_job(job_id, is_future, is_rollable);
        self.send_job(&job)?;
        Ok(job)
    }

    /// Sends a job as the server.
    pub(super) fn send_job(&mut self, job: &Job) -> Outcome {
        match job {
            Job::Standard(job) => self.send_up(job),
            Job::Extended(job) => self.send_up(job),
        }
    }

    /// Announces a block as the server, on which this job is mined.
    pub(super) fn activate(&mut self, pair: &Pair, job_id: u32) -> Outcome {
        let prev = self.granted[pair.granted].activate(job_id);
        self.send_up(&prev)
    }

    /// The first job of a channel as the client has it.
    pub(super) fn work(&mut self, pair: &Pair) -> Result<Work, Stop> {
        self.work_on(pair, Self::first_job(pair), false)
    }

    /// A job on a new block as the client has it.
    pub(super) fn work_on(
        &mut self,
        pair: &Pair,
        job_id: u32,
        is_rollable: bool,
    ) -> Result<Work, Stop> {
        self.job(pair, job_id, (true, is_rollable))?;
        self.activate(pair, job_id)?;
        channel::work(&mut self.downs[pair.down], pair.channel.clone())
    }

    /// The client submits a share that is valid for it; its sequence number.
    pub(super) fn submit(&mut self, pair: &Pair, work: &mut Work) -> Result<u32, Stop> {
        self.submit_with(pair, work, (work.version(), work.ntime()))
    }

    /// The same with this version and time.
    fn submit_with(
        &mut self,
        pair: &Pair,
        work: &mut Work,
        fields: (u32, u32),
    ) -> Result<u32, Stop> {
        let peer = &mut self.downs[pair.down];
        let share = work.valid(peer, fields)?;
        channel::submit(peer, &share, pair.channel.kind)
    }

    /// The next share that comes to the server.
    ///
    /// # Errors
    /// The message, the end or the silence that came instead.
    pub(super) fn arrival(&mut self) -> Result<Submitted, String> {
        let Some(up) = &mut self.up else { return Err("there is no server".to_owned()) };
        let time = up.time();
        next_share(up, time)
    }

    /// Returns why a share is no valid one at the server, if it is not.
    pub(super) fn wrong(&self, submitted: &Submitted) -> Option<String> {
        let id = submitted.share.channel_id;
        match self.granted.iter().find(|granted| granted.channel.channel_id == id) {
            Some(granted) => granted.wrong(submitted),
            None => Some(format!("a share for channel {id}, which was not opened")),
        }
    }

    /// Shares of the client come to the server, and are valid there; the last of them. One alone may be so
    /// by chance.
    pub(super) fn passes(&mut self, pair: &Pair, work: &mut Work) -> Result<Submitted, Stop> {
        self.passes_with(pair, work, (work.version(), work.ntime()))
    }

    /// The same with this version and time.
    pub(super) fn passes_with(
        &mut self,
        pair: &Pair,
        work: &mut Work,
        fields: (u32, u32),
    ) -> Result<Submitted, Stop> {
        let mut count = 0;
        loop {
            self.submit_with(pair, work, fields)?;
            let arrived = self.arrival().map_err(Stop::fail)?;
            if let Some(reason) = self.wrong(&arrived) {
                return Err(Stop::fail_at(arrived.entry, reason));
            }
            count += 1;
            if count == DECIDED {
                return Ok(arrived);
            }
        }
    }

    /// The same before there is a question.
    pub(super) fn is_passing(&mut self, pair: &Pair, work: &mut Work) -> Result<Submitted, Stop> {
        self.passes(pair, work).map_err(|stop| Stop::unclear(stop.reason))
    }
}
