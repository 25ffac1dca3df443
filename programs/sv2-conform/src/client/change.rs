//! Targets that change, channels that are closed, servers that move.

use std::time::Instant;

use codec_core::wire::Target;
use codec_stratum::common::Reconnect;
use codec_stratum::mining::CloseChannel;

use super::desk::{CHANNEL_ID, Desk, FIRST_JOB, GROUP};
use super::door::Certificate;
use super::job::SOME;
use super::request::setup_of;
use super::setup::no_share;
use crate::peer::{Bench, text};
use crate::verdict::{Outcome, Stop};

/// Waits for some valid shares of a job, and fails at one that meets only the other, easier target.
fn meet_the_target(desk: &mut Desk, job_id: u32, easier: Target) -> Outcome {
    let (mut valid, mut until) = (0, Instant::now() + desk.peer.time());
    while valid < SOME {
        let left = until.saturating_duration_since(Instant::now());
        let submitted = desk.share(left).map_err(|reason| desk.peer.fail(reason))?;
        if submitted.share.job_id != job_id {
            continue;
        }
        if desk.granted.wrong(&submitted).is_none() {
            (valid, until) = (valid + 1, Instant::now() + desk.peer.time());
        } else if desk.granted.hash(&submitted).is_some_and(|hash| easier.meets(&hash)) {
            let reason = "a hash that meets the target of other jobs, and not that of its own";
            return Err(Stop::fail_at(submitted.entry, reason));
        }
    }
    Ok(())
}

/// CL-ST-1, CL-ST-3
pub(super) fn jobs_after_a_target_have_it(bench: &mut Bench<'_>, channel_id: u32) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    let easier = desk.granted.channel.target;
    desk.set_target(channel_id, true)?;
    desk.job(FIRST_JOB + 1, false, false)?;
    meet_the_target(&mut desk, FIRST_JOB + 1, easier)
}

/// CL-ST-1
pub(super) fn targets_of_channels(bench: &mut Bench<'_>) -> Outcome {
    jobs_after_a_target_have_it(bench, CHANNEL_ID)
}

/// CL-ST-3
pub(super) fn targets_of_groups(bench: &mut Bench<'_>) -> Outcome {
    jobs_after_a_target_have_it(bench, GROUP)
}

/// CL-ST-2
pub(super) fn jobs_before_a_target_keep_theirs(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let mut desk = Desk::open_hard(peer)?;
    desk.first_job()?;
    desk.is_mining()?;
    desk.set_target(CHANNEL_ID, false)?;
    let easier = desk.granted.channel.target;
    desk.settle();
    meet_the_target(&mut desk, FIRST_JOB, easier)
}

/// CL-CC-1
pub(super) fn a_closed_channel_has_no_shares(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.send(&CloseChannel { channel_id: CHANNEL_ID, reason_code: text("done") })?;
    desk.settle();
    let quiet = desk.peer.quiet();
    no_share(&mut desk.peer, quiet, |channel_id| channel_id == CHANNEL_ID)
}

/// CL-RC-1
pub(super) fn clients_follow_to_another_port(bench: &mut Bench<'_>) -> Outcome {
    let Some(door) = bench.door else { return Err(Stop::unclear("there is no door")) };
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    let other = door.beside().map_err(|error| Stop::unclear(error.to_string()))?;
    desk.send(&Reconnect { new_host: text(""), new_port: other.port() })?;
    let mut moved =
        Bench { door: Some(&other), log: bench.log.clone(), measured: Vec::new(), ..*bench };
    moved.connections = bench.connections;
    arrives(&mut moved)
}

/// CL-RC-2
pub(super) fn clients_come_back(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.send(&Reconnect { new_host: text(""), new_port: 0 })?;
    arrives(bench)
}

/// The client comes by itself, and sets up a connection.
fn arrives(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.accept(Certificate::Valid, false);
    let setup = peer.and_then(|mut peer| setup_of(&mut peer));
    setup.map(|_| ()).map_err(|stop| Stop::fail(format!("after Reconnect: {}", stop.reason)))
}
