//! One miner of a load.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use codec_stratum::AnyMessage;

use super::{Load, Plan};
use crate::channel::{self, Job, Kind, Work};
use crate::declarator::Beside;
use crate::hostile::Hostility;
use crate::link::{Link, Silence, Target};
use crate::log::Writer;
use crate::peer::{Bench, Heard};
use crate::run::Limits;

/// Shares without an answer, at most: then no more are sent.
const PENDING: usize = 4096;
/// Jobs for later blocks that are remembered.
const FUTURE: usize = 16;

/// A miner with a channel and work.
pub(super) struct Miner {
    link: Link,
    work: Work,
    future: VecDeque<Job>,
    pending: VecDeque<(u32, Duration)>,
    sequence_number: u32,
}

/// Connects a miner.
///
/// # Errors
/// The reason why it has no work.
pub(super) fn open(target: &Target, plan: &Plan, number: u16) -> Result<Miner, String> {
    let limits = Limits { time: plan.time, quiet: plan.time };
    let (hostility, log, measured) = (Hostility::default(), Writer::new(), Vec::new());
    let connections = number.into();
    let (door, beside) = (None, &Beside::NONE);
    let mut bench = Bench { target, door, beside, limits, hostility, log, connections, measured };
    let opened = bench.set_up(0).and_then(|(mut peer, _)| {
        let work = match channel::open_with_work(&mut peer, Kind::Extended) {
            Ok(work) => work,
            Err(_) if peer.end.is_none() => channel::open_with_work(&mut peer, Kind::Standard)?,
            Err(stop) => return Err(stop),
        };
        Ok((peer, work))
    });
    let (peer, work) = opened.map_err(|stop| stop.reason)?;
    let (link, heard) = peer.into_link();
    let (future, pending) = (VecDeque::new(), VecDeque::new());
    let mut miner = Miner { link, work, future, pending, sequence_number: 0 };
    for heard in heard {
        miner.hear(heard, Duration::ZERO, &Mutex::default());
    }
    Ok(miner)
}

impl Miner {
    /// Submits shares as the plan says, and hears their answers.
    pub(super) fn work(
        mut self,
        plan: &Plan,
        number: u16,
        start: Instant,
        load: &Mutex<Load>,
    ) -> Result<(), String> {
        let all = f64::from(plan.miners);
        let end = Duration::from_secs(plan.seconds.into());
        let mut due = Duration::from_secs_f64(f64::from(number) / plan.rate.max(0.001));
        let mut outcome = Ok(());
        while due < end {
            let share = self.work.valid_in(plan.time, (self.work.version(), self.work.ntime()));
            outcome = self.listen(start + due, start, load);
            let mut unsent = outcome.is_err() || self.pending.len() >= PENDING;
            if let (Ok(share), false) = (&share, unsent) {
                if share.job_id == self.work.job.id() {
                    outcome = self.submit(share, due, plan.time);
                    unsent = outcome.is_err();
                } else {
                    // The job has changed: a share of the new one.
                    let fields = (self.work.version(), self.work.ntime());
                    match self.work.valid_in(plan.time, fields) {
                        Ok(share) => outcome = self.submit(&share, due, plan.time),
                        Err(_) => unsent = true,
                    }
                }
            } else {
                unsent = true;
            }
            let mut load = load.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(second) = load.second(due) {
                second.due += 1;
            }
            load.unsent += u64::from(unsent);
            drop(load);
            if outcome.is_err() {
                break;
            }
            due += Duration::from_secs_f64(all / plan.rate_at(due).max(0.001));
        }
        let until = Instant::now() + plan.time;
        while !self.pending.is_empty() && outcome.is_ok() && Instant::now() < until {
            let soon = until.min(Instant::now() + Duration::from_millis(50));
            outcome = self.listen(soon, start, load);
        }
        let mut load = load.lock().unwrap_or_else(PoisonError::into_inner);
        load.unanswered += self.pending.len() as u64;
        outcome
    }

    fn submit(
        &mut self,
        share: &channel::Share,
        due: Duration,
        time: Duration,
    ) -> Result<(), String> {
        self.sequence_number += 1;
        let sent = match self.work.channel.kind {
            Kind::Standard => self.link.send(&channel::standard(share, self.sequence_number), time),
            Kind::Extended => self.link.send(&channel::extended(share, self.sequence_number), time),
        };
        sent.map_err(|silence| silence.to_string())?;
        self.pending.push_back((self.sequence_number, due));
        Ok(())
    }

    /// Hears what comes until then.
    fn listen(&mut self, until: Instant, start: Instant, load: &Mutex<Load>) -> Result<(), String> {
        loop {
            match self.link.next(until).and_then(|bytes| Heard::new(0, &bytes)) {
                Ok(heard) => self.hear(heard, start.elapsed(), load),
                Err(Silence::Late) => return Ok(()),
                Err(silence) => return Err(silence.to_string()),
            }
        }
    }

    fn hear(&mut self, heard: Heard, now: Duration, load: &Mutex<Load>) {
        let Ok(message) = heard.message else { return };
        let channel = &mut self.work.channel;
        let (own, group) = (channel.channel_id, channel.group);
        let is_own = |id: u32| id == own || id == group;
        match message {
            AnyMessage::SubmitSharesSuccess(answer) if answer.channel_id == own => {
                let mut load = load.lock().unwrap_or_else(PoisonError::into_inner);
                let last = answer.last_sequence_number;
                let is_meant = |front: &&(u32, Duration)| front.0 <= last;
                while let Some((_, due)) = self.pending.front().filter(is_meant).copied() {
                    self.pending.pop_front();
                    load.answer(due, now.saturating_sub(due), None);
                }
            }
            AnyMessage::SubmitSharesError(answer) if answer.channel_id == own => {
                let number = answer.sequence_number;
                let found = self.pending.iter().position(|(sequence, _)| *sequence == number);
                if let Some((_, due)) = found.and_then(|at| self.pending.remove(at)) {
                    let mut load = load.lock().unwrap_or_else(PoisonError::into_inner);
                    let code = answer.error_code.to_string();
                    load.answer(due, now.saturating_sub(due), Some(&code));
                }
            }
            AnyMessage::SetTarget(set) if is_own(set.channel_id) => {
                channel.target = set.maximum_target.into();
            }
            AnyMessage::SetExtranoncePrefix(set) if is_own(set.channel_id) => {
                channel.prefix = set.extranonce_prefix;
            }
            AnyMessage::NewMiningJob(job) if job.channel_id == own => self.job(Job::Standard(job)),
            AnyMessage::NewExtendedMiningJob(job)
                if is_own(job.channel_id) && channel.kind == Kind::Extended =>
            {
                self.job(Job::Extended(job));
            }
            AnyMessage::MiningSetNewPrevHash(prev) if is_own(prev.channel_id) => {
                let found = self.future.iter().position(|job| job.id() == prev.job_id);
                if let Some(job) = found.and_then(|at| self.future.remove(at)) {
                    self.work.go_on(job, prev);
                }
            }
            _ => {}
        }
    }

    fn job(&mut self, job: Job) {
        if job.parts().1.is_some() {
            let prev = self.work.prev;
            self.work.go_on(job, prev);
            return;
        }
        if self.future.len() == FUTURE {
            self.future.pop_front();
        }
        self.future.push_back(job);
    }
}
