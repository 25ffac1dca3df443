//! Scenarios for proxies: we are the server before them and the clients behind them.

mod begin;
mod close;
mod frame;
mod job;
mod line;
mod open;
mod setup;
mod share;
mod table;

pub use table::PROXY_SCENARIOS;

use crate::client::Door;
use crate::declarator::Beside;
use crate::hostile::Hostility;
use crate::link::Target;
use crate::run::{Limits, Result, play};
use crate::scenario::Scenario;

/// Plays a scenario against the proxy that listens at the target and connects to the door, and ends the
/// command that was started for it. Each ends in a bounded time, as those for servers do.
#[must_use]
pub fn run_proxy(
    scenario: &'static Scenario,
    target: &Target,
    door: &Door,
    limits: Limits,
) -> Result {
    let parts = (target, Some(door));
    let mut result = play(scenario, parts, &Beside::NONE, limits, Hostility::default());
    if let Some(end) = door.end_command() {
        result.note_end(&end);
    }
    result
}
