//! Scenarios for clients that mine: we are their server.

mod change;
pub(crate) mod desk;
pub(crate) mod door;
mod extranonce;
pub(crate) mod frame;
pub(crate) mod granted;
mod job;
pub(crate) mod request;
mod setup;
mod share;
mod table;

pub use door::Door;
pub use table::CLIENT_SCENARIOS;

use crate::declarator::Beside;
use crate::hostile::Hostility;
use crate::run::{Limits, Result, play};
use crate::scenario::Scenario;

/// Plays a scenario against the client that comes through a door, and ends the command that was started
/// for it. Each ends in a bounded time, as those for servers do.
#[must_use]
pub fn run_client(scenario: &'static Scenario, door: &Door, limits: Limits) -> Result {
    let parts = (door.target(), Some(door));
    let mut result = play(scenario, parts, &Beside::NONE, limits, Hostility::default());
    if let Some(end) = door.end_command() {
        result.note_end(&end);
    }
    result
}
