//! The runner.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use crate::client::Door;
use crate::declarator::{Beside, DECLARATORS};
use crate::hostile::Hostility;
use crate::link::Target;
use crate::log::{Log, Writer};
use crate::peer::Bench;
use crate::proxy::PROXY_SCENARIOS;
use crate::scenario::{SCENARIOS, Scenario};
use crate::template::TEMPLATES;
use crate::verdict::{Stop, Verdict};

/// Times that a scenario is played whose shares a new block may have made stale.
const TURNS: usize = 3;

/// Times that scenarios take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Time that an answer may take.
    pub time: Duration,
    /// Time in which nothing may come where nothing should.
    pub quiet: Duration,
}

/// The outcome of one scenario.
#[derive(Debug)]
pub struct Result {
    /// The scenario.
    pub scenario: &'static Scenario,
    /// The part that the program plays: `server`, `client`, `proxy`, `template-provider` or
    /// `job-declarator`.
    pub role: &'static str,
    /// The verdict on the program.
    pub verdict: Verdict,
    /// The reason, empty for a pass.
    pub reason: String,
    /// Index of the entry of the log that broke the clause, if one did.
    pub culprit: Option<usize>,
    /// Measures: a name with its unit, and the figure.
    pub measured: Vec<(&'static str, f64)>,
    /// All frames.
    pub log: Log,
    /// Time that it took.
    pub took: Duration,
}

/// Plays a scenario against a program. Each ends in a bounded time: a wait in it ends with
/// [`Limits::time`], and no more than 4,096 frames are received.
#[must_use]
pub fn run(scenario: &'static Scenario, target: &Target, limits: Limits) -> Result {
    play(scenario, (target, None), &Beside::NONE, limits, Hostility::default())
}

/// Like [`run`], against a job declarator beside these programs.
#[must_use]
pub fn run_declarator(
    scenario: &'static Scenario,
    target: &Target,
    beside: &Beside,
    limits: Limits,
) -> Result {
    play(scenario, (target, None), beside, limits, Hostility::default())
}

/// Like [`run`], with the limits of the scenarios that are hostile.
#[must_use]
pub fn run_hostile(
    scenario: &'static Scenario,
    target: &Target,
    limits: Limits,
    hostility: Hostility,
) -> Result {
    play(scenario, (target, None), &Beside::NONE, limits, hostility)
}

/// Plays a scenario against a server, or against the clients of a door.
pub(crate) fn play(
    scenario: &'static Scenario,
    (target, door): (&Target, Option<&Door>),
    beside: &Beside,
    limits: Limits,
    hostility: Hostility,
) -> Result {
    let (log, start) = (Writer::new(), Instant::now());
    let (connections, measured) = (0, Vec::new());
    let mut bench =
        Bench { target, door, beside, limits, hostility, log: log.clone(), connections, measured };
    let is_of_server = SCENARIOS.iter().any(|one| one.id == scenario.id);
    let mut turns = 0;
    let outcome = loop {
        turns += 1;
        let from = log.len();
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| (scenario.play)(&mut bench)))
            .unwrap_or_else(|_| Err(Stop::unclear("an error of sv2-conform itself")));
        let is_disturbed = is_of_server && outcome.is_err() && log.has_two_blocks(from);
        match outcome {
            Err(stop) if is_disturbed && stop.verdict != Verdict::Skip => {
                if turns == TURNS {
                    break Err(Stop::unclear(format!("blocks came meanwhile: {}", stop.reason)));
                }
                log.event(bench.connections, true, format!("{}; a block came", stop.reason));
            }
            outcome => break outcome,
        }
    };
    let (verdict, reason, culprit) = match outcome {
        Ok(()) => (Verdict::Pass, String::new(), None),
        Err(Stop { verdict, reason, entry }) => (verdict, reason, entry),
    };
    let is_in = |list: &[Scenario]| list.iter().any(|one| one.id == scenario.id);
    let role = match door {
        Some(_) if is_in(PROXY_SCENARIOS) => "proxy",
        Some(_) => "client",
        None if is_in(TEMPLATES) => "template-provider",
        None if is_in(DECLARATORS) => "job-declarator",
        None => "server",
    };
    let (measured, took) = (bench.measured, start.elapsed());
    Result { scenario, role, verdict, reason, culprit, measured, log: log.take(), took }
}

impl Result {
    /// Adds to a verdict that is no pass that the program ended, and with what status.
    pub(crate) fn note_end(&mut self, end: &str) {
        if matches!(self.verdict, Verdict::Fail | Verdict::Inconclusive) {
            self.reason = format!("{}; the program ended: {end}", self.reason);
        }
    }
}
