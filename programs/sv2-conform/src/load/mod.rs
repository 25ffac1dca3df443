//! Load: miners that submit real shares, and the time that their answers take.

mod histogram;
mod miner;
mod report;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::link::Target;
use crate::process::{memory, processor_time};
use histogram::Histogram;
pub use report::{json, page, summary};

/// Reasons of refusals that are counted one by one; the others are counted together.
const REASONS: usize = 32;

/// The course of the rate at which shares are submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The same rate all the time.
    Constant,
    /// From the rate to the peak in five steps.
    Steps,
    /// From the rate to the peak, a little more all the time.
    Ramp,
    /// The peak in the last second of five, the rate in the others.
    Burst,
}

/// The load.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The course of the rate.
    pub profile: Profile,
    /// Miners, each with a connection and a thread of its own.
    pub miners: u16,
    /// Shares of all miners in a second.
    pub rate: f64,
    /// The rate that is reached, where it is not constant.
    pub peak: f64,
    /// Time that it lasts, in full seconds of at most an hour.
    pub seconds: u16,
    /// Time that an answer may take.
    pub time: Duration,
    /// The server's process on this machine.
    pub pid: Option<u32>,
}

impl Plan {
    /// Shares in a second, at this time.
    fn rate_at(&self, time: Duration) -> f64 {
        let part = time.as_secs_f64() / f64::from(self.seconds.max(1));
        let part = match self.profile {
            Profile::Constant => 0.0,
            Profile::Steps => ((part * 5.0).floor() / 4.0).min(1.0),
            Profile::Ramp => part.min(1.0),
            Profile::Burst => f64::from(u8::from(time.as_secs() % 5 == 4)),
        };
        (self.peak - self.rate).mul_add(part, self.rate)
    }
}

/// One second of a load.
#[derive(Debug, Clone, Default)]
pub struct Second {
    /// Shares whose time it was.
    pub due: u64,
    /// Shares that were accepted, by the second in which they were due.
    pub accepted: u64,
    /// Shares that were refused.
    pub refused: u64,
    /// Bytes of the server's memory.
    pub memory: Option<u64>,
    /// Time of processors that the server used since the second before.
    pub processor: Option<Duration>,
    took: Histogram,
}

/// The outcome of a load.
#[derive(Debug, Clone, Default)]
pub struct Load {
    /// Each second.
    pub seconds: Vec<Second>,
    /// Refused shares by their error code; codes over the first 32 are `others`.
    pub reasons: BTreeMap<String, u64>,
    /// Shares that were sent and not answered in time.
    pub unanswered: u64,
    /// Shares that were due and not sent: no hash was found in time, or the connection was over.
    pub unsent: u64,
    /// Why miners ended before the end, with their numbers.
    pub troubles: BTreeMap<String, u64>,
}

impl Load {
    fn second(&mut self, at: Duration) -> Option<&mut Second> {
        let last = self.seconds.len().checked_sub(1)?;
        let index = usize::try_from(at.as_secs()).unwrap_or(last).min(last);
        self.seconds.get_mut(index)
    }

    fn answer(&mut self, due: Duration, took: Duration, refused: Option<&str>) {
        let Some(second) = self.second(due) else { return };
        second.took.add(took);
        match refused {
            None => second.accepted += 1,
            Some(_) => second.refused += 1,
        }
        if let Some(code) = refused {
            count(&mut self.reasons, code);
        }
    }

    fn took(&self) -> Histogram {
        let mut all = Histogram::default();
        for second in &self.seconds {
            all.merge(&second.took);
        }
        all
    }

    /// The time in milliseconds that so many of a thousand answers did not exceed, from the moment that
    /// their shares were due: a share that had to wait to be sent has waited, too.
    #[must_use]
    pub fn millis(&self, of_thousand: u64) -> f64 {
        self.took().millis(of_thousand)
    }

    /// Shares that were accepted.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.seconds.iter().map(|second| second.accepted).sum()
    }

    /// Shares that were refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.seconds.iter().map(|second| second.refused).sum()
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    let is_known = counts.contains_key(name) || counts.len() < REASONS;
    *counts.entry(if is_known { name } else { "others" }.to_owned()).or_default() += 1;
}

/// Puts a server to this load. Its end is bounded: each wait ends with [`Plan::time`].
#[must_use]
pub fn load(target: &Target, plan: &Plan) -> Load {
    let seconds = vec![Second::default(); usize::from(plan.seconds.clamp(1, 3600))];
    let shared = Mutex::new(Load { seconds, ..Load::default() });
    thread::scope(|scope| {
        let joined: Vec<_> = (0..plan.miners)
            .map(|number| scope.spawn(move || miner::open(target, plan, number)))
            .collect();
        // All begin together, when all are there.
        let opened: Vec<_> = joined.into_iter().filter_map(|one| one.join().ok()).collect();
        let start = Instant::now();
        let mut last = plan.pid.and_then(processor_time);
        for (number, miner) in (0_u16..).zip(opened) {
            let shared = &shared;
            scope.spawn(move || {
                let ended = miner.and_then(|miner| miner.work(plan, number, start, shared));
                if let Err(reason) = ended {
                    let mut load = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    count(&mut load.troubles, &reason);
                }
            });
        }
        let Some(pid) = plan.pid else { return };
        for number in 1..=u32::from(plan.seconds) {
            let until = start + Duration::from_secs(1) * number;
            thread::sleep(until.saturating_duration_since(Instant::now()));
            let (memory, now) = (memory(pid), processor_time(pid));
            let mut load = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(second) = load.second(Duration::from_secs((number - 1).into())) {
                second.memory = memory;
                second.processor = now.zip(last).map(|(now, last)| now.saturating_sub(last));
            }
            last = now;
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_go_from_the_rate_to_the_peak() {
        let plan = |profile| {
            let (miners, rate, peak, seconds, pid) = (1, 10.0, 50.0, 10, None);
            Plan { profile, miners, rate, peak, seconds, time: Duration::from_secs(1), pid }
        };
        let rates = |profile, times: [u64; 4]| {
            times.map(|second| format!("{:.1}", plan(profile).rate_at(Duration::from_secs(second))))
        };
        assert_eq!(rates(Profile::Constant, [0, 3, 7, 9]), ["10.0"; 4]);
        assert_eq!(rates(Profile::Steps, [1, 2, 5, 9]), ["10.0", "20.0", "30.0", "50.0"]);
        assert_eq!(rates(Profile::Ramp, [0, 5, 10, 20]), ["10.0", "30.0", "50.0", "50.0"]);
        assert_eq!(rates(Profile::Burst, [0, 3, 4, 5]), ["10.0", "10.0", "50.0", "10.0"]);
    }

    #[test]
    fn reasons_are_bounded() {
        let mut load = Load { seconds: vec![Second::default()], ..Load::default() };
        for number in 0..99 {
            load.answer(Duration::ZERO, Duration::ZERO, Some(&format!("code {number}")));
        }
        assert_eq!(load.reasons.len(), REASONS + 1);
        assert_eq!((load.reasons["others"], load.refused()), (99 - 32, 99));
    }
}
