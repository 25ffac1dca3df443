//! Service to others: latency of an honest client, a new client, and memory.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::crowd::Crowd;
use crate::channel::{self, Judged, Kind, Share, Work};
use crate::peer::{Bench, Peer};
use crate::process::memory;
use crate::tour::NO_CHANNEL;
use crate::verdict::{Outcome, Stop};

/// Requests of the honest client before a scenario.
const BEFORE: usize = 20;
/// Time from one request of the honest client to the next.
const PACE: Duration = Duration::from_millis(20);
/// The most time that it takes until a crowd has an effect.
const LONGEST: Duration = Duration::from_secs(30);
/// Requests of the honest client in a scenario, at most: the log has room for them.
const MOST: usize = 400;

/// A client that keeps the protocol.
pub(super) struct Honest {
    peer: Peer,
    work: Work,
    /// Time that answers took since the last look at them.
    took: Vec<Duration>,
}

impl Honest {
    /// Connects, and opens a channel.
    pub(super) fn open(bench: &mut Bench<'_>) -> Result<Self, Stop> {
        let (mut peer, _) = bench.set_up(0)?;
        let work = match channel::open_with_work(&mut peer, Kind::Extended) {
            Ok(work) => work,
            Err(_) if peer.end.is_none() => channel::open_with_work(&mut peer, Kind::Standard)?,
            Err(stop) => return Err(stop),
        };
        Ok(Self { peer, work, took: Vec::new() })
    }

    /// Submits a share of no job, whose answer is due at once.
    pub(super) fn ask(&mut self) -> Result<(), Stop> {
        let Work { channel, job, .. } = &self.work;
        let share = Share {
            channel_id: channel.channel_id,
            job_id: job.id() ^ 0x4000_0000,
            nonce: 0,
            ntime: self.work.ntime(),
            version: self.work.version(),
            extranonce: vec![0; usize::from(channel.size)],
        };
        let (start, kind) = (Instant::now(), channel.kind);
        channel::submit(&mut self.peer, &share, kind)?;
        match channel::judged(&mut self.peer, share.channel_id) {
            Judged::Refused { .. } => {
                self.took.push(start.elapsed());
                Ok(())
            }
            Judged::Accepted { .. } => Err(Stop::unclear("a share of no job was accepted")),
            Judged::Silence(reason) => Err(Stop::unclear(reason)),
        }
    }

    /// The median and the longest of the times since the last call, in milliseconds.
    pub(super) fn latency(&mut self) -> (f64, f64) {
        self.took.sort_unstable();
        let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let found = (millis(self.took.get(self.took.len() / 2)), millis(self.took.last()));
        self.took.clear();
        found
    }
}

/// The failure of an honest client.
fn failed(who: &str, stop: &Stop) -> Stop {
    Stop::fail(format!("{who}: {}", stop.reason))
}

/// Measures taken before a scenario, while it goes on, and afterwards.
pub(super) struct Watch {
    pub(super) honest: Honest,
    /// Bytes of memory before.
    before: Option<u64>,
    /// The most bytes since.
    most: Option<u64>,
}

impl Watch {
    pub(super) fn begin(bench: &mut Bench<'_>) -> Result<Self, Stop> {
        let mut honest = Honest::open(bench)?;
        for _ in 0..BEFORE {
            honest.ask()?;
        }
        let (median, longest) = honest.latency();
        bench.measured.push(("latency before, median, ms", median));
        bench.measured.push(("latency before, longest, ms", longest));
        let before = match bench.hostility.pid {
            None => None,
            Some(pid) => {
                let unclear = || Stop::unclear(format!("no process {pid} to measure"));
                Some(memory(pid).ok_or_else(unclear)?)
            }
        };
        Ok(Self { honest, before, most: before })
    }

    /// Asks for the honest client, and looks at the memory.
    pub(super) fn look(&mut self, bench: &Bench<'_>) -> Outcome {
        self.most = self.most.max(bench.hostility.pid.and_then(memory));
        self.honest.ask().map_err(|stop| failed("a client that was there before", &stop))
    }

    /// Serves a new client, and looks at it once.
    pub(super) fn newcomer(bench: &mut Bench<'_>, when: &str) -> Outcome {
        let opened = Honest::open(bench).and_then(|mut honest| honest.ask());
        opened.map_err(|stop| failed(&format!("a new client {when}"), &stop))
    }

    /// Looks for the last time.
    pub(super) fn end(mut self, bench: &mut Bench<'_>) -> Outcome {
        let (median, longest) = self.honest.latency();
        bench.measured.push(("latency meanwhile, median, ms", median));
        bench.measured.push(("latency meanwhile, longest, ms", longest));
        self.look(bench)?;
        Self::newcomer(bench, "afterwards")?;
        let (Some(before), Some(most)) = (self.before, self.most) else { return Ok(()) };
        let grown = most - before;
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        bench.measured.push(("memory, growth, KiB", (grown / 1024) as f64));
        if grown > bench.hostility.memory {
            let (grown, limit) = (grown / 1024, bench.hostility.memory / 1024);
            return Err(Stop::fail(format!("it grew by {grown} KiB of {limit} KiB")));
        }
        Ok(())
    }
}

/// Watches a server beside a crowd, which may take this long until all are there.
pub(super) fn beside(
    bench: &mut Bench<'_>,
    what: &str,
    crowd: impl FnOnce(&Bench<'_>) -> Crowd,
) -> Outcome {
    let mut watch = Watch::begin(bench)?;
    let crowd = crowd(bench);
    let opened = crowd.opened(bench.hostility.time.max(bench.limits.time));
    bench.log.event(bench.connections, false, format!("{opened} {what}"));
    let (start, mut asked) = (Instant::now(), 0);
    let is_over = || {
        let took = start.elapsed();
        took > bench.hostility.time && (crowd.is_felt() || took > LONGEST)
    };
    while !is_over() && asked < MOST {
        watch.look(bench)?;
        sleep(if asked < MOST / 2 { PACE } else { PACE * 8 });
        asked += 1;
    }
    Watch::newcomer(bench, "meanwhile")?;
    drop(crowd);
    watch.end(bench)
}

/// Number of a channel that nobody has.
pub(super) const NOBODY: u32 = NO_CHANNEL;
